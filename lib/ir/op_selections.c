//===- op_selections.c - functions that differ on both sides of zero ------===//
//
// | word       | formula |
// |------------|--------------------------------------------------------------|
// | relu       | max(x, 0), x if x > 0, else 0 |
// | leaky_relu | x if x > 0, else a * x; max(x, a * x) with 0 < a < 1; max(x,
// 0) |            | + a * min(x, 0) | | elu        | x if x > 0, else a *
// (exp(x) - 1); max(x, 0) + that of |            | min(x, 0), or + min(that, 0)
// | | softplus   | log(1 + exp(x)), max(x, 0) + log(1 + exp(-|x|)); that if x
// is |            | below a bound, else x | | max, min   | a if a > b, else b;
// and so on | | select     | one of two things by another comparison |
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_formulas.h"
#include "lib/ir/scalar_values.h"

#include "lib/base/banned.h"

typedef TracemarkFormulaReader Reader;
typedef TracemarkNode Node;
typedef TracemarkFormulaMark Mark;

//===----------------------------------------------------------------------===//
// Softplus
//===----------------------------------------------------------------------===//

/// node = log(1 + exp(x))
static bool isLogOnePlusExp(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node inner;
  if (tracemarkNodeTake(reader, node, "log", 1, &inner) &&
      tracemarkNodeIsOnePlusExp(reader, &inner, x))
    return true;
  tracemarkFormulaUndo(reader, steps);
  return (tracemarkNodeTake(reader, node, "log1p", 1, &inner) &&
          tracemarkNodeTake(reader, &inner, "exp", 1, x)) ||
         tracemarkFormulaUndo(reader, steps);
}

/// node = max(x, 0), or min(x, 0), by `word`
static bool isHalf(Reader *reader, const Node *node, const char *word,
                   Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  double zero;
  return (tracemarkNodeTakeConstant(reader, node, word, x, &zero) &&
          zero == 0.0) ||
         tracemarkFormulaUndo(reader, steps);
}

/// node = max(x, 0) + other
static bool isReluPlus(Reader *reader, const Node *node, Node *x, Node *other) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  if (tracemarkNodeTake(reader, node, "add", 2, operands))
    for (int i = 0; i < 2; ++i)
      if (isHalf(reader, &operands[i], "max", x)) {
        *other = operands[1 - i];
        return true;
      }
  return tracemarkFormulaUndo(reader, steps);
}

/// node = log(1 + exp(x)), or as it does not overflow: for x above zero
/// x + log(1 + exp(-x))
static bool isSoftplusSum(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node other, inner, base, size;
  double scale;
  if (isLogOnePlusExp(reader, node, x))
    return true;
  if (isReluPlus(reader, node, x, &other) &&
      isLogOnePlusExp(reader, &other, &inner)) {
    tracemarkNodeScale(reader, &inner, &base, &scale);
    if (scale == -1.0 && tracemarkNodeTake(reader, &base, "abs", 1, &size) &&
        tracemarkNodeSame(reader, &size, x))
      return true;
  }
  return tracemarkFormulaUndo(reader, steps);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// What a select chooses by, and among: values[0] if sides[0] > sides[1] (or
/// <, direction -1; 0: something else), else values[1].
typedef struct Choice {
  Node sides[2], values[2];
  int direction;
} Choice;

static bool isChoice(Reader *reader, const Node *node, Choice *choice) {
  TracemarkOpKinds *kinds = &reader->context->kinds;
  MlirOperation select = tracemarkNodeOperation(reader, node);
  if (mlirOperationIsNull(select) || mlirOperationGetNumOperands(select) != 3 ||
      tracemarkOpKindsGet(kinds, select)->role != TRACEMARK_OP_SELECT)
    return false;
  Node condition =
      tracemarkNodeGet(reader, node->view, mlirOperationGetOperand(select, 0));
  MlirOperation compare = tracemarkNodeOperation(reader, &condition);
  if (mlirOperationIsNull(compare) ||
      tracemarkOpKindsGet(kinds, compare)->role != TRACEMARK_OP_COMPARE ||
      !tracemarkNodeTake(reader, &condition,
                         tracemarkOpKindsGet(kinds, compare)->word, 2,
                         choice->sides))
    return false;
  for (int i = 0; i < 2; ++i)
    choice->values[i] = tracemarkNodeGet(
        reader, node->view, mlirOperationGetOperand(select, i + 1));
  choice->direction = tracemarkScalarCompareDirection(compare);
  return true;
}

/// The choice is x where x is above a constant; gives what it is elsewhere.
static bool isKeptAbove(Reader *reader, const Choice *choice, Node *x,
                        double *bound, Node *elsewhere) {
  int direction = choice->direction;
  int data = tracemarkNodeConstant(reader, &choice->sides[1], bound) ? 0 : 1;
  if (!direction ||
      !tracemarkNodeConstant(reader, &choice->sides[1 - data], bound))
    return false;
  if (data == 1)
    direction = -direction;
  // Above the bound the first value counts, or below it the second one.
  int above = direction > 0 ? 0 : 1;
  *x = choice->sides[data];
  *elsewhere = choice->values[1 - above];
  return tracemarkNodeSame(reader, &choice->values[above], x);
}

bool tracemarkNodeIsSoftplus(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Choice choice;
  Node elsewhere, other, operands[3];
  double bound;
  if (isSoftplusSum(reader, node, x) ||
      (isChoice(reader, node, &choice) &&
       isKeptAbove(reader, &choice, x, &bound, &elsewhere) && bound > 0.0 &&
       tracemarkNodeTake(reader, node, "select", 3, operands) &&
       isSoftplusSum(reader, &elsewhere, &other) &&
       tracemarkNodeSame(reader, &other, x)))
    return true;
  return tracemarkFormulaUndo(reader, steps);
}

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

/// node = a * (exp(x) - 1)
static bool isScaledExpMinusOne(Reader *reader, const Node *node, Node *x) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node base, operands[2];
  double scale, one;
  tracemarkNodeScale(reader, node, &base, &scale);
  if (tracemarkNodeTake(reader, &base, "expm1", 1, x))
    return true;
  return (tracemarkNodeTake(reader, &base, "sub", 2, operands) &&
          tracemarkNodeConstant(reader, &operands[1], &one) && one == 1.0 &&
          tracemarkNodeTake(reader, &operands[0], "exp", 1, x)) ||
         tracemarkFormulaUndo(reader, steps);
}

