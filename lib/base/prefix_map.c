//===- prefix_map.c - other beginnings for paths --------------------------===//

#include "lib/base/prefix_map.h"

#include "lib/base/banned.h"

bool tracemarkPrefixMapIsValid(const char *rules, size_t length) {
  for (const char *end = rules + length; rules < end;) {
    const char *feed = memchr(rules, '\n', (size_t)(end - rules));
    const char *stop = feed ? feed : end;
    if (!memchr(rules, '=', (size_t)(stop - rules)))
      return false;
    rules = feed ? feed + 1 : end;
  }
  return true;
}

void tracemarkPrefixMapAppend(TracemarkStringBuffer *text, const char *rules,
                              size_t rulesLength, const char *path,
                              size_t pathLength) {
  for (size_t end = rulesLength; end > 0;) {
    const char *feed = memrchr(rules, '\n', end);
    const char *rule = feed ? feed + 1 : rules;
    size_t length = (size_t)(rules + end - rule);
    const char *equals = memrchr(rule, '=', length);
    size_t old = equals ? (size_t)(equals - rule) : 0;
    if (equals && old <= pathLength && memcmp(path, rule, old) == 0) {
      tracemarkStringBufferAppend(text, equals + 1, length - old - 1);
      path += old;
      pathLength -= old;
      break;
    }
    end = feed ? (size_t)(feed - rules) : 0;
  }
  tracemarkStringBufferAppend(text, path, pathLength);
}
