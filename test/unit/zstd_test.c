//===- zstd_test.c - text made small --------------------------------------===//

#include "lib/base/zstd.h"

#include <stdlib.h>
#include <zstd.h>

#include "testing.h"

static void expectBack(const TracemarkStringBuffer *frame, size_t from,
                       const char *text, size_t length) {
  assert_false(frame->failed);
  const char *data = frame->data + from;
  assert_int_equal(ZSTD_getFrameContentSize(data, frame->length - from),
                   length);
  char *back = malloc(length + 1);
  assert_int_equal(ZSTD_decompress(back, length, data, frame->length - from),
                   length);
  assert_memory_equal(back, text, length);
  free(back);
}

static void aFrameHoldsTheTextBehindWhatWasThere(void **state) {
  char text[5000];
  for (size_t i = 0; i < sizeof(text); ++i)
    text[i] = (char)(i % 7);
  TracemarkStringBuffer frame = {0};
  tracemarkStringBufferAppendText(&frame, "head");
  tracemarkZstdAppend(&frame, text, sizeof(text));
  assert_memory_equal(frame.data, "head", 4);
  assert_true(frame.length < sizeof(text) / 10);
  expectBack(&frame, 4, text, sizeof(text));
  tracemarkStringBufferDestroy(&frame);
}

static void noTextIsAFrameToo(void **state) {
  TracemarkStringBuffer frame = {0};
  tracemarkZstdAppend(&frame, "", 0);
  expectBack(&frame, 0, "", 0);
  tracemarkStringBufferDestroy(&frame);
}

static void aChangedByteIsNoticed(void **state) {
  TracemarkStringBuffer frame = {0};
  tracemarkZstdAppend(&frame, "some text", 9);
  frame.data[frame.length - 6] ^= 1; // of the content, before the checksum
  char back[9];
  assert_true(ZSTD_isError(ZSTD_decompress(back, 9, frame.data, frame.length)));
  tracemarkStringBufferDestroy(&frame);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aFrameHoldsTheTextBehindWhatWasThere),
      cmocka_unit_test(noTextIsAFrameToo),
      cmocka_unit_test(aChangedByteIsNoticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
