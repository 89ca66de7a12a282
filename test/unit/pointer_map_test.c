//===- pointer_map_test.c - from one pointer to another -------------------===//

#include "lib/base/pointer_map.h"

#include "testing.h"

static void entriesAreFoundAfterGrowing(void **state) {
  static const char keys[5000];
  TracemarkArena arena = {0};
  TracemarkPointerMap map = {0};
  assert_null(tracemarkPointerMapFind(&map, &keys[0]));
  for (size_t i = 0; i < 5000; ++i) {
    bool isNew = false;
    TracemarkPointerMapEntry *entry =
        tracemarkPointerMapEnsure(&arena, &map, &keys[i], &isNew);
    assert_true(isNew);
    assert_null(entry->value);
    tracemarkPointerMapSetNumber(entry, i * i);
  }
  assert_int_equal(map.count, 5000);
  for (size_t i = 0; i < 5000; ++i) {
    bool isNew = true;
    assert_int_equal(
        tracemarkPointerMapNumber(tracemarkPointerMapFind(&map, &keys[i])),
        i * i);
    assert_non_null(tracemarkPointerMapEnsure(&arena, &map, &keys[i], &isNew));
    assert_false(isNew);
  }
  assert_null(tracemarkPointerMapFind(&map, &arena));
  tracemarkArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entriesAreFoundAfterGrowing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
