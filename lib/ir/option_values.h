//===- option_values.h - options as text ------------------------*- C -*-===//
//
// Reads `style=iree max-length=80` by a table of options, and the text of one
// value: for the passes of hosts without MLIR's option classes, for flags and
// variables, and for sessions. What is wrong each of them says in its own
// words.
//
// Threads: any. Ownership: names and values are views of the text.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OPTION_VALUES_H
#define TRACEMARK_LIB_IR_OPTION_VALUES_H

#include "lib/base/string_buffer.h"
#include "lib/base/support.h"
#include "tracemark/pass.h"

/// Options that one text may give.
typedef struct TracemarkOptionTable {
  const char *owner; // whom messages name: "tracemark-name-dispatches"
  const TracemarkOptionDescriptor *options;
  intptr_t count;
} TracemarkOptionTable;

/// Takes the next `name=value`, or `name` alone (an empty value), off `*text`;
/// `*index` is its place in the table. A value ends at a blank, or stands in
/// quotes or braces. False at the end of the text, or, with a message in
/// `error`, if the table has no such option or the value does not end.
TRACEMARK_MUST_USE bool
tracemarkOptionTableTake(const TracemarkOptionTable *table, const char **text,
                         intptr_t *index, MlirStringRef *value,
                         TracemarkStringBuffer *error);

/// What is wrong with the text of a value.
typedef enum TracemarkOptionProblem {
  TRACEMARK_OPTION_GOOD,
  TRACEMARK_OPTION_NO_TRUTH,     // BOOLEAN: not true, false, 1, 0 or nothing
  TRACEMARK_OPTION_NO_NUMBER,    // INTEGER
  TRACEMARK_OPTION_OUT_OF_RANGE, // INTEGER; the value was read all the same
  TRACEMARK_OPTION_NO_KEYWORD,   // ENUM
  TRACEMARK_OPTION_EMPTY,        // STRING
  TRACEMARK_OPTION_NO_MAPPING,   // STRING
} TracemarkOptionProblem;

/// Reads the text of one value. Numbers may have a sign, and are decimal,
/// 0x hexadecimal, 0b binary, or with 0 or 0o octal, as MLIR's are.
TRACEMARK_MUST_USE TracemarkOptionProblem
tracemarkOptionRead(const TracemarkOptionDescriptor *option, MlirStringRef text,
                    TracemarkOptionValue *value);

/// Value of an option that is not given.
TracemarkOptionValue
tracemarkOptionDefault(const TracemarkOptionDescriptor *option);

#endif // TRACEMARK_LIB_IR_OPTION_VALUES_H
