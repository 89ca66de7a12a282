//===- option_values.c - options as text ----------------------------------===//

#include "lib/ir/option_values.h"

#include "lib/base/prefix_map.h"
#include "lib/base/suggest.h"
#include "lib/ir/strings.h"

#include "lib/base/banned.h"

static const char blanks[] = " \t\n";

static intptr_t find(const TracemarkOptionTable *table, MlirStringRef name,
                     TracemarkStringBuffer *error) {
  TracemarkSuggestion suggestion;
  tracemarkSuggestionStart(&suggestion, name.data, name.length);
  for (intptr_t i = 0; i < table->count; ++i) {
    const char *known = table->options[i].name;
    if (tracemarkStringIs(name, known))
      return i;
    tracemarkSuggestionOffer(&suggestion, known, strlen(known));
  }
  tracemarkStringBufferAppendFormat(error, "'%s' has no option '%.*s'",
                                    table->owner, (int)name.length, name.data);
  if (suggestion.best[0])
    tracemarkStringBufferAppendFormat(error, "; did you mean '%s'?",
                                      suggestion.best);
  return -1;
}

/// Where the text in quotes or braces ends that begins at `begin`; NULL if it
/// does not.
static const char *findClosing(const char *begin, char closing) {
  int depth = 0;
  for (const char *end = begin; *end; ++end) {
    depth += closing == '}' && *end == '{';
    if (*end == closing && end > begin && (closing != '}' || --depth == 0))
      return end;
  }
  return NULL;
}

static bool takeValue(const TracemarkOptionTable *table, const char **text,
                      MlirStringRef *value, TracemarkStringBuffer *error) {
  const char *begin = *text;
  char closing = *begin == '\'' || *begin == '"' ? *begin
                 : *begin == '{'                 ? '}'
                                                 : '\0';
  const char *end =
      closing ? findClosing(begin, closing) : begin + strcspn(begin, blanks);
  if (!end) {
    tracemarkStringBufferAppendFormat(error, "'%s': the value %s does not end",
                                      table->owner, begin);
    return false;
  }
  begin += closing != '\0';
  *value = mlirStringRefCreate(begin, (size_t)(end - begin));
  *text = end + (closing != '\0');
  return true;
}

bool tracemarkOptionTableTake(const TracemarkOptionTable *table,
                              const char **text, intptr_t *index,
                              MlirStringRef *value,
                              TracemarkStringBuffer *error) {
  *text += strspn(*text, blanks);
  if (!**text)
    return false;
  size_t length = strcspn(*text, "= \t\n");
  MlirStringRef name = mlirStringRefCreate(*text, length);
  *text += length;
  *value = mlirStringRefCreate("", 0);
  if (**text == '=') {
    ++*text;
    if (!takeValue(table, text, value, error))
      return false;
  }
  *index = find(table, name, error);
  return *index >= 0;
}

static bool readBoolean(MlirStringRef text, int64_t *value) {
  *value = text.length == 0 || tracemarkStringIs(text, "true") ||
           tracemarkStringIs(text, "1");
  return *value || tracemarkStringIs(text, "false") ||
         tracemarkStringIs(text, "0");
}

/// Takes the prefix that tells the base off the text.
static int takeBase(MlirStringRef *text) {
  if (text->length < 2 || text->data[0] != '0')
    return 10;
  char mark = text->data[1];
  int base = mark == 'x' || mark == 'X'   ? 16
             : mark == 'b' || mark == 'B' ? 2
             : mark >= '0' && mark <= '9' ? 8
             : mark == 'o'                ? 8
                                          : 10;
  size_t taken = base == 10 ? 0 : mark >= '0' && mark <= '9' ? 1 : 2;
  *text = mlirStringRefCreate(text->data + taken, text->length - taken);
  return base;
}

static int digitOf(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : 16;
}

static bool readInteger(MlirStringRef text, int64_t *value) {
  size_t sign = text.length && text.data[0] == '-';
  MlirStringRef digits =
      mlirStringRefCreate(text.data + sign, text.length - sign);
  int base = takeBase(&digits);
  *value = 0;
  for (size_t i = 0; i < digits.length; ++i) {
    int digit = digitOf(digits.data[i]);
    if (digit >= base || __builtin_mul_overflow(*value, base, value) ||
        __builtin_add_overflow(*value, sign ? -digit : digit, value))
      return false;
  }
  return digits.length != 0;
}

static bool readKeyword(const char *const *keywords, MlirStringRef text,
                        int64_t *value) {
  for (*value = 0; keywords[*value]; ++*value)
    if (tracemarkStringIs(text, keywords[*value]))
      return true;
  return false;
}

TracemarkOptionProblem
tracemarkOptionRead(const TracemarkOptionDescriptor *option, MlirStringRef text,
                    TracemarkOptionValue *value) {
  *value = (TracemarkOptionValue){.string = text};
  switch (option->kind) {
  case TRACEMARK_OPTION_BOOLEAN:
    return readBoolean(text, &value->integer) ? TRACEMARK_OPTION_GOOD
                                              : TRACEMARK_OPTION_NO_TRUTH;
  case TRACEMARK_OPTION_INTEGER:
    if (!readInteger(text, &value->integer))
      return TRACEMARK_OPTION_NO_NUMBER;
    return value->integer < option->minimum || value->integer > option->maximum
               ? TRACEMARK_OPTION_OUT_OF_RANGE
               : TRACEMARK_OPTION_GOOD;
  case TRACEMARK_OPTION_STRING:
    if (option->notEmpty && !text.length)
      return TRACEMARK_OPTION_EMPTY;
    return option->isMapping &&
                   !tracemarkPrefixMapIsValid(text.data, text.length)
               ? TRACEMARK_OPTION_NO_MAPPING
               : TRACEMARK_OPTION_GOOD;
  case TRACEMARK_OPTION_ENUM:
    break;
  }
  return readKeyword(option->keywords, text, &value->integer)
             ? TRACEMARK_OPTION_GOOD
             : TRACEMARK_OPTION_NO_KEYWORD;
}

TracemarkOptionValue
tracemarkOptionDefault(const TracemarkOptionDescriptor *option) {
  return (TracemarkOptionValue){
      .integer = option->defaultInteger,
      .string = tracemarkStringFrom(
          option->defaultString ? option->defaultString : "")};
}
