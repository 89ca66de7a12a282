//===- printing_test.c - text with positions, what attributes hold --------===//

#include "tracemark/bridge/printing.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include "parsing.h"

typedef struct Fixture {
  MlirContext context;
  MlirModule module;
  TracemarkStringBuffer text;
  TracemarkPositions positions;
} Fixture;

static int setUp(void **state) {
  static Fixture fixture;
  fixture = (Fixture){.context = createTestContext()};
  mlirContextSetAllowUnregisteredDialects(fixture.context, true);
  *state = &fixture;
  return 0;
}

static int tearDown(void **state) {
  Fixture *fixture = *state;
  tracemarkStringBufferDestroy(&fixture->text);
  mlirModuleDestroy(fixture->module);
  mlirContextDestroy(fixture->context);
  return 0;
}

/// First operation of the module that is `text`.
static MlirOperation parse(Fixture *fixture, const char *text) {
  fixture->module = parseTestModule(fixture->context, text);
  return mlirBlockGetFirstOperation(mlirModuleGetBody(fixture->module));
}

static bool print(Fixture *fixture, MlirOperation operation, int64_t limit) {
  return tracemarkBridgePrint(operation, limit, TRACEMARK_PRINT_CHECKED,
                              tracemarkStringAppendCallback, &fixture->text,
                              &fixture->positions);
}

static void expectPosition(Fixture *fixture, MlirOperation operation,
                           unsigned line, unsigned column) {
  unsigned foundLine, foundColumn;
  assert_true(tracemarkBridgePositionsFind(fixture->positions, operation,
                                           &foundLine, &foundColumn));
  assert_int_equal(foundLine, line);
  assert_int_equal(foundColumn, column);
}

static void positionsAreThoseOfTheText(void **state) {
  Fixture *fixture = *state;
  MlirOperation function =
      parse(fixture, "func.func @f(%a: memref<4xf32>) {\n"
                     "  linalg.exp ins(%a : memref<4xf32>)"
                     " outs(%a : memref<4xf32>)\n  return\n}");
  assert_true(print(fixture, function, 16));
  assert_string_equal(fixture->text.data,
                      "func.func @f(%arg0: memref<4xf32>) {\n"
                      "  linalg.exp ins(%arg0 : memref<4xf32>)"
                      " outs(%arg0 : memref<4xf32>)\n  return\n}");
  MlirOperation exp = firstOpIn(function);
  expectPosition(fixture, function, 1, 0);
  expectPosition(fixture, exp, 2, 2);
  expectPosition(fixture, mlirOperationGetNextInBlock(exp), 3, 2);
  unsigned line, column;
  assert_false(tracemarkBridgePositionsFind(fixture->positions, firstOpIn(exp),
                                            &line, &column));
  tracemarkBridgePositionsDestroy(fixture->positions);
}

static void onlyConstantsAboveTheLimitAreElided(void **state) {
  Fixture *fixture = *state;
  MlirOperation function =
      parse(fixture, "func.func @f() {\n"
                     "  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi8>\n"
                     "  %1 = arith.constant dense<7> : tensor<9xi8>\n"
                     "  return\n}");
  assert_true(print(fixture, function, 3));
  assert_non_null(strstr(fixture->text.data, "dense<[1, 2, 3]>"));
  tracemarkBridgePositionsDestroy(fixture->positions);
  tracemarkStringBufferTruncate(&fixture->text, 0);
  assert_true(print(fixture, function, 2));
  assert_non_null(
      strstr(fixture->text.data, "dense_resource<__elided__> : tensor<3xi8>"));
  assert_non_null(strstr(fixture->text.data, "dense<7>"));
  tracemarkBridgePositionsDestroy(fixture->positions);
}

static void whatDoesNotVerifyIsGeneric(void **state) {
  Fixture *fixture = *state;
  MlirOperation function = parse(fixture, "func.func @f() { return }");
  mlirOperationDestroy(firstOpIn(function));
  assert_false(print(fixture, function, 16));
  assert_memory_equal(fixture->text.data, "\"func.func\"", 11);
  tracemarkBridgePositionsDestroy(fixture->positions);
}

typedef struct Seen {
  int integers, symbols;
  bool skipSymbols;
} Seen;

static MlirWalkResult see(MlirAttribute attribute, void *userData) {
  Seen *seen = userData;
  seen->integers += mlirAttributeIsAInteger(attribute);
  seen->symbols += mlirAttributeIsASymbolRef(attribute);
  return mlirAttributeIsASymbolRef(attribute) && seen->skipSymbols
             ? MlirWalkResultSkip
             : MlirWalkResultAdvance;
}

static void attributesInsideAttributesAreSeen(void **state) {
  Fixture *fixture = *state;
  MlirOperation operation =
      parse(fixture, "\"t.op\"() {a = [{b = 1 : i8}, 2 : i8], c = @x::@y} :"
                     " () -> ()");
  Seen seen = {0};
  tracemarkBridgeAttributesWalk(operation, see, &seen);
  assert_int_equal(seen.integers, 2);
  assert_int_equal(seen.symbols, 2);
  seen = (Seen){.skipSymbols = true};
  tracemarkBridgeAttributesWalk(operation, see, &seen);
  assert_int_equal(seen.symbols, 1);
}

static void bytesOfNumbersAreGiven(void **state) {
  Fixture *fixture = *state;
  parse(fixture, "module {}");
  TracemarkStringBuffer bytes = {0};
  MlirAttribute dense = mlirAttributeParseGet(
      fixture->context, tracemarkStringFrom("dense<[1, 2]> : tensor<2xi16>"));
  assert_true(tracemarkBridgeElementsData(dense, tracemarkStringAppendCallback,
                                          &bytes));
  assert_int_equal(bytes.length, 4);
  assert_memory_equal(bytes.data, "\1\0\2\0", 4);
  tracemarkStringBufferTruncate(&bytes, 0);
  MlirAttribute resource = mlirAttributeParseGet(
      fixture->context,
      tracemarkStringFrom("dense_resource<none> : tensor<2xi16>"));
  assert_false(tracemarkBridgeElementsData(
      resource, tracemarkStringAppendCallback, &bytes));
  MlirAttribute string =
      mlirAttributeParseGet(fixture->context, tracemarkStringFrom("\"text\""));
  assert_false(tracemarkBridgeElementsData(
      string, tracemarkStringAppendCallback, &bytes));
  assert_int_equal(bytes.length, 0);
  tracemarkStringBufferDestroy(&bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(positionsAreThoseOfTheText),
      TEST(onlyConstantsAboveTheLimitAreElided),
      TEST(whatDoesNotVerifyIsGeneric),
      TEST(attributesInsideAttributesAreSeen),
      TEST(bytesOfNumbersAreGiven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
