//===- options.h - option text of a pass ------------------------*- C -*-===//
//
// Reads `style=iree max-length=80` by the table of a pass: what MLIR's own
// option classes do for hosts that have them.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_EXTERNAL_OPTIONS_H
#define TRACEMARK_LIB_EXTERNAL_OPTIONS_H

#include "lib/base/arena.h"
#include "lib/base/string_buffer.h"
#include "tracemark/pass.h"

/// Gives one value per option of the table, defaults where `text` (may be NULL)
/// names none; strings live in `arena`. NULL with a message in `error` if the
/// text cannot be read, an option is unknown, or a value is refused.
TracemarkOptionValue *
tracemarkOptionsParse(TracemarkArena *arena,
                      const TracemarkPassDescriptor *descriptor,
                      const char *text, TracemarkStringBuffer *error);

#endif // TRACEMARK_LIB_EXTERNAL_OPTIONS_H
