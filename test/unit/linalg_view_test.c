//===- linalg_view_test.c - what a linalg op iterates over ----------------===//

#include "lib/ir/linalg_view.h"

#include "parsing.h"

typedef struct Fixture {
  MlirContext context;
  MlirModule module;
  TracemarkArena arena;
  TracemarkLinalgContext linalg;
} Fixture;

static int setUp(void **state) {
  static Fixture fixture;
  fixture = (Fixture){.context = createTestContext()};
  fixture.linalg.arena = &fixture.arena;
  *state = &fixture;
  return 0;
}

static int tearDown(void **state) {
  Fixture *fixture = *state;
  tracemarkArenaDestroy(&fixture->arena);
  mlirModuleDestroy(fixture->module);
  mlirContextDestroy(fixture->context);
  return 0;
}

/// First op of the first function of `text`.
static MlirOperation parse(Fixture *fixture, const char *text) {
  fixture->module = parseTestModule(fixture->context, text);
  return firstOpIn(
      mlirBlockGetFirstOperation(mlirModuleGetBody(fixture->module)));
}

static void aMatmulsMissingIteratorIsAReduction(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture, "func.func @f(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>,"
                     "             %c: tensor<?x4xf32>) {"
                     "  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>,"
                     "    tensor<8x4xf32>) outs(%c : tensor<?x4xf32>)"
                     "    -> tensor<?x4xf32>"
                     "  return }"),
      &view));
  assert_true(tracemarkStringIs(view.name, "matmul"));
  assert_int_equal(view.insCount, 2);
  assert_int_equal(view.initCount, 1);
  assert_int_equal(view.loopCount, 3);
  assert_int_equal(view.loops[0].range, TRACEMARK_DYNAMIC_RANGE);
  assert_int_equal(view.loops[1].range, 4);
  assert_int_equal(view.loops[2].range, 8);
  assert_false(view.loops[0].reduction);
  assert_false(view.loops[1].reduction);
  assert_true(view.loops[2].reduction);
  assert_false(view.isElementwise);
  assert_true(tracemarkLinalgViewUsesOperand(&view, 2));
  assert_true(
      tracemarkOperationIs(tracemarkLinalgViewYield(&view), "linalg.yield"));
}

static void aConvolutionsLoopsComeFromPlainResults(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture,
            "func.func @f(%a: memref<1x3x9x9xf32>, %k: memref<8x3x3x3xf32>,"
            "             %o: memref<1x8x4x4xf32>) {"
            "  linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}"
            "    ins(%a, %k : memref<1x3x9x9xf32>, memref<8x3x3x3xf32>)"
            "    outs(%o : memref<1x8x4x4xf32>)"
            "  return }"),
      &view));
  const int64_t ranges[] = {1, 8, 4, 4, 3, 3, 3};
  assert_int_equal(view.loopCount, 7);
  for (int i = 0; i < 7; ++i) {
    assert_int_equal(view.loops[i].range, ranges[i]);
    assert_int_equal(view.loops[i].reduction, i >= 4);
  }
}

static void opsWithoutSegmentsAreSplit(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture, "func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>,"
                     "             %o: tensor<4xf32>, %p: tensor<4xi32>) {"
                     "  %0:2 = linalg.reduce ins(%a, %b : tensor<4x8xf32>,"
                     "      tensor<4x8xi32>) outs(%o, %p : tensor<4xf32>,"
                     "      tensor<4xi32>) dimensions = [1]"
                     "    (%x: f32, %y: i32, %u: f32, %v: i32) {"
                     "      linalg.yield %u, %y : f32, i32 }"
                     "  return }"),
      &view));
  assert_int_equal(view.insCount, 2);
  assert_int_equal(view.initCount, 2);
  assert_true(view.loops[1].reduction);
  assert_false(tracemarkLinalgViewUsesOperand(&view, 0));
  assert_true(tracemarkLinalgViewUsesOperand(&view, 1));
  assert_true(tracemarkLinalgViewUsesOperand(&view, 2));
}

