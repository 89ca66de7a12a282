//===- iree_recognise.c - summaries that are in a name already ------------===//

#include "lib/ir/iree_summary.h"

#include "lib/ir/strings.h"

#include <ctype.h>

#include "lib/base/banned.h"

/// First words of summaries that are no names of linalg ops.
static const char *const words[] = {"elementwise_transpose",
                                    "elementwise_broadcast",
                                    "elementwise",
                                    "scaled_matmul_like",
                                    "matvec_like",
                                    "matmul_like",
                                    "contract",
                                    "horizontal_multi_contract",
                                    "conv",
                                    "reduction",
                                    "attention",
                                    "online_attention",
                                    "arg_compare",
                                    "custom_op",
                                    "dequantize_affine",
                                    "exp_reduction",
                                    "fft",
                                    "gather",
                                    "im2col",
                                    "map_gather",
                                    "map_load",
                                    "map_scatter",
                                    "map_store",
                                    "quantize_affine",
                                    "reverse",
                                    "scan",
                                    "scatter",
                                    "sort",
                                    "topk",
                                    "topk_v2",
                                    "winograd",
                                    "set_encoding",
                                    "unset_encoding"};

static MlirStringRef dropFront(MlirStringRef text, size_t count) {
  return mlirStringRefCreate(text.data + count, text.length - count);
}

/// Length of the name up to the `tokens`-th '_' (from 1) or the end; 0 if the
/// text has fewer tokens.
static size_t lengthOfTokens(MlirStringRef text, unsigned tokens) {
  for (size_t i = 0; i < text.length; ++i)
    if (text.data[i] == '_' && --tokens == 0)
      return i;
  return tokens == 1 ? text.length : 0;
}

static bool isLinalgOp(MlirContext context, MlirStringRef word) {
  char name[64] = "linalg.";
  size_t prefix = strlen(name);
  if (word.length == 0 || word.length >= sizeof(name) - prefix)
    return false;
  memcpy(name + prefix, word.data, word.length);
  return mlirContextIsRegisteredOperation(
      context, mlirStringRefCreate(name, prefix + word.length));
}

/// Length of the longest known word that the text starts with, up to a '_' or
/// the end; 0 for none.
static size_t knownWord(MlirContext context, MlirStringRef text) {
  size_t longest = 0, length;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(words); ++i) {
    length = strlen(words[i]);
    if (length > longest && tracemarkStringStartsWith(text, words[i]) &&
        (length == text.length || text.data[length] == '_'))
      longest = length;
  }
  for (unsigned tokens = 1; (length = lengthOfTokens(text, tokens)); ++tokens)
    if (length > longest &&
        isLinalgOp(context, mlirStringRefCreate(text.data, length)))
      longest = length;
  return longest;
}

static bool isType(MlirStringRef token) {
  static const char *const starts[] = {"f",  "bf", "tf", "i",
                                       "si", "ui", "cf", "ci"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(starts); ++i) {
    size_t length = strlen(starts[i]);
    if (tracemarkStringStartsWith(token, starts[i]) && token.length > length &&
        isdigit((unsigned char)token.data[length]))
      return true;
  }
  return tracemarkStringStartsWith(token, "index") ||
         tracemarkStringStartsWith(token, "complex");
}

/// Sizes that nobody writes by chance: 4x8, D, 4xf32, or 16 before a type.
static bool isSizes(MlirStringRef token, MlirStringRef next) {
  size_t i = 0, parts = 0;
  while (i < token.length) {
    size_t start = i;
    if (token.data[i] == 'D')
      ++i;
    else
      while (i < token.length && isdigit((unsigned char)token.data[i]))
        ++i;
    if (i == start)
      return parts > 0 && isType(dropFront(token, start));
    ++parts;
    if (i < token.length && token.data[i++] != 'x')
      return false;
  }
  return parts >= 2 || (parts == 1 && (token.data[0] == 'D' || isType(next)));
}

static MlirStringRef firstToken(MlirStringRef text) {
  size_t length = lengthOfTokens(text, 1);
  return mlirStringRefCreate(text.data, length);
}

bool tracemarkIreeSummaryIsOne(MlirContext context, MlirStringRef text) {
  if (tracemarkStringIs(text, "slow_memcpy"))
    return true;
  if (tracemarkStringStartsWith(text, "unpack_") &&
      !isType(dropFront(text, strlen("unpack_"))))
    text = dropFront(text, strlen("unpack_"));
  size_t length = knownWord(context, text);
  if (length == 0)
    return false;
  bool isPack =
      tracemarkStringIs(mlirStringRefCreate(text.data, length), "pack") ||
      tracemarkStringIs(mlirStringRefCreate(text.data, length), "unpack");
  // Further words of the root may follow before the sizes.
  while (length < text.length) {
    text = dropFront(text, length + 1);
    MlirStringRef token = firstToken(text);
    length = token.length;
    MlirStringRef next = length < text.length
                             ? firstToken(dropFront(text, length + 1))
                             : mlirStringRefCreate("", 0);
    if (isSizes(token, next) || (isPack && isType(token)))
      return true;
  }
  return false;
}
