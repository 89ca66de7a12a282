//===- naming.h - symbols and tags from summaries ---------------*- C -*-===//
//
// The name grammar, version 1:
//   <base>_<root>[_<dims>][_<types>][_<modifier>]*[_<tail>]*[_h<8 hex>][_<n>]
// and the tag, which says the same in full as key=value. Knows no IR but the
// strings in a summary; deterministic; no state.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_NAMING_H
#define TRACEMARK_LIB_IR_NAMING_H

#include "lib/ir/op_summary.h"

#define TRACEMARK_GRAMMAR_VERSION 1
/// Words of a tail in a name; what is left becomes `etc`.
#define TRACEMARK_NAME_TAIL_WORDS 4
/// A base that leaves fewer bytes gets a suffix of this length all the same.
#define TRACEMARK_NAME_LEAST_SUFFIX 24

typedef struct TracemarkNameRequest {
  MlirStringRef base;
  const TracemarkOpSummary *summary; // hasWork is set
  uint64_t hash;                     // of the content; 8 hex digits are shown
  size_t maxLength;                  // bytes in all
  bool needsHash;                    // another entry has the same name
  unsigned instance;                 // >= 2: n-th of equal content; else 0
} TracemarkNameRequest;

/// The new symbol, in the arena; NULL when out of memory.
const char *tracemarkNameSpell(TracemarkArena *arena,
                               const TracemarkNameRequest *request);

/// As above, and tells whether the name shows `hash`: if not, it did not have
/// to be known.
const char *tracemarkNameSpellLazily(TracemarkArena *arena,
                                     const TracemarkNameRequest *request,
                                     bool *showsHash);

typedef struct TracemarkTagRequest {
  MlirStringRef base;
  const TracemarkOpSummary *summary;
  uint64_t hash;
  unsigned instance;
  const char *dynamicDims;     // "arg0.d0,arg1.d2"; empty for none
  const MlirStringRef *layers; // layerCount names
  size_t layerCount;
} TracemarkTagRequest;

/// The tag: `grammar=1 base=... root=... dims=... types=... m= n= k= batch=
/// mods=s2 tail=bias,relu flops= bytes= dyn= from= instance= hash=`, keys
/// without a value left out. Bytes of a value that would end it (blanks,
/// quotes, '%', controls; ',' inside of a layer name) are percent-encoded. In
/// the arena; NULL when out of memory.
const char *tracemarkTagSpell(TracemarkArena *arena,
                              const TracemarkTagRequest *request);

#endif // TRACEMARK_LIB_IR_NAMING_H