static void aTransposingGenericIsElementwise(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture,
            "func.func @f(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) {"
            "  %0 = linalg.generic {indexing_maps = ["
            "      affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],"
            "      iterator_types = [\"parallel\", \"parallel\"]}"
            "      ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) {"
            "    ^bb0(%x: f32, %y: f32):"
            "      linalg.yield %x : f32 } -> tensor<8x4xf32>"
            "  return }"),
      &view));
  assert_true(view.isElementwise);
  assert_false(tracemarkLinalgViewUsesOperand(&view, 1));
}

static void aStoredReductionCounts(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture, "func.func @f(%a: tensor<4xf32>, %o: tensor<f32>) {"
                     "  %0 = linalg.generic {indexing_maps = ["
                     "      affine_map<(i) -> (i)>, affine_map<(i) -> ()>],"
                     "      iterator_types = [\"reduction\"]}"
                     "      ins(%a : tensor<4xf32>) outs(%o : tensor<f32>) {"
                     "    ^bb0(%x: f32, %y: f32):"
                     "      %s = arith.addf %x, %y : f32"
                     "      linalg.yield %s : f32 } -> tensor<f32>"
                     "  return }"),
      &view));
  assert_int_equal(tracemarkLinalgViewReductionCount(&view), 1);
  assert_false(view.isElementwise);
}

static void rankZeroIsElementwise(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture,
            "func.func @f(%a: tensor<f32>, %o: tensor<f32>) {"
            "  %0 = linalg.exp ins(%a : tensor<f32>) outs(%o : tensor<f32>)"
            "    -> tensor<f32>"
            "  return }"),
      &view));
  assert_int_equal(view.loopCount, 0);
  assert_true(view.isElementwise);
}

static void softmaxReducesItsDimension(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture,
            "func.func @f(%a: tensor<8x?xf32>, %o: tensor<8x?xf32>) {"
            "  %0 = linalg.softmax dimension(1) ins(%a : tensor<8x?xf32>)"
            "    outs(%o : tensor<8x?xf32>) -> tensor<8x?xf32>"
            "  return }"),
      &view));
  assert_null(view.maps);
  assert_int_equal(view.insCount, 1);
  assert_int_equal(view.initCount, 1);
  assert_int_equal(view.loops[0].range, 8);
  assert_false(view.loops[0].reduction);
  assert_int_equal(view.loops[1].range, TRACEMARK_DYNAMIC_RANGE);
  assert_true(view.loops[1].reduction);
  assert_false(view.isElementwise);
}

static void packTakesNoTileSizesForInits(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  assert_true(tracemarkLinalgViewGet(
      &fixture->linalg,
      parse(fixture,
            "func.func @f(%a: tensor<4x8xf32>, %o: tensor<?x?x?x4xf32>,"
            "             %t: index, %p: f32) {"
            "  %0 = linalg.pack %a padding_value(%p : f32)"
            "    inner_dims_pos = [0, 1] inner_tiles = [%t, 4] into %o"
            "    : tensor<4x8xf32> -> tensor<?x?x?x4xf32>"
            "  return }"),
      &view));
  assert_int_equal(view.insCount, 1);
  assert_int_equal(view.initCount, 1);
  assert_int_equal(view.loopCount, 2);
}

static void otherOpsHaveNoView(void **state) {
  Fixture *fixture = *state;
  TracemarkLinalgView view;
  MlirOperation first = parse(fixture, "func.func @f(%a: f32) {"
                                       "  %0 = arith.addf %a, %a : f32"
                                       "  return }");
  assert_false(tracemarkLinalgViewGet(&fixture->linalg, first, &view));
  assert_true(mlirOperationIsNull(view.operation));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(aMatmulsMissingIteratorIsAReduction),
      TEST(aConvolutionsLoopsComeFromPlainResults),
      TEST(opsWithoutSegmentsAreSplit),
      TEST(aTransposingGenericIsElementwise),
      TEST(aStoredReductionCounts),
      TEST(rankZeroIsElementwise),
      TEST(softmaxReducesItsDimension),
      TEST(packTakesNoTileSizesForInits),
      TEST(otherOpsHaveNoView),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
