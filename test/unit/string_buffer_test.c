//===- string_buffer_test.c - growable text, arena ------------------------===//

#include "lib/base/string_buffer.h"

#include "lib/base/arena.h"

#include "testing.h"

static void appendsGrowAndTerminate(void **state) {
  TracemarkStringBuffer buffer = {0};
  assert_string_equal(tracemarkStringBufferText(&buffer), "");
  for (int i = 0; i < 1000; ++i)
    tracemarkStringBufferAppendFormat(&buffer, "%d,", i);
  assert_false(buffer.failed);
  assert_int_equal(buffer.length, 10 * 2 + 90 * 3 + 900 * 4);
  assert_int_equal(buffer.data[buffer.length], '\0');
  assert_string_equal(buffer.data + buffer.length - 4, "999,");
  tracemarkStringBufferTruncate(&buffer, 2);
  assert_string_equal(buffer.data, "0,");
  tracemarkStringBufferTruncate(&buffer, 9);
  assert_string_equal(buffer.data, "0,");
  tracemarkStringBufferDestroy(&buffer);
}

static void anOverflowingSizeFailsForGood(void **state) {
  TracemarkStringBuffer buffer = {0};
  tracemarkStringBufferAppendText(&buffer, "kept");
  tracemarkStringBufferAppend(&buffer, "", SIZE_MAX - 2);
  assert_true(buffer.failed);
  tracemarkStringBufferAppendText(&buffer, "more");
  assert_string_equal(buffer.data, "kept");
  tracemarkStringBufferDestroy(&buffer);
}

static void arenaArraysKeepTheirItems(void **state) {
  TracemarkArena arena = {0};
  TRACEMARK_ARENA_ARRAY(uint64_t) numbers = {0};
  for (uint64_t i = 0; i < 10000; ++i)
    assert_true(TRACEMARK_ARENA_PUSH(&arena, &numbers, i * i));
  for (uint64_t i = 0; i < 10000; ++i)
    assert_int_equal(numbers.items[i], i * i);
  assert_string_equal(tracemarkArenaCopyText(&arena, "abcd", 3), "abc");
  assert_null(tracemarkArenaAllocate(&arena, SIZE_MAX / 2, 3));
  assert_null(tracemarkArenaCopyText(&arena, "", SIZE_MAX));
  tracemarkArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(appendsGrowAndTerminate),
      cmocka_unit_test(anOverflowingSizeFailsForGood),
      cmocka_unit_test(arenaArraysKeepTheirItems),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
