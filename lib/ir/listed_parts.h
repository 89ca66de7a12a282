//===- listed_parts.h - what the listings of one context show ---*- C -*-===//
//
// What was last listed of each part of a program: the hash of its structure,
// that of its locations when they were lines of the listing, and the file. A
// part of which both are what they were need not be printed again, nor its
// locations changed: every line of it is right as it is.
//
// Of one context, since the hashes are good in that one only. Threads: any.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTED_PARTS_H
#define TRACEMARK_LIB_IR_LISTED_PARTS_H

#include "lib/base/string_buffer.h"

#include "mlir-c/Support.h"

typedef struct TracemarkListedParts TracemarkListedParts;

/// Of one part; 0 for a hash that is not known.
typedef struct TracemarkListedPart {
  uint64_t structure, locations;
  size_t bytes; // of the file
} TracemarkListedPart;

/// Returns NULL when out of memory.
TracemarkListedParts *tracemarkListedPartsCreate(void);
void tracemarkListedPartsDestroy(TracemarkListedParts *parts);

/// Gives what was put last under the key, and appends the file, relative to the
/// folder of listings. False if there is nothing.
bool tracemarkListedPartsFind(TracemarkListedParts *parts, MlirStringRef key,
                              TracemarkListedPart *part,
                              TracemarkStringBuffer *file);

/// `file` is NULL for the one that is there. Out of memory means that nothing
/// is known of the part.
void tracemarkListedPartsPut(TracemarkListedParts *parts, MlirStringRef key,
                             const TracemarkListedPart *part, const char *file);

#endif // TRACEMARK_LIB_IR_LISTED_PARTS_H
