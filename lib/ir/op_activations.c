//===- op_activations.c - activation functions by their formulas ----------===//
//
// | word        | formula |
// |-------------|-------------------------------------------------------------|
// | sigmoid     | 1 / (1 + exp(-x)), (1 + tanh(x / 2)) / 2 |
// | silu        | x * sigmoid(x), x / (1 + exp(-x)) |
// | gelu        | x/2 * (1 + erf(x / sqrt 2)), x/2 * erfc(-x / sqrt 2), x/2 *
// |             | (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))) |
// | quickgelu   | x * sigmoid(1.702 x) |
// | relu6       | min(max(x, 0), 6) |
// | clamp       | min and max with other constants, in any order |
// | hardsigmoid | clamp(x + 3, 0, 6) / 6, clamp(x / 6 + 1/2, 0, 1),
// |             | clamp((x + 3) / 6, 0, 1) |
// | hardswish   | x * hardsigmoid(x) |
// | mish        | x * tanh(softplus(x)) |
//
// Those that differ on both sides of zero are in op_selections.c.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_formulas.h"
#include "lib/ir/scalar_values.h"

#include "lib/base/banned.h"

typedef TracemarkFormulaReader Reader;
typedef TracemarkNode Node;
typedef TracemarkFormulaMark Mark;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

bool tracemarkNodeIsOnePlusExp(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node other;
  double one;
  return (tracemarkNodeTakeConstant(reader, node, "add", &other, &one) &&
          one == 1.0 && tracemarkNodeTake(reader, &other, "exp", 1, x)) ||
         tracemarkFormulaUndo(reader, steps);
}

/// node = 1 + exp(-x)
static bool isSigmoidDivisor(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node inner;
  double scale;
  if (!tracemarkNodeIsOnePlusExp(reader, node, &inner))
    return false;
  // -x, or -1.702 * x: a factor stays outside of x unless it is -1.
  Node operands[2];
  if (tracemarkNodeTake(reader, &inner, "neg", 1, x))
    return true;
  if (tracemarkNodeTake(reader, &inner, "sub", 2, operands) &&
      tracemarkNodeConstant(reader, &operands[0], &scale) && scale == 0.0) {
    *x = operands[1];
    return true;
  }
  return (tracemarkNodeTakeConstant(reader, &inner, "mul", x, &scale) &&
          scale == -1.0) ||
         tracemarkFormulaUndo(reader, steps);
}

/// node = k + k * f(u) with f named by `word`; gives k and u.
static bool isShifted(Reader *reader, const Node *node, const char *word,
                      double *k, Node *u) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node other, base;
  double scale;
  if (!tracemarkNodeTakeConstant(reader, node, "add", &other, k))
    return false;
  tracemarkNodeScale(reader, &other, &base, &scale);
  return (tracemarkNodeIsNear(scale, *k) &&
          tracemarkNodeTake(reader, &base, word, 1, u)) ||
         tracemarkFormulaUndo(reader, steps);
}

static bool isSigmoid(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2], base;
  double one, k, scale;
  if (tracemarkNodeTake(reader, node, "sigmoid", 1, x))
    return true;
  if (tracemarkNodeTake(reader, node, "div", 2, operands) &&
      tracemarkNodeConstant(reader, &operands[0], &one) && one == 1.0 &&
      isSigmoidDivisor(reader, &operands[1], x))
    return true;
  tracemarkFormulaUndo(reader, steps);
  if (tracemarkNodeTake(reader, node, "reciprocal", 1, operands) &&
      isSigmoidDivisor(reader, &operands[0], x))
    return true;
  tracemarkFormulaUndo(reader, steps);
  // k + k * tanh(x / 2), scaled to 1/2
  Node shifted;
  tracemarkNodeScale(reader, node, &shifted, &scale);
  if (isShifted(reader, &shifted, "tanh", &k, &base) &&
      tracemarkNodeIsNear(scale * k, 0.5)) {
    tracemarkNodeScale(reader, &base, x, &scale);
    if (scale == 0.5)
      return true;
  }
  return tracemarkFormulaUndo(reader, steps);
}

