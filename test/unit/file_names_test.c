//===- file_names_test.c - file names made of symbols ---------------------===//

#include "lib/base/file_names.h"

#include <stdlib.h>

#include "testing.h"

static void expectPart(const char *data, size_t length, const char *expected) {
  TracemarkStringBuffer name = {0};
  tracemarkFileNameAppendPart(&name, data, length);
  assert_string_equal(tracemarkStringBufferText(&name), expected);
  tracemarkStringBufferDestroy(&name);
}

static void safeBytesStay(void **state) {
  expectPart("main_dispatch-3.a$b#2", 21, "main_dispatch-3.a$b#2");
  expectPart("AZaz09", 6, "AZaz09");
}

static void otherBytesAreEncoded(void **state) {
  expectPart("a/b", 3, "a%2Fb");
  expectPart("a\0b", 3, "a%00b");
  expectPart("50%", 3, "50%25");
  expectPart("\xC3\xA9 \\:*?\"<>|~", 12,
             "%C3%A9%20%5C%3A%2A%3F%22%3C%3E%7C%7E");
  expectPart("\xFF\x01\x7F", 3, "%FF%01%7F");
}

static void noNameIsHiddenOrClimbs(void **state) {
  expectPart(".", 1, "%2E");
  expectPart("..", 2, "%2E%2E");
  expectPart("x.", 2, "x%2E"); // Windows drops it
  expectPart("../x", 4, "%2E.%2Fx");
  expectPart("a..b", 4, "a.%2Eb");
  expectPart("", 0, "%");
}

static void noNameIsADevice(void **state) {
  expectPart("nul", 3, "%6Eul");
  expectPart("AUX", 3, "%41UX");
  expectPart("Com1", 4, "%43om1");
  expectPart("lpt9.x", 6, "%6Cpt9.x");
  expectPart("con.x.y", 7, "%63on.x.y");
  expectPart("CONIN$", 6, "%43ONIN$");
  const char *files[] = {"null", "co",   "com",  "com12",
                         "lpt",  "con1", "xcon", "aux_"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(files); ++i)
    expectPart(files[i], strlen(files[i]), files[i]);
  TracemarkStringBuffer name = {0};
  tracemarkFileNameAppendPart(&name, "x", 1);
  tracemarkStringBufferAppendText(&name, ".");
  tracemarkFileNameAppendPart(&name, "con", 3);
  assert_string_equal(name.data, "x.con");
  tracemarkStringBufferDestroy(&name);
}

static void differentPartsGiveDifferentNames(void **state) {
  const char *parts[] = {"a%2Fb", "a/b", "a%b", "a", "", "%", "A"};
  TracemarkStringBuffer names[TRACEMARK_COUNT_OF(parts)] = {0};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(parts); ++i) {
    tracemarkFileNameAppendPart(&names[i], parts[i], strlen(parts[i]));
    for (size_t j = 0; j < i; ++j)
      assert_string_not_equal(names[i].data, names[j].data);
  }
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(parts); ++i)
    tracemarkStringBufferDestroy(&names[i]);
}

static void longNamesAreCutWithAHash(void **state) {
  TracemarkStringBuffer first = {0}, second = {0};
  for (int i = 0; i < TRACEMARK_FILE_STEM_MAX; ++i) {
    tracemarkFileNameAppendPart(&first, "x", 1);
    tracemarkFileNameAppendPart(&second, "x", 1);
  }
  tracemarkFileNameCut(&first);
  assert_int_equal(first.length, TRACEMARK_FILE_STEM_MAX);
  assert_null(strchr(first.data, '-'));
  tracemarkFileNameAppendPart(&first, "y", 1);
  tracemarkFileNameAppendPart(&second, "z", 1);
  tracemarkFileNameCut(&first);
  tracemarkFileNameCut(&second);
  assert_int_equal(first.length, TRACEMARK_FILE_STEM_MAX);
  assert_int_equal(second.length, TRACEMARK_FILE_STEM_MAX);
  assert_int_equal(first.data[first.length - 9], '-');
  assert_string_not_equal(first.data, second.data);
  tracemarkStringBufferDestroy(&first);
  tracemarkStringBufferDestroy(&second);
}

static void noEncodedByteIsCut(void **state) {
  for (int lead = 0; lead < 3; ++lead) {
    TracemarkStringBuffer name = {0};
    tracemarkFileNameAppendPart(&name, "xxx", (size_t)lead + 1);
    for (int i = 0; i < TRACEMARK_FILE_STEM_MAX; ++i)
      tracemarkFileNameAppendPart(&name, " ", 1);
    tracemarkFileNameCut(&name);
    assert_true(name.length <= TRACEMARK_FILE_STEM_MAX);
    size_t encoded = name.length - 9 - ((size_t)lead + 1);
    assert_int_equal(encoded % 3, 0);
    assert_memory_equal(name.data + name.length - 12, "%20-", 4);
    tracemarkStringBufferDestroy(&name);
  }
}

static void reservedNamesAreAvoided(void **state) {
  const char *const names[] = {"in-flight", "In-Flight", "in-flight2", "in"};
  const char *const expected[] = {"%69n-flight", "%49n-Flight", "in-flight2",
                                  "in"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(names); ++i) {
    TracemarkStringBuffer name = {0};
    tracemarkFileNameAppendPart(&name, names[i], strlen(names[i]));
    tracemarkFileNameAvoid(&name, "in-flight");
    assert_string_equal(name.data, expected[i]);
    tracemarkStringBufferDestroy(&name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(safeBytesStay),
      cmocka_unit_test(otherBytesAreEncoded),
      cmocka_unit_test(noNameIsHiddenOrClimbs),
      cmocka_unit_test(noNameIsADevice),
      cmocka_unit_test(differentPartsGiveDifferentNames),
      cmocka_unit_test(longNamesAreCutWithAHash),
      cmocka_unit_test(noEncodedByteIsCut),
      cmocka_unit_test(reservedNamesAreAvoided),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
