//===- lists_test.c - comma lists in options ------------------------------===//

#include "lib/base/lists.h"

#include "testing.h"

static void expectItems(const char *text, const char *const *items) {
  TracemarkList list = {.data = text, .length = strlen(text)};
  const char *item;
  size_t length;
  for (; *items; ++items) {
    assert_true(tracemarkListNext(&list, &item, &length));
    assert_int_equal(length, strlen(*items));
    assert_memory_equal(item, *items, length);
  }
  assert_false(tracemarkListNext(&list, &item, &length));
  assert_false(tracemarkListNext(&list, &item, &length));
}

static void itemsComeWithoutBlanks(void **state) {
  expectItems("a", (const char *const[]){"a", NULL});
  expectItems(" a b ,\tc\t,d", (const char *const[]){"a b", "c", "d", NULL});
}

static void emptyItemsAreSkipped(void **state) {
  expectItems("", (const char *const[]){NULL});
  expectItems(" , ,,", (const char *const[]){NULL});
  expectItems(",a,\nb,", (const char *const[]){"a", "b", NULL});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(itemsComeWithoutBlanks),
      cmocka_unit_test(emptyItemsAreSkipped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
