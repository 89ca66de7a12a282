//===- structure_test.c - what the hash of a structure tells apart --------===//

#include "tracemark/bridge/structure.h"

#include "lib/ir/strings.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/ControlFlow.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/LLVM.h"

#include "testing.h"

static int setUp(void **state) {
  static MlirContext context;
  context = mlirContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__arith__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__cf__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__func__(), context);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__llvm__(), context);
  *state = &context;
  return 0;
}

static int tearDown(void **state) {
  mlirContextDestroy(*(MlirContext *)*state);
  return 0;
}

typedef struct Hashes {
  uint64_t structure, locations;
} Hashes;

static bool isFirst(MlirOperation operation, void *userData) {
  return operation.ptr == ((MlirOperation *)userData)->ptr;
}

/// Of a module; its first operation is aside if that is asked for.
static Hashes hash(void **state, const char *text, bool isAside) {
  MlirModule module =
      mlirModuleCreateParse(*(MlirContext *)*state, tracemarkStringFrom(text));
  assert_false(mlirModuleIsNull(module));
  MlirOperation operation = mlirModuleGetOperation(module);
  MlirOperation first = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  Hashes found;
  assert_true(tracemarkBridgeStructureHash(operation, isAside ? isFirst : NULL,
                                           &first, &found.structure));
  assert_true(tracemarkBridgeLocationsHash(operation, isAside ? isFirst : NULL,
                                           &first, &found.locations));
  mlirModuleDestroy(module);
  return found;
}

#define BODY(operations)                                                       \
  "func.func @f(%a: i32, %b: i32) -> i32 {\n" operations "\n  return %a : "    \
  "i32\n}"

/// Pairs of texts that differ in one thing.
static const char *const pairs[][2] = {
    // attributes: inherent (a property), discardable, of an operation that is
    // not registered, as a property of such a one
    {BODY("%0 = arith.constant 1 : i32"), BODY("%0 = arith.constant 2 : i32")},
    {BODY("%0 = arith.constant {x = 1} 1 : i32"),
     BODY("%0 = arith.constant {x = 2} 1 : i32")},
    {BODY("\"my.op\"() {x = 1} : () -> ()"),
     BODY("\"my.op\"() {x = 2} : () -> ()")},
    {BODY("\"my.op\"() <{x = 1}> : () -> ()"),
     BODY("\"my.op\"() <{x = 2}> : () -> ()")},
    {BODY("\"my.op\"() <{x = 1}> : () -> ()"),
     BODY("\"my.op\"() {x = 1} : () -> ()")},
    // a property that is no attribute
    {BODY("%0 = arith.addi %a, %b overflow<nsw> : i32"),
     BODY("%0 = arith.addi %a, %b overflow<nuw> : i32")},
    {BODY("%0 = \"my.op\"() : () -> i32"),
     BODY("%0 = \"my.op\"() : () -> i64")},
    {BODY("\"my.op\"() ({\n^bb0(%x: i32):\n  \"my.in\"() : () -> ()\n}) : () "
          "-> ()"),
     BODY("\"my.op\"() ({\n^bb0(%x: i64):\n  \"my.in\"() : () -> ()\n}) : () "
          "-> ()")},
    {BODY("\"my.op\"() ({\n^bb0(%x: i32):\n  \"my.in\"() : () -> ()\n}) : () "
          "-> ()"),
     BODY("\"my.op\"() ({\n^bb0(%x: i32, %y: i32):\n  \"my.in\"() : () -> "
          "()\n}) : () -> ()")},
    {BODY("\"my.op\"() ({\n^bb0(%x: i32):\n  \"my.in\"() : () -> ()\n}) : () "
          "-> ()"),
     BODY("\"my.op\"() ({}, {\n^bb0(%x: i32):\n  \"my.in\"() : () -> ()\n}) : "
          "() -> ()")},
    {BODY("\"my.op\"() ({}) : () -> ()"), BODY("\"my.op\"() : () -> ()")},
    // operands, in their order also where that does not matter
    {BODY("%0 = arith.addi %a, %b : i32"),
     BODY("%0 = arith.addi %b, %a : i32")},
    {BODY("%0 = arith.addi %a, %a : i32"),
     BODY("%0 = arith.addi %a, %b : i32")},
    {BODY("\"my.op\"(%a) : (i32) -> ()"), BODY("\"my.op\"() : () -> ()")},
    // the name of an operation, of a symbol, of a callee
    {BODY("%0 = arith.addi %a, %b : i32"),
     BODY("%0 = arith.muli %a, %b : i32")},
    {BODY(""), "func.func @g(%a: i32, %b: i32) -> i32 {\n  return %a : i32\n}"},
    {BODY("call @g() : () -> ()") "func.func private @g()\n"
                                  "func.func private @h()",
     BODY("call @h() : () -> ()") "func.func private @g()\n"
                                  "func.func private @h()"},
    // where an operation stands: in a region, behind it, in another block
    {BODY("\"my.op\"() ({\n  \"my.in\"() : () -> ()\n}) : () -> ()"),
     BODY("\"my.op\"() ({\n}) : () -> ()\n\"my.in\"() : () -> ()")},
    {BODY("\"my.op\"() ({\n  \"my.in\"() : () -> ()\n}) : () -> ()"),
     BODY("\"my.op\"() ({\n  \"my.in\"() {x} : () -> ()\n}) : () -> ()")},
    {BODY("\"my.op\"() ({\n  \"my.in\"() : () -> ()\n  \"my.in\"() : () -> "
          "()\n^bb1:\n  \"my.in\"() : () -> ()\n}) : () -> ()"),
     BODY("\"my.op\"() ({\n  \"my.in\"() : () -> ()\n^bb1:\n  \"my.in\"() : () "
          "-> ()\n  \"my.in\"() : () -> ()\n}) : () -> ()")},
    // successors
    {"func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n  return\n"
     "^bb2:\n  return\n}",
     "func.func @f(%c: i1) {\n  cf.cond_br %c, ^bb2, ^bb1\n^bb1:\n  return\n"
     "^bb2:\n  return\n}"},
    // types that are made of others
    {BODY("%0 = \"my.op\"() : () -> !llvm.struct<(i32, ptr)>"),
     BODY("%0 = \"my.op\"() : () -> !llvm.struct<(i64, ptr)>")},
};