/// node = a * x, a other than 1; gives a.
static bool isMultiple(Reader *reader, const Node *node, const Node *x,
                       double *scale) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node base;
  tracemarkNodeScale(reader, node, &base, scale);
  return (*scale != 1.0 && tracemarkNodeSame(reader, &base, x)) ||
         tracemarkFormulaUndo(reader, steps);
}

/// The choice is a maximum or minimum if it is the larger or smaller side.
static const char *extremeWord(Reader *reader, const Choice *choice) {
  for (int i = 0; i < 2 && choice->direction; ++i)
    if (tracemarkNodeSame(reader, &choice->values[0], &choice->sides[i]) &&
        tracemarkNodeSame(reader, &choice->values[1], &choice->sides[1 - i]))
      return (choice->direction > 0) == (i == 0) ? "max" : "min";
  return "select";
}

/// x if x > 0, else something of x; a select speaks for the comparison that it
/// chooses by.
static bool isSelection(Reader *reader, const Node *node) {
  Choice choice;
  Node x, elsewhere, inner;
  double bound, constant;
  if (tracemarkNodeIsSoftplus(reader, node, &x))
    return tracemarkFormulaSetWord(reader, "softplus");
  if (!isChoice(reader, node, &choice))
    return false;
  if (isKeptAbove(reader, &choice, &x, &bound, &elsewhere) && bound == 0.0) {
    if (tracemarkNodeConstant(reader, &elsewhere, &constant) && constant == 0.0)
      return tracemarkFormulaSetWord(reader, "relu");
    Mark before = tracemarkFormulaMarkGet(reader);
    if (isScaledExpMinusOne(reader, &elsewhere, &inner) &&
        tracemarkNodeSame(reader, &inner, &x))
      return tracemarkFormulaSetWord(reader, "elu");
    tracemarkFormulaUndo(reader, before);
    if (isMultiple(reader, &elsewhere, &x, &constant))
      return tracemarkFormulaSetWord(reader, "leaky_relu");
  }
  return tracemarkFormulaSetWord(reader, extremeWord(reader, &choice));
}

/// max(x, 0) and a function of min(x, 0) added to it.
static bool isHalves(Reader *reader, const Node *node) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node x, other, inner, below;
  double scale;
  if (!isReluPlus(reader, node, &x, &other))
    return false;
  Mark before = tracemarkFormulaMarkGet(reader);
  if (isScaledExpMinusOne(reader, &other, &inner) &&
      isHalf(reader, &inner, "min", &below) &&
      tracemarkNodeSame(reader, &below, &x))
    return tracemarkFormulaSetWord(reader, "elu");
  tracemarkFormulaUndo(reader, before);
  if (isHalf(reader, &other, "min", &below) &&
      isScaledExpMinusOne(reader, &below, &inner) &&
      tracemarkNodeSame(reader, &inner, &x))
    return tracemarkFormulaSetWord(reader, "elu");
  tracemarkFormulaUndo(reader, before);
  tracemarkNodeScale(reader, &other, &inner, &scale);
  if (scale != 1.0 && isHalf(reader, &inner, "min", &below) &&
      tracemarkNodeSame(reader, &below, &x))
    return tracemarkFormulaSetWord(reader, "leaky_relu");
  return tracemarkFormulaUndo(reader, steps);
}

/// max(x, 0), or max(x, a * x)
static bool isMaximum(Reader *reader, const Node *node) {
  Mark steps = tracemarkFormulaMarkGet(reader);
  Node operands[2];
  double constant, scale;
  if (!tracemarkNodeTake(reader, node, "max", 2, operands))
    return false;
  for (int i = 0; i < 2; ++i)
    if (tracemarkNodeConstant(reader, &operands[i], &constant))
      return constant == 0.0 ? tracemarkFormulaSetWord(reader, "relu")
                             : tracemarkFormulaUndo(reader, steps);
  bool mayScale = tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_SCALE);
  for (int i = 0; mayScale && i < 2; ++i)
    if (isMultiple(reader, &operands[i], &operands[1 - i], &scale) &&
        scale > 0.0 && scale < 1.0)
      return tracemarkFormulaSetWord(reader, "leaky_relu");
  return tracemarkFormulaUndo(reader, steps);
}

bool tracemarkFormulaSelection(TracemarkFormulaReader *reader,
                               const TracemarkNode *node) {
  return isMaximum(reader, node) || isSelection(reader, node);
}

bool tracemarkFormulaHalves(TracemarkFormulaReader *reader,
                            const TracemarkNode *node) {
  Node x;
  if (tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_CURVE) &&
      tracemarkNodeIsSoftplus(reader, node, &x))
    return tracemarkFormulaSetWord(reader, "softplus");
  return tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_MIN) &&
         isHalves(reader, node);
}
