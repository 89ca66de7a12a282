//===- op_normalisations.c - softmax, layernorm and others ----------------===//
//
// | word        | formula |
// |-------------|-------------------------------------------------------------|
// | softmax     | exp(x - max(x)) / sum(exp(x - max(x))) |
// | log_softmax | x - max(x) - log(sum(exp(x - max(x)))) |
// | layernorm   | (x - mean(x)) / sqrt(variance(x) + eps), mean made here |
// | rmsnorm     | x / sqrt(mean(x^2) + eps) |
// | norm        | (x - mean) / sqrt(variance) with statistics from elsewhere,
// if | |             | both a repeated scale and a repeated shift follow |
//
// Scale and shift along the columns are part of the last three. The
// denominator may be a product with the reciprocal.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_formulas.h"
#include "lib/ir/scalar_values.h"

#include "lib/base/banned.h"

typedef TracemarkFormulaReader Reader;
typedef TracemarkNode Node;
typedef TracemarkFormulaMark Mark;

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// node = x - max(x)
static bool isCentred(Reader *reader, const Node *node, Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2], value, factors[2];
  bool hasFactors;
  const TracemarkOpItem *item;
  if (tracemarkNodeTake(reader, node, "sub", 2, operands) &&
      tracemarkNodeReduction(reader, &operands[1], TRACEMARK_COMBINER_MAX,
                             &value, factors, &hasFactors, &item) &&
      tracemarkNodeSame(reader, &value, &operands[0])) {
    *x = operands[0];
    return true;
  }
  return tracemarkFormulaUndo(reader, before);
}

static bool isCentredExp(Reader *reader, const Node *node, Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node inner;
  return (tracemarkNodeTake(reader, node, "exp", 1, &inner) &&
          isCentred(reader, &inner, x)) ||
         tracemarkFormulaUndo(reader, before);
}

/// node = sum(exp(x - max(x)))
static bool isExpSum(Reader *reader, const Node *node, const Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node value, factors[2], other;
  bool hasFactors;
  const TracemarkOpItem *item;
  return (tracemarkNodeReduction(reader, node, TRACEMARK_COMBINER_SUM, &value,
                                 factors, &hasFactors, &item) &&
          isCentredExp(reader, &value, &other) &&
          tracemarkNodeSame(reader, x, &other)) ||
         tracemarkFormulaUndo(reader, before);
}

/// node = 1 / d
static bool isReciprocal(Reader *reader, const Node *node, Node *d) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node rows = tracemarkNodeRows(reader, node), operands[2];
  double one;
  if (tracemarkNodeTake(reader, &rows, "reciprocal", 1, d))
    return true;
  if (tracemarkNodeTake(reader, &rows, "div", 2, operands) &&
      tracemarkNodeConstant(reader, &operands[0], &one) && one == 1.0) {
    *d = operands[1];
    return true;
  }
  return tracemarkFormulaUndo(reader, before);
}

static bool isSoftmax(Reader *reader, const Node *node) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2], x, d;
  if (tracemarkNodeTake(reader, node, "div", 2, operands) &&
      isCentredExp(reader, &operands[0], &x) &&
      isExpSum(reader, &operands[1], &x))
    return tracemarkFormulaSetWord(reader, "softmax");
  tracemarkFormulaUndo(reader, before);
  if (tracemarkNodeTake(reader, node, "mul", 2, operands))
    for (int i = 0; i < 2; ++i) {
      Mark inner = tracemarkFormulaMarkGet(reader);
      if (isReciprocal(reader, &operands[1 - i], &d) &&
          isCentredExp(reader, &operands[i], &x) && isExpSum(reader, &d, &x))
        return tracemarkFormulaSetWord(reader, "softmax");
      tracemarkFormulaUndo(reader, inner);
    }
  return tracemarkFormulaUndo(reader, before);
}

static bool isLogSoftmax(Reader *reader, const Node *node) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2], x, sum;
  if (!tracemarkNodeTake(reader, node, "sub", 2, operands))
    return false;
  Node rows = tracemarkNodeRows(reader, &operands[1]);
  if (isCentred(reader, &operands[0], &x) &&
      tracemarkNodeTake(reader, &rows, "log", 1, &sum) &&
      isExpSum(reader, &sum, &x))
    return tracemarkFormulaSetWord(reader, "log_softmax");
  return tracemarkFormulaUndo(reader, before);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// node = sum of `value` over its loops, divided by something.
static bool isAverage(Reader *reader, const Node *node, Node *value,
                      Node factors[2], bool *hasFactors) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node rows = tracemarkNodeRows(reader, node), sum, operands[2];
  const TracemarkOpItem *item;
  double scale;
  tracemarkNodeScale(reader, &rows, &sum, &scale);
  // A dynamic count is no constant.
  if (scale == 1.0 && tracemarkNodeTake(reader, &sum, "div", 2, operands))
    sum = operands[0];
  return tracemarkNodeReduction(reader, &sum, TRACEMARK_COMBINER_SUM, value,
                                factors, hasFactors, &item) ||
         tracemarkFormulaUndo(reader, before);
}

