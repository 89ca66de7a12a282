//===- zstd.h - text made small ---------------------------------*- C -*-===//
//
// Compression in the format of RFC 8878. Thread safe.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_ZSTD_H
#define TRACEMARK_LIB_BASE_ZSTD_H

#include "lib/base/string_buffer.h"

/// Appends one frame, with its size and a checksum of its content, that holds
/// `length` bytes of `data`; equal data gives equal bytes. The buffer fails
/// when out of memory.
void tracemarkZstdAppend(TracemarkStringBuffer *buffer, const char *data,
                         size_t length);

#endif // TRACEMARK_LIB_BASE_ZSTD_H