static void everyDifferenceIsSeen(void **state) {
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(pairs); ++i) {
    Hashes first = hash(state, pairs[i][0], false);
    Hashes second = hash(state, pairs[i][1], false);
    if (first.structure == second.structure)
      fail_msg("one hash for\n%s\nand\n%s", pairs[i][0], pairs[i][1]);
    assert_true(first.structure == hash(state, pairs[i][0], false).structure);
    assert_true(second.structure == hash(state, pairs[i][1], false).structure);
  }
}

static void locationsCountApart(void **state) {
  const char *texts[] = {
      "module {\n  func.func @f(%a: i32 loc(\"x\")) {\n    return loc(\"y\")\n"
      "  } loc(\"z\")\n} loc(\"top\")",
      "module {\n  func.func @f(%a: i32 loc(\"x\")) {\n    return loc(\"-\")\n"
      "  } loc(\"z\")\n} loc(\"top\")",
      "module {\n  func.func @f(%a: i32 loc(\"-\")) {\n    return loc(\"y\")\n"
      "  } loc(\"z\")\n} loc(\"top\")",
      "module {\n  func.func @f(%a: i32 loc(\"x\")) {\n    return loc(\"y\")\n"
      "  } loc(\"-\")\n} loc(\"top\")",
      "module {\n  func.func @f(%a: i32 loc(\"y\")) {\n    return loc(\"x\")\n"
      "  } loc(\"z\")\n} loc(\"top\")"};
  Hashes base = hash(state, texts[0], false);
  for (size_t i = 1; i < TRACEMARK_COUNT_OF(texts); ++i) {
    Hashes other = hash(state, texts[i], false);
    assert_true(other.structure == base.structure);
    assert_true(other.locations != base.locations);
  }
  assert_true(hash(state, texts[0], false).locations == base.locations);
  // Its own location is left out.
  const char *top =
      "module {\n  func.func @f(%a: i32 loc(\"x\")) {\n    return loc(\"y\")\n"
      "  } loc(\"z\")\n} loc(\"-\")";
  assert_true(hash(state, top, false).locations == base.locations);
}

/// Of what is aside the head counts, and nothing in it.
static void onlyTheHeadOfWhatIsAsideCounts(void **state) {
  const char *base = "func.func @f() {\n  return loc(\"a\")\n} loc(\"f\")";
  const char *inside =
      "func.func @f() {\n  \"my.op\"() : () -> ()\n  return\n} loc(\"g\")";
  const char *head = "func.func private @f() {\n  return loc(\"a\")\n}";
  const char *behind =
      "func.func @f() {\n  return loc(\"a\")\n} loc(\"f\")\nfunc.func private "
      "@g() loc(\"f\")";
  Hashes found = hash(state, base, true);
  assert_true(hash(state, inside, true).structure == found.structure);
  assert_true(hash(state, inside, true).locations == found.locations);
  assert_true(hash(state, head, true).structure != found.structure);
  assert_true(hash(state, behind, true).structure != found.structure);
  assert_true(hash(state, behind, true).locations != found.locations);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(everyDifferenceIsSeen, setUp, tearDown),
      cmocka_unit_test_setup_teardown(locationsCountApart, setUp, tearDown),
      cmocka_unit_test_setup_teardown(onlyTheHeadOfWhatIsAsideCounts, setUp,
                                      tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
