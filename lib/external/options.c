//===- options.c - option text of a pass ----------------------------------===//

#include "lib/external/options.h"

#include "lib/ir/option_values.h"

#include <inttypes.h>

#include "lib/base/banned.h"

static void appendKeywords(const char *const *keywords,
                           TracemarkStringBuffer *error) {
  tracemarkStringBufferAppendText(error, "be one of");
  for (const char *const *keyword = keywords; *keyword; ++keyword)
    tracemarkStringBufferAppendFormat(error, "%s '%s'",
                                      keyword == keywords ? "" : ",", *keyword);
}

/// Says what was expected and found, in the words of MLIR's option classes and
/// of the plugin's passes.
static void appendProblem(const TracemarkPassDescriptor *descriptor,
                          const TracemarkOptionDescriptor *option,
                          TracemarkOptionProblem problem,
                          const TracemarkOptionValue *value,
                          TracemarkStringBuffer *error) {
  static const char *const truths[] = {"false", "true", NULL};
  MlirStringRef text = value->string;
  if (problem == TRACEMARK_OPTION_NO_MAPPING) {
    tracemarkStringBufferAppendFormat(
        error, "'%s' option '%s' expects OLD=NEW, found '%.*s'",
        descriptor->argument, option->name, (int)text.length, text.data);
    return;
  }
  tracemarkStringBufferAppendFormat(error, "'%s' expects option '%s' to ",
                                    descriptor->argument, option->name);
  if (problem == TRACEMARK_OPTION_EMPTY) {
    tracemarkStringBufferAppendText(error, "be not empty");
    return;
  }
  if (problem == TRACEMARK_OPTION_OUT_OF_RANGE) {
    tracemarkStringBufferAppendFormat(
        error, "be between %" PRId64 " and %" PRId64 ", found %" PRId64,
        option->minimum, option->maximum, value->integer);
    return;
  }
  if (problem == TRACEMARK_OPTION_NO_NUMBER)
    tracemarkStringBufferAppendText(error, "be a number");
  else
    appendKeywords(problem == TRACEMARK_OPTION_NO_TRUTH ? truths
                                                        : option->keywords,
                   error);
  tracemarkStringBufferAppendFormat(error, ", found '%.*s'", (int)text.length,
                                    text.data);
}

static bool readAll(TracemarkArena *arena,
                    const TracemarkPassDescriptor *descriptor, const char *text,
                    TracemarkOptionValue *values,
                    TracemarkStringBuffer *error) {
  TracemarkOptionTable table = {.owner = descriptor->argument,
                                .options = descriptor->options,
                                .count = descriptor->optionCount};
  intptr_t index;
  MlirStringRef value;
  while (tracemarkOptionTableTake(&table, &text, &index, &value, error)) {
    const char *copy = tracemarkArenaCopyText(arena, value.data, value.length);
    if (!copy)
      return false;
    TracemarkOptionProblem problem = tracemarkOptionRead(
        &table.options[index], mlirStringRefCreate(copy, value.length),
        &values[index]);
    if (problem != TRACEMARK_OPTION_GOOD) {
      appendProblem(descriptor, &table.options[index], problem, &values[index],
                    error);
      return false;
    }
  }
  return !*text && !error->length && !error->failed;
}

TracemarkOptionValue *
tracemarkOptionsParse(TracemarkArena *arena,
                      const TracemarkPassDescriptor *descriptor,
                      const char *text, TracemarkStringBuffer *error) {
  TracemarkOptionValue *values = tracemarkArenaAllocate(
      arena, (size_t)descriptor->optionCount + 1, sizeof(TracemarkOptionValue));
  if (values) {
    for (intptr_t i = 0; i < descriptor->optionCount; ++i)
      values[i] = tracemarkOptionDefault(&descriptor->options[i]);
    if (!text || readAll(arena, descriptor, text, values, error))
      return values;
  }
  if (error->length == 0)
    tracemarkStringBufferAppendText(error, "out of memory for pass options");
  return NULL;
}