/// node = min(max(x, low), high), in any order.
static bool isClamp(Reader *reader, const Node *node, Node *x, double *low,
                    double *high) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node inner;
  if (tracemarkNodeTakeConstant(reader, node, "min", &inner, high) &&
      tracemarkNodeTakeConstant(reader, &inner, "max", x, low) && *low <= *high)
    return true;
  tracemarkFormulaUndo(reader, steps);
  if (tracemarkNodeTakeConstant(reader, node, "max", &inner, low) &&
      tracemarkNodeTakeConstant(reader, &inner, "min", x, high) &&
      *low <= *high)
    return true;
  tracemarkFormulaUndo(reader, steps);
  Node operands[3];
  if (tracemarkNodeTake(reader, node, "clamp", 3, operands) &&
      tracemarkNodeConstant(reader, &operands[1], low) &&
      tracemarkNodeConstant(reader, &operands[2], high)) {
    *x = operands[0];
    return true;
  }
  return tracemarkFormulaUndo(reader, steps);
}

/// What is clamped from 0 to `high` in a hard sigmoid: x + 3 up to 6, with
/// scale 1/6 outside, or x / 6 + 1/2 or (x + 3) / 6 up to 1, with scale 1.
/// Gives x and the scale that is missing.
static bool isHardShift(Reader *reader, const Node *inner, double high, Node *x,
                        double *missing) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node base;
  double shift, scale;
  *missing = high == 6.0 ? 1.0 / 6.0 : 1.0;
  if (tracemarkNodeTakeConstant(reader, inner, "add", &base, &shift)) {
    if (high == 6.0 && shift == 3.0) {
      *x = base;
      return true;
    }
    tracemarkNodeScale(reader, &base, x, &scale);
    return (high == 1.0 && shift == 0.5 &&
            tracemarkNodeIsNear(scale, 1.0 / 6.0)) ||
           tracemarkFormulaUndo(reader, steps);
  }
  tracemarkNodeScale(reader, inner, &base, &scale);
  return (high == 1.0 && tracemarkNodeIsNear(scale, 1.0 / 6.0) &&
          tracemarkNodeTakeConstant(reader, &base, "add", x, &shift) &&
          shift == 3.0) ||
         tracemarkFormulaUndo(reader, steps);
}

static bool isHardSigmoid(Reader *reader, const Node *node, Node *x,
                          double *missing) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node inner;
  double low, high;
  return (isClamp(reader, node, &inner, &low, &high) && low == 0.0 &&
          isHardShift(reader, &inner, high, x, missing)) ||
         tracemarkFormulaUndo(reader, steps);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// One special factor among a product: tells what it is and its x, and the
/// scale that the whole product has besides x and it.
typedef bool (*FactorTest)(Reader *reader, const Node *node, Node *x,
                           double *scale);

static bool isErfFactor(Reader *reader, const Node *node, Node *x,
                        double *scale) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node u;
  double k, inner;
  if (isShifted(reader, node, "erf", &k, &u) && k != 0.0) {
    tracemarkNodeScale(reader, &u, x, &inner);
    *scale = 0.5 / k;
    if (tracemarkNodeIsNear(inner, 0.70710678))
      return true;
  }
  tracemarkFormulaUndo(reader, steps);
  if (tracemarkNodeTake(reader, node, "erfc", 1, &u)) {
    tracemarkNodeScale(reader, &u, x, &inner);
    *scale = 0.5;
    if (tracemarkNodeIsNear(inner, -0.70710678))
      return true;
  }
  return tracemarkFormulaUndo(reader, steps);
}

