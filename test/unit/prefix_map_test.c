//===- prefix_map_test.c - other beginnings for paths ---------------------===//

#include "lib/base/prefix_map.h"

#include <string.h>

#include "testing.h"

static void expectMapped(const char *rules, const char *path,
                         const char *expected) {
  TracemarkStringBuffer text = {0};
  tracemarkPrefixMapAppend(&text, rules, strlen(rules), path, strlen(path));
  assert_false(text.failed);
  assert_string_equal(tracemarkStringBufferText(&text), expected);
  tracemarkStringBufferDestroy(&text);
}

static void withoutARuleAPathStays(void **state) {
  expectMapped("", "/a/b", "/a/b");
  expectMapped("/c=/d", "/a/b", "/a/b");
  expectMapped("/a/b/c=/d", "/a/b", "/a/b");
}

/// As gcc 12 does, found by trying: no border of a name is needed.
static void aBeginningIsReplaced(void **state) {
  expectMapped("/a=/new", "/a/b", "/new/b");
  expectMapped("/a=", "/a/b", "/b");
  expectMapped("/a/=", "/a/b", "b");
  expectMapped("/a=/new", "/ab", "/newb");
  expectMapped("l=m", "l/f.mlir", "m/f.mlir");
  expectMapped("/a/b=x", "/a/b", "x");
  expectMapped("=/top/", "a", "/top/a");
}

static void theLastEqualsSignEndsTheOldBeginning(void **state) {
  expectMapped("/a=b=X", "/a=b/c", "X/c");
  expectMapped("/a=b=X", "/a/c", "/a/c");
}

static void theLastRuleThatFitsCounts(void **state) {
  expectMapped("/a/b=one\n/a=two", "/a/b/c", "two/b/c");
  expectMapped("/a=two\n/a/b=one", "/a/b/c", "one/c");
  expectMapped("/a=two\n/c=three", "/a/b", "two/b");
  // What came out is not mapped again.
  expectMapped("/a=/c\n/c=/a", "/a/b", "/c/b");
}

static void aRuleNeedsAnEqualsSign(void **state) {
  assert_true(tracemarkPrefixMapIsValid("", 0));
  assert_true(tracemarkPrefixMapIsValid("a=b", 3));
  assert_true(tracemarkPrefixMapIsValid("a=b\nc=", 6));
  assert_false(tracemarkPrefixMapIsValid("a", 1));
  assert_false(tracemarkPrefixMapIsValid("a=b\nc", 5));
  assert_false(tracemarkPrefixMapIsValid("a\nb=c", 5));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(withoutARuleAPathStays),
      cmocka_unit_test(aBeginningIsReplaced),
      cmocka_unit_test(theLastEqualsSignEndsTheOldBeginning),
      cmocka_unit_test(theLastRuleThatFitsCounts),
      cmocka_unit_test(aRuleNeedsAnEqualsSign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
