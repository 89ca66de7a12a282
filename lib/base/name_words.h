//===- name_words.h - words and tokens of the name grammar ------*- C -*-===//
//
// What names.c asks to take names apart and lib/ir to put them together: is a
// text a word of the grammar, would a token be taken for a part that it is not.
// A token is what stands between two '_'. No state; any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_NAME_WORDS_H
#define TRACEMARK_LIB_BASE_NAME_WORDS_H

#include "lib/base/support.h"

/// "128", "D", "4x8xD".
bool tracemarkNameTokenIsDims(const char *token, size_t length);
/// "f32", "i8xi8xi32", "cf32", "v4f32", "qi8", "f8E4M3FNUZ", "index", "none",
/// and 'T' with anything behind it: the types that have no word of their own.
bool tracemarkNameTokenIsTypes(const char *token, size_t length);
/// "s2", "s2x1", "d2".
bool tracemarkNameTokenIsModifier(const char *token, size_t length);
/// "h0123abcd".
bool tracemarkNameTokenIsHash(const char *token, size_t length);
/// "x3".
bool tracemarkNameTokenIsCount(const char *token, size_t length);
/// Any of these: no word of a root or a tail may hold such a token.
bool tracemarkNameTokenIsReserved(const char *token, size_t length);

/// A word that is a root alone, a word of chains, or either: of name_words.def
/// or of its patterns.
bool tracemarkNameWordIsRoot(const char *word, size_t length);
bool tracemarkNameWordIsStep(const char *word, size_t length);
bool tracemarkNameWordIsTail(const char *word, size_t length);

#endif // TRACEMARK_LIB_BASE_NAME_WORDS_H