/// u = sqrt(2/pi) * (x + 0.044715 x^3) = sqrt(2/pi) * x * (1 + 0.044715 x^2),
/// where sum is the op in parentheses.
static bool isTanhArgument(Reader *reader, const Node *u, const Node *sum,
                           Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2], stops[2];
  int counts[2];
  double scale, one;
  if (!tracemarkNodeTake(reader, sum, "add", 2, operands))
    return false;
  for (int i = 0; i < 2; ++i) {
    Mark before = tracemarkFormulaMarkGet(reader);
    *x = operands[i];
    if (tracemarkNodeProduct(reader, &operands[1 - i], x, counts, 1, &scale) &&
        counts[0] == 3 && tracemarkNodeIsNear(scale, 0.044715) &&
        tracemarkNodeProduct(reader, u, sum, counts, 1, &scale) &&
        counts[0] == 1 && tracemarkNodeIsNear(scale, 0.79788456))
      return true;
    tracemarkFormulaUndo(reader, before);
    Node square, factors[2];
    double coefficient;
    if (!tracemarkNodeConstant(reader, &operands[i], &one) || one != 1.0)
      continue;
    tracemarkNodeScale(reader, &operands[1 - i], &square, &coefficient);
    if (!tracemarkNodeTake(reader, &square, "mul", 2, factors) &&
        !tracemarkNodeTake(reader, &square, "pow", 2, factors))
      continue;
    stops[0] = *sum;
    stops[1] = *x = factors[0];
    if (tracemarkNodeProduct(reader, &operands[1 - i], x, counts, 1, &scale) &&
        counts[0] == 2 && tracemarkNodeIsNear(scale, 0.044715) &&
        tracemarkNodeProduct(reader, u, stops, counts, 2, &scale) &&
        counts[0] == 1 && counts[1] == 1 &&
        tracemarkNodeIsNear(scale, 0.79788456))
      return true;
    tracemarkFormulaUndo(reader, before);
  }
  return tracemarkFormulaUndo(reader, steps);
}

/// Finds the one sum among the factors of a product.
static bool findSum(Reader *reader, const Node *node, Node *sum, int depth) {
  if (strcmp(tracemarkNodeWord(reader, node), "add") == 0) {
    *sum = *node;
    return true;
  }
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  bool isProduct =
      depth > 0 && tracemarkNodeTake(reader, node, "mul", 2, operands);
  tracemarkFormulaUndo(reader, steps);
  return isProduct && (findSum(reader, &operands[0], sum, depth - 1) ||
                       findSum(reader, &operands[1], sum, depth - 1));
}

static bool isTanhFactor(Reader *reader, const Node *node, Node *x,
                         double *scale) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node u, sum;
  double k;
  if (isShifted(reader, node, "tanh", &k, &u) && k != 0.0 &&
      findSum(reader, &u, &sum, 3) && isTanhArgument(reader, &u, &sum, x)) {
    *scale = 0.5 / k;
    return true;
  }
  return tracemarkFormulaUndo(reader, steps);
}

static bool isSigmoidFactor(Reader *reader, const Node *node, Node *x,
                            double *scale) {
  *scale = 1.0;
  return isSigmoid(reader, node, x);
}

static bool isQuickFactor(Reader *reader, const Node *node, Node *x,
                          double *scale) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2], inner;
  double one, factor;
  // 1.702 may stand outside or inside of the negation.
  bool isDivided = tracemarkNodeTake(reader, node, "div", 2, operands) &&
                   tracemarkNodeConstant(reader, &operands[0], &one) &&
                   one == 1.0 &&
                   tracemarkNodeIsOnePlusExp(reader, &operands[1], &inner);
  if (!isDivided) {
    tracemarkFormulaUndo(reader, steps);
    if (!tracemarkNodeTake(reader, node, "sigmoid", 1, &inner))
      return false;
  }
  tracemarkNodeScale(reader, &inner, x, &factor);
  *scale = 1.0;
  return tracemarkNodeIsNear(factor, isDivided ? -1.702 : 1.702) ||
         tracemarkFormulaUndo(reader, steps);
}

static bool isHardFactor(Reader *reader, const Node *node, Node *x,
                         double *scale) {
  return isHardSigmoid(reader, node, x, scale);
}

static bool isMishFactor(Reader *reader, const Node *node, Node *x,
                         double *scale) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node inner;
  *scale = 1.0;
  return (tracemarkNodeTake(reader, node, "tanh", 1, &inner) &&
          tracemarkNodeIsSoftplus(reader, &inner, x)) ||
         tracemarkFormulaUndo(reader, steps);
}

/// Finds a factor of the product `node` that passes the test.
static bool findFactor(Reader *reader, const Node *node, FactorTest test,
                       Node *factor, Node *x, double *scale, int depth) {
  if (test(reader, node, x, scale)) {
    *factor = *node;
    return true;
  }
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  if (depth > 0 && (tracemarkNodeTake(reader, node, "mul", 2, operands) ||
                    tracemarkNodeTake(reader, node, "div", 2, operands)))
    for (int i = 0; i < 2; ++i)
      if (findFactor(reader, &operands[i], test, factor, x, scale, depth - 1))
        return true;
  return tracemarkFormulaUndo(reader, steps);
}

