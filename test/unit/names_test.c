//===- names_test.c - names are taken apart as the vectors say ------------===//
//
// The Python parser's test reads the same vectors.
//
//===----------------------------------------------------------------------===//

#include "tracemark/names.h"

#include "testing.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TracemarkNameText textOf(const json_t *value) {
  return (TracemarkNameText){json_string_value(value),
                             json_string_length(value)};
}

static json_t *toJson(TracemarkNameText text) {
  return json_stringn(text.data, text.length);
}

static json_t *wordsToJson(TracemarkNameText words) {
  json_t *array = json_array();
  TracemarkNameText word;
  while (tracemarkNameNextWord(&words, &word))
    json_array_append_new(array, toJson(word));
  return array;
}

/// A result as the vectors write it; parts that have nothing to say are left
/// out.
static json_t *resultToJson(const TracemarkName *name, json_t *want) {
  json_t *object = json_object();
  char hash[16];
  snprintf(hash, sizeof(hash), "%08" PRIx32, name->hash);
  if (json_object_get(want, "base"))
    json_object_set_new(object, "base", toJson(name->base));
  json_object_set_new(object, "root", toJson(name->root));
  if (name->rootCount != 1) {
    json_object_set_new(object, "root_word", toJson(name->rootWord));
    json_object_set_new(object, "root_count", json_integer(name->rootCount));
  }
  if (name->dims.length)
    json_object_set_new(object, "dims", toJson(name->dims));
  if (name->types.length)
    json_object_set_new(object, "types", toJson(name->types));
  if (name->modifiers.length)
    json_object_set_new(object, "modifiers", wordsToJson(name->modifiers));
  if (name->tail.length)
    json_object_set_new(object, "tail", wordsToJson(name->tail));
  if (name->hasHash)
    json_object_set_new(object, "hash", json_string(hash));
  if (name->instance)
    json_object_set_new(object, "instance", json_integer(name->instance));
  if (name->ambiguous)
    json_object_set_new(object, "ambiguous", json_true());
  return object;
}

static void everyVectorIsParsed(void **state) {
  FILE *file = fopen(TRACEMARK_NAME_VECTORS, "r");
  assert_non_null(file);
  static char line[4096];
  int count = 0;
  for (; fgets(line, sizeof(line), file); ++count) {
    json_t *vector = json_loads(line, JSON_ALLOW_NUL, NULL);
    assert_non_null(vector);
    TracemarkNameText text = textOf(json_object_get(vector, "name"));
    json_t *given = json_object_get(vector, "base");
    json_t *want = json_object_get(vector, "want");
    TracemarkNameText base = given ? textOf(given) : (TracemarkNameText){0};
    // In memory that ends with the name: nothing behind it is read.
    char *copy = malloc(text.length + 1);
    memcpy(copy, text.data, text.length);
    char *exact = realloc(copy, text.length ? text.length : 1);
    TracemarkName name;
    bool found =
        tracemarkNameParse(exact, text.length, given ? &base : NULL, &name);
    if (found != json_is_object(want))
      fail_msg("%s", line);
    if (found) {
      json_t *result = resultToJson(&name, want);
      if (!json_equal(result, want))
        fail_msg("%sgives %s", line, json_dumps(result, 0));
      assert_int_equal(name.readings == 1 || !given, true);
      assert_string_not_equal(name.dims.data ? "" : "null", "null");
      json_decref(result);
    } else {
      assert_null(name.base.data);
    }
    free(exact);
    json_decref(vector);
  }
  fclose(file);
  assert_true(count > 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everyVectorIsParsed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