static bool isMeanOf(Reader *reader, const Node *node, const Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node value, factors[2], base;
  bool hasFactors;
  double scale;
  if (!isAverage(reader, node, &value, factors, &hasFactors))
    return false;
  tracemarkNodeScale(reader, &value, &base, &scale); // scaled before adding up
  return tracemarkNodeSame(reader, &base, x) ||
         tracemarkFormulaUndo(reader, before);
}

static bool isMeanSquareOf(Reader *reader, const Node *node, const Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node value, factors[2];
  bool hasFactors;
  return (isAverage(reader, node, &value, factors, &hasFactors) && hasFactors &&
          tracemarkNodeSame(reader, &factors[0], x) &&
          tracemarkNodeSame(reader, &factors[1], x)) ||
         tracemarkFormulaUndo(reader, before);
}

/// node = mean(x^2) - mean(x)^2
static bool isVarianceByMoments(Reader *reader, const Node *node,
                                const Node *x) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node rows = tracemarkNodeRows(reader, node), operands[2], factors[2];
  return (tracemarkNodeTake(reader, &rows, "sub", 2, operands) &&
          isMeanSquareOf(reader, &operands[0], x) &&
          tracemarkNodeTake(reader, &operands[1], "mul", 2, factors) &&
          isMeanOf(reader, &factors[0], x) &&
          isMeanOf(reader, &factors[1], x)) ||
         tracemarkFormulaUndo(reader, before);
}

/// node = v + eps or v
static Node stripEpsilon(Reader *reader, const Node *node) {
  Node rows = tracemarkNodeRows(reader, node), other;
  double epsilon;
  return tracemarkNodeTakeConstant(reader, &rows, "add", &other, &epsilon)
             ? other
             : rows;
}

/// node = 1 / sqrt(v + eps); gives v.
static bool isInverseRoot(Reader *reader, const Node *node, Node *v) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node rows = tracemarkNodeRows(reader, node), inner, root;
  if (tracemarkNodeTake(reader, &rows, "rsqrt", 1, &inner)) {
    *v = stripEpsilon(reader, &inner);
    return true;
  }
  if (isReciprocal(reader, &rows, &root)) {
    Node rootRows = tracemarkNodeRows(reader, &root);
    if (tracemarkNodeTake(reader, &rootRows, "sqrt", 1, &inner)) {
      *v = stripEpsilon(reader, &inner);
      return true;
    }
  }
  return tracemarkFormulaUndo(reader, before);
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// What the numerator and the squared denominator make; NULL if nothing.
static const char *normOf(Reader *reader, const Node *numerator,
                          const Node *v) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  if (tracemarkNodeTake(reader, numerator, "sub", 2, operands)) {
    bool isMean = isMeanOf(reader, &operands[1], &operands[0]);
    if (isMeanSquareOf(reader, v, numerator) ||
        (isMean && isVarianceByMoments(reader, v, &operands[0])))
      return isMean ? "layernorm" : "norm";
    tracemarkFormulaUndo(reader, before);
  }
  if (isMeanSquareOf(reader, v, numerator))
    return "rmsnorm";
  tracemarkFormulaUndo(reader, before);
  return NULL;
}

/// node = numerator / sqrt(v + eps)
static const char *isQuotient(Reader *reader, const Node *node) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2], v, inner;
  const char *word;
  if (tracemarkNodeTake(reader, node, "div", 2, operands)) {
    Node rows = tracemarkNodeRows(reader, &operands[1]);
    if (tracemarkNodeTake(reader, &rows, "sqrt", 1, &inner)) {
      v = stripEpsilon(reader, &inner);
      if ((word = normOf(reader, &operands[0], &v)))
        return word;
    }
    tracemarkFormulaUndo(reader, before);
  }
  if (tracemarkNodeTake(reader, node, "mul", 2, operands))
    for (int i = 0; i < 2; ++i) {
      Mark between = tracemarkFormulaMarkGet(reader);
      if (isInverseRoot(reader, &operands[1 - i], &v) &&
          (word = normOf(reader, &operands[i], &v)))
        return word;
      tracemarkFormulaUndo(reader, between);
    }
  tracemarkFormulaUndo(reader, before);
  return NULL;
}