/// node = x * factor(x) * constants
static bool isProductWith(Reader *reader, const Node *node, FactorTest test) {
  Node stops[2];
  double wanted, scale;
  int counts[2];
  Mark steps = tracemarkFormulaMarkGet(reader);
  return (findFactor(reader, node, test, &stops[0], &stops[1], &wanted, 3) &&
          tracemarkNodeProduct(reader, node, stops, counts, 2, &scale) &&
          counts[0] == 1 && counts[1] == 1 &&
          tracemarkNodeIsNear(scale, wanted)) ||
         tracemarkFormulaUndo(reader, steps);
}

static bool isProduct(Reader *reader, const Node *node) {
  static const struct {
    FactorTest test;
    const char *word;
    unsigned features;
  } products[] = {
      {isErfFactor, "gelu", TRACEMARK_FEATURE_CURVE},
      {isTanhFactor, "gelu", TRACEMARK_FEATURE_CURVE},
      {isSigmoidFactor, "silu", TRACEMARK_FEATURE_CURVE},
      {isQuickFactor, "quickgelu", TRACEMARK_FEATURE_CURVE},
      {isHardFactor, "hardswish", TRACEMARK_FEATURES_CLAMP},
      {isMishFactor, "mish", TRACEMARK_FEATURE_CURVE | TRACEMARK_FEATURE_LOG},
  };
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(products); ++i)
    if (tracemarkFormulaMayHave(reader, products[i].features) &&
        isProductWith(reader, node, products[i].test))
      return tracemarkFormulaSetWord(reader, products[i].word);
  return false;
}

static bool isQuotient(Reader *reader, const Node *node) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2], x;
  if (tracemarkNodeTake(reader, node, "div", 2, operands) &&
      isSigmoidDivisor(reader, &operands[1], &x) &&
      tracemarkNodeSame(reader, &operands[0], &x))
    return tracemarkFormulaSetWord(reader, "silu");
  return tracemarkFormulaUndo(reader, steps);
}

bool tracemarkFormulaActivation(TracemarkFormulaReader *reader,
                                const TracemarkNode *node) {
  const char *word = tracemarkNodeWord(reader, node);
  Node x, inner;
  double low, high;
  bool mayCurve = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_CURVE);
  bool mayClamp = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURES_CLAMP);
  if (strcmp(word, "mul") == 0 || strcmp(word, "div") == 0) {
    if (isProduct(reader, node) || (mayCurve && isQuotient(reader, node)))
      return true;
    if (mayCurve && isSigmoid(reader, node, &x))
      return tracemarkFormulaSetWord(reader, "sigmoid");
    Node base;
    if (!mayClamp)
      return false;
    tracemarkNodeScale(reader, node, &base, &low);
    return isHardSigmoid(reader, &base, &x, &high) &&
           tracemarkNodeIsNear(low, high) &&
           tracemarkFormulaSetWord(reader, "hardsigmoid");
  }
  if (strcmp(word, "add") == 0 || strcmp(word, "reciprocal") == 0) {
    if (mayCurve && isSigmoid(reader, node, &x))
      return tracemarkFormulaSetWord(reader, "sigmoid");
    return tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_MAX) &&
           tracemarkFormulaHalves(reader, node);
  }
  if (strcmp(word, "log") == 0 || strcmp(word, "log1p") == 0)
    return tracemarkNodeIsSoftplus(reader, node, &x) &&
           tracemarkFormulaSetWord(reader, "softplus");
  if (strcmp(word, "select") == 0)
    return tracemarkFormulaSelection(reader, node);
  if (strcmp(word, "max") == 0 || strcmp(word, "min") == 0 ||
      strcmp(word, "clamp") == 0) {
    double missing = 0.0;
    if (mayClamp && isClamp(reader, node, &inner, &low, &high))
      return tracemarkFormulaSetWord(
          reader, low == 0.0 &&
                          isHardShift(reader, &inner, high, &x, &missing) &&
                          missing == 1.0
                      ? "hardsigmoid"
                  : low == 0.0 && high == 6.0 ? "relu6"
                                              : "clamp");
    return tracemarkFormulaSelection(reader, node);
  }
  return false;
}
