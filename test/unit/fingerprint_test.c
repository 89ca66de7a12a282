//===- fingerprint_test.c - what counts in which hash ---------------------===//

#include "lib/ir/fingerprint.h"

#include "lib/ir/op_summary.h"

#include "testing.h"

#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/Tensor.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

/// Hashes of the functions of a module, in program order.
static size_t hashesOf(const char *text, bool wantsAll,
                       TracemarkFingerprint hashes[MOST]) {
  MlirContext context = mlirContextCreate();
  MlirDialectHandle (*const dialects[])(void) = {
      mlirGetDialectHandle__arith__, mlirGetDialectHandle__func__,
      mlirGetDialectHandle__linalg__, mlirGetDialectHandle__memref__,
      mlirGetDialectHandle__tensor__};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(dialects); ++i)
    mlirDialectHandleRegisterDialect(dialects[i](), context);
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  assert_false(mlirModuleIsNull(module));
  TracemarkArena arena = {0};
  TracemarkOpKinds kinds = {.arena = &arena};
  TracemarkSymbolPaths paths = {.arena = &arena, .kinds = &kinds};
  assert_true(
      tracemarkSymbolPathsBuild(&paths, mlirModuleGetOperation(module)));
  TracemarkFingerprints fingerprints = {.arena = &arena,
                                        .kinds = &kinds,
                                        .symbols = &paths,
                                        .wantsAll = wantsAll};
  size_t count = 0;
  for (MlirOperation operation =
           mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(operation) && count < MOST;
       operation = mlirOperationGetNextInBlock(operation))
    assert_true(
        tracemarkFingerprintGetAll(&fingerprints, operation, &hashes[count++]));
  tracemarkFingerprintsDestroy(&fingerprints);
  tracemarkArenaDestroy(&arena);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return count;
}