/// node = quotient, or times a repeated scale; the scale may be multiplied to
/// the reciprocal first.
static const char *isScaledQuotient(Reader *reader, const Node *node) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2], inner[2], v;
  const char *word = isQuotient(reader, node);
  if (word)
    return word;
  if (tracemarkNodeTake(reader, node, "mul", 2, operands))
    for (int i = 0; i < 2; ++i) {
      Mark between = tracemarkFormulaMarkGet(reader);
      if (tracemarkNodeIsRepeated(reader, &operands[1 - i]) &&
          (word = isQuotient(reader, &operands[i])))
        return word;
      tracemarkFormulaUndo(reader, between);
      if (tracemarkNodeTake(reader, &operands[1 - i], "mul", 2, inner))
        for (int j = 0; j < 2; ++j)
          if (isInverseRoot(reader, &inner[j], &v) &&
              tracemarkNodeIsRepeated(reader, &inner[1 - j]) &&
              (word = normOf(reader, &operands[i], &v)))
            return word;
      tracemarkFormulaUndo(reader, between);
    }
  tracemarkFormulaUndo(reader, before);
  return NULL;
}

/// Tells whether a factor is one per row or column: a repeated tensor, or made
/// of repeated ones.
static bool isStatistic(Reader *reader, const Node *node, int depth) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node v, operands[2];
  if (tracemarkNodeIsRepeated(reader, node))
    return true;
  if (tracemarkNodeTake(reader, node, "rsqrt", 1, &v) ||
      tracemarkNodeTake(reader, node, "sqrt", 1, &v)) {
    v = stripEpsilon(reader, &v);
    return tracemarkNodeIsRepeated(reader, &v) ||
           tracemarkFormulaUndo(reader, before);
  }
  if (depth > 0 && tracemarkNodeTake(reader, node, "div", 2, operands) &&
      isStatistic(reader, &operands[1], depth - 1))
    return true;
  return tracemarkFormulaUndo(reader, before);
}

/// (x - mean) * inverse * scale, or (x - mean) / deviation * scale, all but x
/// one per row or column; counts them.
static bool isAffine(Reader *reader, const Node *node, int depth, int *scales) {
  Mark before = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  if (tracemarkNodeTake(reader, node, "sub", 2, operands) &&
      isStatistic(reader, &operands[1], 1) &&
      !tracemarkNodeIsRepeated(reader, &operands[0]))
    return true;
  tracemarkFormulaUndo(reader, before);
  if (depth == 0)
    return false;
  ++*scales;
  if (tracemarkNodeTake(reader, node, "div", 2, operands) &&
      isStatistic(reader, &operands[1], 1) &&
      isAffine(reader, &operands[0], depth - 1, scales))
    return true;
  tracemarkFormulaUndo(reader, before);
  if (tracemarkNodeTake(reader, node, "mul", 2, operands))
    for (int i = 0; i < 2; ++i)
      if (isStatistic(reader, &operands[1 - i], 1) &&
          isAffine(reader, &operands[i], depth - 1, scales))
        return true;
  return tracemarkFormulaUndo(reader, before);
}

bool tracemarkFormulaNormalisation(TracemarkFormulaReader *reader,
                                   const TracemarkNode *node) {
  const char *word = tracemarkNodeWord(reader, node);
  bool isSum = strcmp(word, "add") == 0, isProduct = strcmp(word, "mul") == 0;
  bool mayExp = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_REDUCTION |
                                                    TRACEMARK_FEATURE_EXP);
  bool mayRoot = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_REDUCTION |
                                                     TRACEMARK_FEATURE_ROOT);
  if (strcmp(word, "sub") == 0)
    return mayExp && tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_LOG) &&
           isLogSoftmax(reader, node);
  if (!isSum && !isProduct && strcmp(word, "div") != 0)
    return false;
  Node operands[2];
  if (!isSum) {
    if (mayExp && isSoftmax(reader, node))
      return true;
    word = mayRoot ? isScaledQuotient(reader, node) : NULL;
    return word && tracemarkFormulaSetWord(reader, word);
  }
  bool mayNorm = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_SUB);
  if (!tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_REPEAT) ||
      (!mayRoot && !mayNorm) ||
      !tracemarkNodeTake(reader, node, "add", 2, operands))
    return false;
  for (int i = 0; i < 2; ++i) {
    Mark before = tracemarkFormulaMarkGet(reader);
    if (!tracemarkNodeIsRepeated(reader, &operands[1 - i]))
      continue;
    // With a shift it is the second half of another norm.
    if (mayRoot && (word = isScaledQuotient(reader, &operands[i])))
      return tracemarkFormulaSetWord(
          reader, strcmp(word, "rmsnorm") == 0 ? "norm" : word);
    int scales = 0;
    if (mayNorm && isAffine(reader, &operands[i], 2, &scales) && scales == 2)
      return tracemarkFormulaSetWord(reader, "norm");
    tracemarkFormulaUndo(reader, before);
  }
  return false;
}
