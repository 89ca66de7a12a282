//===- json_test.c - records of one line ----------------------------------===//

#include "lib/base/json.h"

#include "lib/base/hash.h"
#include "lib/base/pointer_map.h"

#include "testing.h"

static void expectString(const char *data, size_t length,
                         const char *expected) {
  TracemarkStringBuffer line = {0};
  json_t *string = tracemarkJsonString(data, length);
  tracemarkJsonAppendLine(&line, string);
  assert_false(line.failed);
  assert_string_equal(line.data, expected);
  json_decref(string);
  // The same, without a value.
  tracemarkStringBufferTruncate(&line, 0);
  tracemarkJsonPutString(&line, data, length);
  tracemarkStringBufferAppendText(&line, "\n");
  assert_string_equal(line.data, expected);
  tracemarkStringBufferDestroy(&line);
}

static void textIsKept(void **state) {
  expectString("", 0, "\"\"\n");
  expectString("a\"b\\c\n", 6, "\"a\\\"b\\\\c\\n\"\n");
  expectString("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 9,
               "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"\n");
  expectString("a\0b", 3, "\"a\\u0000b\"\n");
}

#define REPLACED "\xEF\xBF\xBD"

static void bytesThatAreNoTextAreReplaced(void **state) {
  expectString("a\xFFz", 3, "\"a" REPLACED "z\"\n");
  expectString("\xC3", 1, "\"" REPLACED "\"\n");
  expectString("\xC0\x80", 2, "\"" REPLACED REPLACED "\"\n"); // overlong
  expectString("\xED\xA0\x80", 3,
               "\"" REPLACED REPLACED REPLACED "\"\n"); // surrogate
  expectString("\xF4\x90\x80\x80", 4,
               "\"" REPLACED REPLACED REPLACED REPLACED "\"\n");
  expectString("\xE2\x82z", 3, "\"" REPLACED REPLACED "z\"\n");
}

static void aMissingValueFailsTheLine(void **state) {
  TracemarkStringBuffer line = {0};
  tracemarkJsonAppendLine(&line, NULL);
  assert_true(line.failed);
  tracemarkStringBufferDestroy(&line);
}

static void keysKeepTheirOrder(void **state) {
  TracemarkStringBuffer line = {0};
  json_t *value = json_pack("{s:i,s:n,s:b}", "z", 1, "a", "m", 1);
  tracemarkJsonAppendLine(&line, value);
  assert_string_equal(line.data, "{\"z\":1,\"a\":null,\"m\":true}\n");
  json_decref(value);
  tracemarkStringBufferDestroy(&line);
}

static void everyByteIsWrittenAsJanssonDoes(void **state) {
  char bytes[256];
  for (size_t i = 0; i < sizeof(bytes); ++i)
    bytes[i] = (char)i;
  TracemarkStringBuffer line = {0}, put = {0};
  json_t *string = tracemarkJsonString(bytes, sizeof(bytes));
  tracemarkJsonAppendLine(&line, string);
  tracemarkJsonPutString(&put, bytes, sizeof(bytes));
  tracemarkStringBufferAppendText(&put, "\n");
  assert_string_equal(put.data, line.data);
  json_decref(string);
  tracemarkStringBufferDestroy(&line);
  tracemarkStringBufferDestroy(&put);
}

static void keysAndElementsAreSeparated(void **state) {
  TracemarkStringBuffer line = {0};
  tracemarkStringBufferAppendText(&line, "{");
  tracemarkJsonPutKey(&line, "a");
  tracemarkStringBufferAppendText(&line, "[");
  for (int i = 0; i < 2; ++i) {
    tracemarkJsonPutSeparator(&line);
    tracemarkJsonPutString(&line, "[{", 2);
  }
  tracemarkStringBufferAppendText(&line, "]");
  tracemarkJsonPutKey(&line, "b");
  tracemarkStringBufferAppendText(&line, "1}");
  assert_string_equal(line.data, "{\"a\":[\"[{\",\"[{\"],\"b\":1}");
  tracemarkStringBufferDestroy(&line);
}

static void theHashIsTheOneOfTheManifest(void **state) {
  // Published test value of XXH3_64bits for the empty input.
  assert_true(tracemarkHashBytes("", 0) == UINT64_C(0x2D06800538D394C2));
  assert_true(tracemarkHashBytes("a", 1) != tracemarkHashBytes("b", 1));
}

static void pointersFindTheirValues(void **state) {
  enum { COUNT = 5000 };
  static int keys[COUNT];
  TracemarkArena arena = {0};
  TracemarkPointerMap map = {0};
  assert_null(tracemarkPointerMapFind(&map, &keys[0]));
  for (int i = 0; i < COUNT; i += 2)
    assert_true(tracemarkPointerMapInsert(&arena, &map, &keys[i],
                                          i % 3 ? &keys[COUNT - 1 - i] : NULL));
  assert_int_equal(map.count, COUNT / 2);
  for (int i = 0; i < COUNT; ++i) {
    const TracemarkPointerMapEntry *entry =
        tracemarkPointerMapFind(&map, &keys[i]);
    if (i % 2) {
      assert_null(entry);
      continue;
    }
    assert_non_null(entry);
    assert_ptr_equal(entry->value, i % 3 ? &keys[COUNT - 1 - i] : NULL);
  }
  tracemarkArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(textIsKept),
      cmocka_unit_test(bytesThatAreNoTextAreReplaced),
      cmocka_unit_test(aMissingValueFailsTheLine),
      cmocka_unit_test(keysKeepTheirOrder),
      cmocka_unit_test(everyByteIsWrittenAsJanssonDoes),
      cmocka_unit_test(keysAndElementsAreSeparated),
      cmocka_unit_test(theHashIsTheOneOfTheManifest),
      cmocka_unit_test(pointersFindTheirValues),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
