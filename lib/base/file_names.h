//===- file_names.h - file names made of symbols ----------------*- C -*-===//
//
// Symbols of a program may hold any byte; the names of the files that are
// written for them are safe on every common file system, and one symbol always
// gives one name.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_FILE_NAMES_H
#define TRACEMARK_LIB_BASE_FILE_NAMES_H

#include "lib/base/string_buffer.h"

/// Longest stem in bytes: leaves room for a hash, an extension and the suffix
/// of a temporary within the 255 bytes that file systems allow.
enum { TRACEMARK_FILE_STEM_MAX = 120 };

/// Appends one part of a name. Letters, digits and `_ - . $ #` stay, any other
/// byte becomes %XX, and so does a dot at the start of the buffer (no hidden
/// file, no ".."), of the part behind a dot, or at the part's end, and the
/// first byte of a buffer that would be a device's name; an empty part becomes
/// "%".
void tracemarkFileNameAppendPart(TracemarkStringBuffer *name, const char *data,
                                 size_t length);

/// Escapes the first byte of a name that is `reserved`, in any case.
void tracemarkFileNameAvoid(TracemarkStringBuffer *name, const char *reserved);

/// Cuts a name that is longer than TRACEMARK_FILE_STEM_MAX to that length,
/// with "-" and 8 hex digits of the whole name's hash as its end.
void tracemarkFileNameCut(TracemarkStringBuffer *name);

#endif // TRACEMARK_LIB_BASE_FILE_NAMES_H
