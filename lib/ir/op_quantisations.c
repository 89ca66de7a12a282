//===- op_quantisations.c - quantize and dequantize by their formulas -----===//
//
// | word       | formula |
// |------------|--------------------------------------------------------------|
// | dequantize | float(q) * scale, float(q - zero point) * scale, (float(q) - |
// |            | zero point) * scale; q of at most 8 bits, some bits of such a
// | |            | number, or an accumulator | | quantize   | int(x / scale +
// zero point) with rounding or clamping, to at | |            | most 8 bits |
// | rescale    | int(clamp(q - zero point scaled by a fixed point number + zero
// | |            | point)), to at most 8 bits |
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_formulas.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

enum { QUANTISED_WIDTH = 8, STEP_LIMIT = 6 };

typedef TracemarkFormulaReader Reader;
typedef TracemarkNode Node;

static bool isSmallInteger(MlirType type) {
  type = tracemarkTypeElement(type);
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 1 &&
         mlirIntegerTypeGetWidth(type) <= QUANTISED_WIDTH;
}

/// A constant, one per row or column, or a scalar: no data.
static bool isParameter(const Reader *reader, const Node *node) {
  double constant;
  return tracemarkNodeConstant(reader, node, &constant) ||
         tracemarkNodeIsRepeated(reader, node) ||
         (!node->view && !tracemarkTypeHasShape(mlirValueGetType(node->value)));
}

/// One step back from some bits of a number to it.
static bool takeBits(Reader *reader, Node *node) {
  static const char *const words[] = {"and", "shr", "shl"};
  Node operands[2];
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(words); ++i)
    if (tracemarkNodeTake(reader, node, words[i], 2, operands)) {
      *node = operands[0];
      return true;
    }
  return false;
}

/// The node is an integer that stands for a real: few bits, or the sum of a
/// contraction of such.
static bool isQuantised(Reader *reader, Node node) {
  for (int i = 0; i < STEP_LIMIT && node.view && takeBits(reader, &node); ++i)
    ;
  if (node.view)
    return false;
  MlirType type = mlirValueGetType(node.value);
  if (isSmallInteger(type))
    return true;
  const TracemarkOpItem *item = tracemarkNodeItem(reader, &node);
  if (!item || !item->takesBias || item->view.insCount < 2 ||
      !mlirTypeIsAInteger(tracemarkTypeElement(type)))
    return false;
  return isSmallInteger(
      mlirValueGetType(mlirOperationGetOperand(item->operation, 0)));
}

static bool isReal(const Node *node) {
  return mlirTypeIsAFloat(tracemarkTypeElement(mlirValueGetType(node->value)));
}

static bool isDequantisation(Reader *reader, const Node *node) {
  Node operands[2], inner[2];
  if (!isReal(node) || !tracemarkNodeTake(reader, node, "mul", 2, operands))
    return false;
  for (int i = 0; i < 2; ++i) {
    size_t steps = reader->formula->stepCount;
    if (!isParameter(reader, &operands[1 - i]))
      continue;
    if (isQuantised(reader, operands[i]))
      return true;
    if (tracemarkNodeTake(reader, &operands[i], "sub", 2, inner) &&
        isQuantised(reader, inner[0]) && isParameter(reader, &inner[1]))
      return true;
    reader->formula->stepCount = steps;
  }
  return false;
}

/// One step down from the integer: clamping, rounding, shifting, scaling, each
/// with a parameter.
static bool stepDown(Reader *reader, Node *node, bool *isRounded,
                     bool *isScaled) {
  static const char *const roundings[] = {"round", "floor", "ceil", "trunc"};
  static const char *const others[] = {"max", "min", "add", "mul", "div"};
  Node operands[3];
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(roundings); ++i)
    if (tracemarkNodeTake(reader, node, roundings[i], 1, operands)) {
      *node = operands[0];
      return *isRounded = true;
    }
  if (tracemarkNodeTake(reader, node, "clamp", 3, operands)) {
    *node = operands[0];
    return *isRounded = true;
  }
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(others); ++i) {
    size_t steps = reader->formula->stepCount;
    if (!tracemarkNodeTake(reader, node, others[i], 2, operands))
      continue;
    int data = isParameter(reader, &operands[1])   ? 0
               : isParameter(reader, &operands[0]) ? 1
                                                   : -1;
    if (data < 0 || (i == 4 && data == 1)) {
      reader->formula->stepCount = steps;
      return false;
    }
    *isRounded |= i < 2;
    *isScaled |= i > 2;
    *node = operands[data];
    return true;
  }
  return false;
}

/// The node is what is converted; its own casts are stripped already.
static bool isQuantisation(Reader *reader, const Node *node) {
  Node current = *node;
  bool isRounded = false, isScaled = false;
  for (int i = 0; i < STEP_LIMIT && !isScaled; ++i)
    if (!stepDown(reader, &current, &isRounded, &isScaled))
      break;
  return isRounded && isScaled;
}

/// The same of an integer, scaled by tosa's own op.
static bool isRescaling(Reader *reader, const Node *node) {
  Node current = *node, operands[3], inner[2];
  bool isRounded = false, isScaled = false;
  for (int i = 0; i < STEP_LIMIT && !isScaled; ++i) {
    if (isRounded &&
        tracemarkNodeTake(reader, &current, "rescale", 3, operands))
      break;
    if (i + 1 == STEP_LIMIT ||
        !stepDown(reader, &current, &isRounded, &isScaled) || isScaled)
      return false;
  }
  size_t steps = reader->formula->stepCount;
  if (tracemarkNodeTake(reader, &operands[0], "sub", 2, inner) &&
      !isParameter(reader, &inner[1]))
    reader->formula->stepCount = steps;
  return true;
}

bool tracemarkFormulaQuantisation(TracemarkFormulaReader *reader,
                                  const TracemarkNode *node,
                                  MlirOperation operation) {
  const TracemarkOpKind *kind =
      tracemarkOpKindsGet(&reader->context->kinds, operation);
  if (kind->role == TRACEMARK_OP_CAST) {
    if (!isSmallInteger(mlirValueGetType(node->value)) ||
        mlirOperationGetNumOperands(operation) != 1)
      return false;
    Node source = tracemarkNodeGet(reader, node->view,
                                   mlirOperationGetOperand(operation, 0));
    reader->formula->word = isReal(&source) ? "quantize" : "rescale";
    return isReal(&source) ? isQuantisation(reader, &source)
                           : isRescaling(reader, &source);
  }
  reader->formula->word = "dequantize";
  return strcmp(kind->word, "mul") == 0 &&
         tracemarkFormulaMayHave(reader, TRACEMARK_FEATURE_CAST) &&
         isDequantisation(reader, node);
}