static void weightsDiffer(void **state) {
  static char text[65536];
  FILE *file = fopen(TRACEMARK_CASES "/weights_differ.mlir", "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
  fclose(file);
  TracemarkFingerprint hashes[MOST], exact[MOST];
  assert_int_equal(hashesOf(text, true, hashes), 3);
  assert_int_equal(hashes[0].exact, hashes[2].exact);
  assert_int_not_equal(hashes[0].exact, hashes[1].exact);
  assert_int_equal(hashes[0].butConstants, hashes[1].butConstants);
  assert_int_equal(hashes[0].butConstants, hashes[2].butConstants);
  assert_int_equal(hashes[0].butShapes, hashes[1].butShapes);
  assert_int_not_equal(hashes[0].exact, hashes[0].butConstants);
  // The exact hash is the same whoever asks for the others.
  hashesOf(text, false, exact);
  for (int i = 0; i < 3; ++i) {
    assert_int_equal(exact[i].exact, hashes[i].exact);
    assert_int_equal(exact[i].butConstants, 0);
  }
}

static void shapesAreLeftOutOfOneHash(void **state) {
  TracemarkFingerprint hashes[MOST];
  size_t count = hashesOf(
      "func.func @a(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {\n"
      "  %c = arith.constant dense<1.0> : tensor<4x8xf32>\n"
      "  %0 = linalg.add ins(%x, %c : tensor<4x8xf32>, tensor<4x8xf32>)"
      " outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>\n"
      "  return %0 : tensor<4x8xf32>\n}\n"
      "func.func @larger(%x: tensor<16x2xf32>) -> tensor<16x2xf32> {\n"
      "  %c = arith.constant dense<3.0> : tensor<16x2xf32>\n"
      "  %0 = linalg.add ins(%x, %c : tensor<16x2xf32>, tensor<16x2xf32>)"
      " outs(%x : tensor<16x2xf32>) -> tensor<16x2xf32>\n"
      "  return %0 : tensor<16x2xf32>\n}\n"
      "func.func @other_type(%x: tensor<16x2xf64>) -> tensor<16x2xf64> {\n"
      "  %c = arith.constant dense<3.0> : tensor<16x2xf64>\n"
      "  %0 = linalg.add ins(%x, %c : tensor<16x2xf64>, tensor<16x2xf64>)"
      " outs(%x : tensor<16x2xf64>) -> tensor<16x2xf64>\n"
      "  return %0 : tensor<16x2xf64>\n}\n"
      "func.func @dynamic(%x: tensor<?x8xf32>, %i: index) -> tensor<?x8xf32> {"
      "  return %x : tensor<?x8xf32>\n}\n",
      true, hashes);
  assert_int_equal(count, 4);
  assert_int_not_equal(hashes[0].butConstants, hashes[1].butConstants);
  assert_int_equal(hashes[0].butShapes, hashes[1].butShapes);
  assert_int_not_equal(hashes[1].butShapes, hashes[2].butShapes);
  assert_int_not_equal(hashes[0].butShapes, hashes[3].butShapes);
}

static void whatDoesNotCount(void **state) {
  TracemarkFingerprint hashes[MOST];
  size_t count =
      hashesOf("func.func @a(%x: f32) -> f32 {\n"
               "  %0 = \"own.op\"(%x) {k = 1 : i64, l = @c} : (f32) -> f32\n"
               "  return %0 : f32\n}\n"
               "func.func private @b(%y: f32) -> f32"
               " attributes {tracemark.tag = \"t\"} {\n"
               "  %z = \"own.op\"(%y) {l = @d, k = 1 : i64} : (f32) -> f32"
               " loc(\"else\":1:1)\n"
               "  return %z : f32\n}\n"
               "func.func private @c()\n"
               "func.func private @d()\n"
               "func.func private @e() attributes {more}\n"
               "func.func @f(%x: f32) -> f32 {\n"
               "  %0 = \"own.op\"(%x) {k = 1 : i64, l = @e} : (f32) -> f32\n"
               "  return %0 : f32\n}\n",
               true, hashes);
  assert_int_equal(count, 6);
  assert_int_equal(hashes[0].exact, hashes[1].exact);
  assert_int_equal(hashes[0].butShapes, hashes[1].butShapes);
  assert_int_equal(hashes[2].exact, hashes[3].exact);
  // What a reference leads to counts.
  assert_int_not_equal(hashes[0].exact, hashes[5].exact);
}

/// Each of these is other content than every other one.
static const char *const contents[] = {"1.0 : f32",
                                       "-0.0 : f32",
                                       "0.0 : f32",
                                       "1.0 : f64",
                                       "1.0 : bf16",
                                       "1.0 : f80",
                                       "0x7FC00000 : f32",
                                       "0x7FC00001 : f32",
                                       "1 : i32",
                                       "1 : i64",
                                       "\"a\"",
                                       "\"b\"",
                                       "\"\"",
                                       "\"a\" : i32",
                                       "unit",
                                       "[]",
                                       "{}",
                                       "true",
                                       "[\"a\"]",
                                       "[[\"a\"]]",
                                       "array<i32>",
                                       "array<i32: 1, 2>",
                                       "array<i64: 1, 2>",
                                       "array<i64: 2, 1>",
                                       "array<i8: 1, 2>",
                                       "dense<[1, 2]> : tensor<2xi32>",
                                       "dense<1> : tensor<2xi32>",
                                       "affine_map<(d0, d1) -> (d0)>",
                                       "affine_map<(d0, d1) -> (d1)>",
                                       "affine_map<(d0) -> (d0)>",
                                       "affine_map<(d0)[s0] -> (d0)>",
                                       "affine_map<(d0)[s0] -> (s0)>",
                                       "affine_map<(d0) -> (0)>",
                                       "affine_map<(d0) -> (1)>",
                                       "affine_map<(d0) -> (d0, d0)>",
                                       "affine_map<(d0) -> (d0 + 2)>",
                                       "affine_map<(d0) -> (d0 * 2)>",
                                       "affine_map<(d0) -> (d0 mod 2)>",
                                       "affine_map<(d0) -> (d0 floordiv 2)>",
                                       "affine_map<(d0) -> (d0 ceildiv 2)>",
                                       "f32",
                                       "tensor<f32>",
                                       "tensor<4xf32>",
                                       "tensor<4x8xf32>",
                                       "tensor<8x4xf32>",
                                       "tensor<?x4xf32>",
                                       "tensor<*xf32>",
                                       "tensor<4xf32, 1>",
                                       "memref<4xf32>",
                                       "memref<4xf32, 1>",
                                       "memref<4xf32, strided<[2]>>",
                                       "vector<4xf32>",
                                       "() -> ()",
                                       "(f32) -> ()",
                                       "() -> f32",
                                       "() -> (() -> f32)",
                                       "(f32, f64) -> ()",
                                       "(f64, f32) -> ()",
                                       "!own.type",
                                       "!own.type<4>",
                                       "#own.attribute"};

static void contentsDiffer(void **state) {
  (void)state;
  size_t count = TRACEMARK_COUNT_OF(contents);
  TracemarkFingerprint hashes[2][MOST];
  assert_true(count <= MOST);
  TracemarkStringBuffer text = {0};
  for (size_t i = 0; i < count; ++i)
    tracemarkStringBufferAppendFormat(
        &text, "\"own.op\"() {k = %s} : () -> ()\n", contents[i]);
  for (int i = 0; i < 2; ++i) // two contexts
    assert_int_equal(
        hashesOf(tracemarkStringBufferText(&text), false, hashes[i]), count);
  tracemarkStringBufferDestroy(&text);
  for (size_t i = 0; i < count; ++i) {
    assert_int_equal(hashes[0][i].exact, hashes[1][i].exact);
    for (size_t j = 0; j < i; ++j)
      if (hashes[0][i].exact == hashes[0][j].exact)
        fail_msg("%s and %s have one hash", contents[i], contents[j]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weightsDiffer),
      cmocka_unit_test(shapesAreLeftOutOfOneHash),
      cmocka_unit_test(whatDoesNotCount),
      cmocka_unit_test(contentsDiffer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
