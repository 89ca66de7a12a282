//===- options.c - option text of a pass ----------------------------------===//

#include "lib/external/options.h"

#include "lib/base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/base/banned.h"

typedef struct Reader {
  TracemarkArena *arena;
  const TracemarkPassDescriptor *descriptor;
  TracemarkOptionValue *values;
  TracemarkStringBuffer *error;
} Reader;

static void setDefaults(Reader *reader) {
  for (intptr_t i = 0; i < reader->descriptor->optionCount; ++i) {
    const TracemarkOptionDescriptor *option = &reader->descriptor->options[i];
    const char *text = option->defaultString ? option->defaultString : "";
    reader->values[i] = (TracemarkOptionValue){
        .integer = option->defaultInteger,
        .string = mlirStringRefCreate(text, strlen(text))};
  }
}

static bool setInteger(Reader *reader, const TracemarkOptionDescriptor *option,
                       const char *text, TracemarkOptionValue *value) {
  char *end;
  errno = 0;
  long long number = strtoll(text, &end, 0);
  if (end == text || *end || errno) {
    tracemarkStringBufferAppendFormat(
        reader->error, "'%s' expects option '%s' to be a number, found '%s'",
        reader->descriptor->argument, option->name, text);
    return false;
  }
  if (number < option->minimum || number > option->maximum) {
    tracemarkStringBufferAppendFormat(
        reader->error,
        "'%s' expects option '%s' to be between %" PRId64 " and %" PRId64
        ", found %lld",
        reader->descriptor->argument, option->name, option->minimum,
        option->maximum, number);
    return false;
  }
  value->integer = number;
  return true;
}

static bool setKeyword(Reader *reader, const TracemarkOptionDescriptor *option,
                       const char *const *keywords, const char *text,
                       TracemarkOptionValue *value) {
  for (int64_t i = 0; keywords[i]; ++i)
    if (strcmp(keywords[i], text) == 0) {
      value->integer = i;
      return true;
    }
  tracemarkStringBufferAppendFormat(reader->error,
                                    "'%s' expects option '%s' to be one of",
                                    reader->descriptor->argument, option->name);
  for (int64_t i = 0; keywords[i]; ++i)
    tracemarkStringBufferAppendFormat(reader->error, "%s '%s'", i ? "," : "",
                                      keywords[i]);
  tracemarkStringBufferAppendFormat(reader->error, ", found '%s'", text);
  return false;
}

static bool setValue(Reader *reader, intptr_t index, const char *text) {
  static const char *const truths[] = {"false", "true", NULL};
  const TracemarkOptionDescriptor *option = &reader->descriptor->options[index];
  TracemarkOptionValue *value = &reader->values[index];
  switch (option->kind) {
  case TRACEMARK_OPTION_BOOLEAN:
    return setKeyword(reader, option, truths,
                      strcmp(text, "1") == 0   ? "true"
                      : strcmp(text, "0") == 0 ? "false"
                      : *text                  ? text
                                               : "true",
                      value);
  case TRACEMARK_OPTION_INTEGER:
    return setInteger(reader, option, text, value);
  case TRACEMARK_OPTION_STRING:
    value->string = mlirStringRefCreate(text, strlen(text));
    if (*text || !option->notEmpty)
      return true;
    tracemarkStringBufferAppendFormat(
        reader->error, "'%s' expects option '%s' to be not empty",
        reader->descriptor->argument, option->name);
    return false;
  case TRACEMARK_OPTION_ENUM:
    return setKeyword(reader, option, option->keywords, text, value);
  }
  return false;
}

static intptr_t findOption(Reader *reader, const char *name) {
  const TracemarkPassDescriptor *descriptor = reader->descriptor;
  TracemarkSuggestion suggestion;
  tracemarkSuggestionStart(&suggestion, name, strlen(name));
  for (intptr_t i = 0; i < descriptor->optionCount; ++i) {
    if (strcmp(descriptor->options[i].name, name) == 0)
      return i;
    tracemarkSuggestionOffer(&suggestion, descriptor->options[i].name,
                             strlen(descriptor->options[i].name));
  }
  tracemarkStringBufferAppendFormat(reader->error, "'%s' has no option '%s'",
                                    descriptor->argument, name);
  if (suggestion.best[0])
    tracemarkStringBufferAppendFormat(reader->error, "; did you mean '%s'?",
                                      suggestion.best);
  return -1;
}

/// Takes a value off `*text`: up to a space, or what stands in quotes or
/// braces; NULL if these do not end.
static const char *takeValue(Reader *reader, const char **text) {
  const char *begin = *text, *end;
  char closing = *begin == '\'' || *begin == '"' ? *begin
                 : *begin == '{'                 ? '}'
                                                 : '\0';
  if (closing) {
    int depth = 0;
    for (end = begin; *end; ++end) {
      depth += closing == '}' && *end == '{';
      if (*end == closing && end > begin && (closing != '}' || --depth == 0))
        break;
    }
    if (!*end) {
      tracemarkStringBufferAppendFormat(reader->error,
                                        "'%s': the value %s does not end",
                                        reader->descriptor->argument, begin);
      return NULL;
    }
    *text = end + 1;
    ++begin;
  } else {
    end = begin + strcspn(begin, " \t\n");
    *text = end;
  }
  return tracemarkArenaCopyText(reader->arena, begin, (size_t)(end - begin));
}

static bool readAll(Reader *reader, const char *text) {
  for (;;) {
    text += strspn(text, " \t\n");
    if (!*text)
      return true;
    size_t length = strcspn(text, "= \t\n");
    const char *name = tracemarkArenaCopyText(reader->arena, text, length);
    text += length;
    const char *value = "";
    if (*text == '=') {
      ++text;
      value = takeValue(reader, &text);
    }
    intptr_t index = name && value ? findOption(reader, name) : -1;
    if (index < 0 || !setValue(reader, index, value))
      return false;
  }
}

TracemarkOptionValue *
tracemarkOptionsParse(TracemarkArena *arena,
                      const TracemarkPassDescriptor *descriptor,
                      const char *text, TracemarkStringBuffer *error) {
  Reader reader = {.arena = arena,
                   .descriptor = descriptor,
                   .values = tracemarkArenaAllocate(
                       arena, (size_t)descriptor->optionCount + 1,
                       sizeof(TracemarkOptionValue)),
                   .error = error};
  if (reader.values) {
    setDefaults(&reader);
    if (!text || readAll(&reader, text))
      return reader.values;
  }
  if (error->length == 0)
    tracemarkStringBufferAppendText(error, "out of memory for pass options");
  return NULL;
}
