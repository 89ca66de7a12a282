//===- tracemark/names.h - reads the names of dispatches --------*- C -*-===//
//
// Takes a symbol that tracemark-name-dispatches made apart again, by version 1
// of the grammar (docs/names.md). For profilers and other readers of symbols:
// C11 and C++17, no MLIR, no allocation, no state, any thread.
//
//   TracemarkName name;
//   if (tracemarkNameParse(symbol, strlen(symbol), NULL, &name))
//     printf("%.*s of %.*s\n", (int)name.root.length, name.root.data,
//            (int)name.base.length, name.base.data);
//
// Ownership: every text of the result points into the symbol.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_NAMES_H
#define TRACEMARK_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Exported by libTracemark.so.
#define TRACEMARK_NAMES_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes without a zero byte behind them; data is never NULL in a result.
typedef struct TracemarkNameText {
  const char *data;
  size_t length;
} TracemarkNameText;

typedef struct TracemarkName {
  TracemarkNameText base;
  TracemarkNameText root;      // "matmul_nt_x3", as the tag says it
  TracemarkNameText rootWord;  // "matmul_nt"
  unsigned rootCount;          // 3; 1 for a single root
  TracemarkNameText dims;      // "128x256xD"; empty for rank 0 or cut off
  TracemarkNameText types;     // "f32", "f16xf16xf32"; may be empty
  TracemarkNameText modifiers; // "s2_d2x1"; may be empty
  TracemarkNameText tail;      // "bias_relu"; may be empty
  bool hasHash;
  uint32_t hash;     // of the content; 0 without
  unsigned instance; // n-th of equal content, from 2; else 0
  /// No base was given, so that the split is the likeliest, not a certain one.
  bool ambiguous;
  /// Splits that the grammar allows, 1 with a base.
  unsigned readings;
} TracemarkName;

/// Parses `length` bytes of `name`. With `base` (the tag's `base=`) the answer
/// is exact for every name that the pass makes. Without it (NULL) the rightmost
/// known root counts. A root that was cut for length is given as it stands.
/// False, and nothing but zero in `result`, if the name does not begin with the
/// base, has nothing behind it, or has no known root.
TRACEMARK_NAMES_API bool tracemarkNameParse(const char *name, size_t length,
                                            const TracemarkNameText *base,
                                            TracemarkName *result);

/// Takes the first word from `words`, the modifiers or the tail of a result:
/// the longest that the grammar knows, else up to the next '_'. False when
/// nothing is left.
TRACEMARK_NAMES_API bool tracemarkNameNextWord(TracemarkNameText *words,
                                               TracemarkNameText *word);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_NAMES_H
