//===- suggest_test.c - "did you mean" ------------------------------------===//

#include "lib/base/suggest.h"

#include "testing.h"

static const char *suggest(TracemarkSuggestion *suggestion, const char *wanted,
                           const char *const *candidates) {
  tracemarkSuggestionStart(suggestion, wanted, strlen(wanted));
  for (; *candidates; ++candidates)
    tracemarkSuggestionOffer(suggestion, *candidates, strlen(*candidates));
  return suggestion->best;
}

static void theNearestIsFound(void **state) {
  TracemarkSuggestion s;
  const char *const passes[] = {"canonicalize", "cse", "sccp", "inline", NULL};
  assert_string_equal(suggest(&s, "csee", passes), "cse");
  assert_string_equal(suggest(&s, "cannonicalise", passes), "canonicalize");
  assert_string_equal(suggest(&s, "inlien", passes), "inline");
}

static void farNamesAreNotOffered(void **state) {
  TracemarkSuggestion s;
  const char *const passes[] = {"canonicalize", "cse", NULL};
  assert_string_equal(suggest(&s, "loop-unroll", passes), "");
  assert_string_equal(suggest(&s, "", passes), "");
}

static void theOrderOfOffersDoesNotMatter(void **state) {
  TracemarkSuggestion s;
  const char *const forth[] = {"abcx", "abcd", "abc", NULL};
  const char *const back[] = {"abc", "abcd", "abcx", NULL};
  assert_string_equal(suggest(&s, "abcq", forth), "abc");
  assert_string_equal(suggest(&s, "abcq", back), "abc");
}

static void longNamesAreLeftAlone(void **state) {
  TracemarkSuggestion s;
  char name[TRACEMARK_SUGGEST_MAX + 2];
  memset(name, 'n', sizeof(name));
  name[sizeof(name) - 1] = '\0';
  const char *const same[] = {name, NULL};
  assert_string_equal(suggest(&s, name, same), "");
  name[TRACEMARK_SUGGEST_MAX] = '\0';
  assert_string_equal(suggest(&s, name, same), name);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theNearestIsFound),
      cmocka_unit_test(farNamesAreNotOffered),
      cmocka_unit_test(theOrderOfOffersDoesNotMatter),
      cmocka_unit_test(longNamesAreLeftAlone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
