//===- naming_test.c - symbols and tags from summaries --------------------===//

#include "lib/ir/naming.h"

#include "testing.h"

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static const char *const tail[] = {"bias", "add", "relu", "exp", "cast"};
static const char *const modifiers[] = {"s2", "d2x1"};

static TracemarkOpSummary convolution(void) {
  return (TracemarkOpSummary){.hasWork = true,
                              .root = "conv_2d_nhwc_hwcf",
                              .dims = "1x8x8x4x3x3xD",
                              .types = "f32",
                              .modifiers = modifiers,
                              .modifierCount = 2,
                              .tail = tail,
                              .tailCount = 5};
}

static void theTailIsCutAfterFourWords(void **state) {
  TracemarkArena arena = {0};
  TracemarkOpSummary summary = convolution();
  TracemarkNameRequest request = {
      .base = text("f"), .summary = &summary, .maxLength = 120};
  assert_string_equal(
      tracemarkNameSpell(&arena, &request),
      "f_conv_2d_nhwc_hwcf_1x8x8x4x3x3xD_f32_s2_d2x1_bias_add_relu_exp_etc");
  tracemarkArenaDestroy(&arena);
}

static void everyLimitIsKept(void **state) {
  TracemarkArena arena = {0};
  TracemarkOpSummary summary = convolution();
  TracemarkNameRequest request = {.base = text("main_dispatch_3"),
                                  .summary = &summary,
                                  .hash = UINT64_C(0xfedcba9876543210)};
  for (size_t limit = 1; limit < 120; ++limit) {
    request.maxLength = limit;
    for (request.instance = 0; request.instance < 30; request.instance += 10) {
      const char *name = tracemarkNameSpell(&arena, &request);
      size_t least = request.base.length + TRACEMARK_NAME_LEAST_SUFFIX;
      assert_true(strlen(name) <= (limit < least ? least : limit));
      assert_memory_equal(name, "main_dispatch_3_", 16);
    }
  }
  request.instance = 0;
  request.maxLength = 1;
  assert_string_equal(tracemarkNameSpell(&arena, &request),
                      "main_dispatch_3_conv_2d_nhwc_h76543210");
  request.maxLength = 120;
  request.needsHash = true;
  request.instance = 2;
  summary.tailCount = 0;
  assert_string_equal(tracemarkNameSpell(&arena, &request),
                      "main_dispatch_3_conv_2d_nhwc_hwcf_1x8x8x4x3x3xD_f32_s2_"
                      "d2x1_h76543210_2");
  summary.root = "averyveryverylongword";
  request.instance = 0;
  request.maxLength = 1;
  assert_string_equal(tracemarkNameSpell(&arena, &request),
                      "main_dispatch_3_averyveryvery_h76543210");
  tracemarkArenaDestroy(&arena);
}

static void tagsSayEverything(void **state) {
  TracemarkArena arena = {0};
  TracemarkOpSummary summary = convolution();
  summary.flopsKnown = true;
  summary.flops = UINT64_MAX;
  MlirStringRef layers[] = {text("a/b"), text("c d,\"e\"%")};
  TracemarkTagRequest request = {.base = text("ma in"),
                                 .summary = &summary,
                                 .hash = 0x1,
                                 .instance = 3,
                                 .dynamicDims = "arg0.d3",
                                 .layers = layers,
                                 .layerCount = 2};
  assert_string_equal(
      tracemarkTagSpell(&arena, &request),
      "grammar=1 base=ma%20in root=conv_2d_nhwc_hwcf dims=1x8x8x4x3x3xD "
      "types=f32 mods=s2,d2x1 tail=bias,add,relu,exp,cast "
      "flops=18446744073709551615 dyn=arg0.d3 from=a/b,c%20d%2C%22e%22%25 "
      "instance=3 hash=00000001");
  tracemarkArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theTailIsCutAfterFourWords),
      cmocka_unit_test(everyLimitIsKept),
      cmocka_unit_test(tagsSayEverything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
