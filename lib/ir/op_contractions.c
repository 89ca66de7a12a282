//===- op_contractions.c - matmul and its relatives by their maps ---------===//
//
// Each loop is a batch, m, n or k loop by which of the two operands and the
// init it indexes. Names: one m, n and k each make a matmul, without m or n a
// vecmat or matvec, k alone a dot; batch_ in front if there are batch loops;
// more of a kind make a `contract`, or what linalg calls it (mmt4d). quantized_
// in front if zero points are taken away. A transposed operand is one whose k
// stands on the other side of its m or n than row-major matmul has it.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/op_items.h"

#include "mlir-c/AffineExpr.h"

#include <stdio.h>

#include "lib/base/banned.h"

typedef enum Kind { KIND_NONE, BATCH, M, N, K } Kind;

/// Loop that dimension `place` of an operand runs along, also if several of its
/// iterations share an element (packed ones); -1 if it is something else.
static intptr_t loopAt(const TracemarkLinalgView *view, intptr_t operand,
                       intptr_t place) {
  const TracemarkLinalgIndexing *indexing = &view->indexing[operand];
  if (indexing->resultLoops[place] >= 0)
    return indexing->resultLoops[place];
  MlirAffineExpr index = mlirAffineMapGetResult(indexing->map, place);
  if (!mlirAffineExprIsAFloorDiv(index))
    return -1;
  MlirAffineExpr loop = mlirAffineBinaryOpExprGetLHS(index);
  return mlirAffineExprIsADim(loop) ? mlirAffineDimExprGetPosition(loop) : -1;
}

/// Position of loop `loop` in an operand; -1 if it lacks it.
static intptr_t positionOf(const TracemarkLinalgView *view, intptr_t operand,
                           intptr_t loop) {
  for (intptr_t i = 0; i < view->indexing[operand].resultCount; ++i)
    if (loopAt(view, operand, i) == loop)
      return i;
  return -1;
}

/// Tells whether each dimension of an operand runs along a loop of its own.
static bool isPlain(const TracemarkLinalgView *view, intptr_t operand) {
  if (view->indexing[operand].isProjectedPermutation)
    return true;
  for (intptr_t i = 0; i < view->indexing[operand].resultCount; ++i) {
    intptr_t loop = loopAt(view, operand, i);
    if (loop < 0 || positionOf(view, operand, loop) != i)
      return false;
  }
  return true;
}

static Kind kindOf(const TracemarkLinalgView *view, const intptr_t *operands,
                   intptr_t loop) {
  bool left = positionOf(view, operands[0], loop) >= 0;
  bool right = positionOf(view, operands[1], loop) >= 0;
  bool out = positionOf(view, view->insCount, loop) >= 0;
  if (left && right)
    return out ? BATCH : K;
  if (!out || left == right)
    return KIND_NONE;
  return left ? M : N;
}

/// Makes the operand whose loops come first in the result the left one: c[n, m]
/// = a[m, k] * b[k, n] is the product of b and a, nothing else. Returns
/// which of the two is the left one.
static int orderOperands(const TracemarkLinalgView *view, Kind *kinds) {
  intptr_t firstM = -1, firstN = -1;
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    intptr_t place = positionOf(view, view->insCount, i);
    if (kinds[i] == M && (firstM < 0 || place < firstM))
      firstM = place;
    if (kinds[i] == N && (firstN < 0 || place < firstN))
      firstN = place;
  }
  if (firstM < 0 || firstN < 0 || firstM < firstN)
    return 0;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    kinds[i] = kinds[i] == M ? N : kinds[i] == N ? M : kinds[i];
  return 1;
}

/// Tells whether the dimensions of an operand are loops of these kinds, one
/// letter each ("BMKMK").
static bool hasLayout(const TracemarkLinalgView *view, const Kind *kinds,
                      intptr_t operand, const char *layout) {
  const TracemarkLinalgIndexing *indexing = &view->indexing[operand];
  if (indexing->resultCount != (intptr_t)strlen(layout))
    return false;
  for (intptr_t i = 0; i < indexing->resultCount; ++i)
    if ("-BMNK"[kinds[loopAt(view, operand, i)]] != layout[i])
      return false;
  return true;
}

/// Contractions with several loops of a kind that have a name in linalg.
static const char *spellLayout(const TracemarkLinalgView *view,
                               const Kind *kinds, intptr_t leftOperand,
                               intptr_t rightOperand) {
  static const char *const names[][4] = {
      {"mmt4d", "MKMK", "NKNK", "MNMN"},
      {"batch_mmt4d", "BMKMK", "BNKNK", "BMNMN"},
      {"batch_reduce_matmul", "KMK", "KKN", "MN"},
  };
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(names); ++i)
    if (hasLayout(view, kinds, leftOperand, names[i][1]) &&
        hasLayout(view, kinds, rightOperand, names[i][2]) &&
        hasLayout(view, kinds, view->insCount, names[i][3]))
      return names[i][0];
  return "contract";
}

/// Letters behind `_`: "" or "t" for a lone matrix, "", "nt", "tn", "tt".
static const char *spell(TracemarkSummaryContext *context,
                         const TracemarkLinalgView *view, const Kind *kinds,
                         intptr_t leftOperand, intptr_t rightOperand,
                         bool isQuantised) {
  intptr_t counts[5] = {0}, loops[5] = {0};
  for (intptr_t i = 0; i < view->loopCount; ++i) {
    ++counts[kinds[i]];
    loops[kinds[i]] = i;
  }
  if (counts[M] > 1 || counts[N] > 1 || counts[K] > 1)
    return spellLayout(view, kinds, leftOperand, rightOperand);
  bool left = counts[M] && positionOf(view, leftOperand, loops[K]) <
                               positionOf(view, leftOperand, loops[M]);
  bool right = counts[N] && positionOf(view, rightOperand, loops[K]) >
                                positionOf(view, rightOperand, loops[N]);
  const char *name = counts[M] && counts[N] ? "matmul"
                     : counts[M]            ? "matvec"
                     : counts[N]            ? "vecmat"
                                            : "dot";
  char text[48];
  const char *suffix = "";
  if (counts[M] && counts[N])
    suffix = left && right ? "_tt" : left ? "_tn" : right ? "_nt" : "";
  else if (left || right)
    suffix = "_t";
  int length =
      snprintf(text, sizeof(text), "%s%s%s%s", isQuantised ? "quantized_" : "",
               counts[BATCH] ? "batch_" : "", name, suffix);
  const char *copy =
      tracemarkArenaCopyText(context->arena, text, (size_t)length);
  return copy ? copy : "contract";
}

static TracemarkProblemSize problemOf(const TracemarkOpItem *item,
                                      const Kind *kinds, bool *chosen) {
  TracemarkProblemSize problem = {.isKnown = true};
  uint64_t *sizes[5] = {NULL, &problem.batch, &problem.m, &problem.n,
                        &problem.k};
  for (Kind kind = BATCH; kind <= K; ++kind) {
    for (intptr_t i = 0; i < item->view.loopCount; ++i)
      chosen[i] = kinds[i] == kind;
    *sizes[kind] = tracemarkOpItemIterations(item, chosen, &problem.isKnown);
  }
  return problem;
}

bool tracemarkOpItemContraction(TracemarkSummaryContext *context,
                                const TracemarkProduct *product,
                                TracemarkOpItem *item) {
  const TracemarkLinalgView *view = &item->view;
  const intptr_t *operands = product->operands;
  if (!product->isFound || !isPlain(view, operands[0]) ||
      !isPlain(view, operands[1]) ||
      !view->indexing[view->insCount].isProjectedPermutation)
    return false;
  Kind *kinds = tracemarkArenaAllocate(context->arena, (size_t)view->loopCount,
                                       sizeof(Kind));
  bool *chosen = tracemarkArenaAllocate(context->arena, (size_t)view->loopCount,
                                        sizeof(bool));
  if (!kinds || !chosen)
    return false;
  for (intptr_t i = 0; i < view->loopCount; ++i)
    if ((kinds[i] = kindOf(view, operands, i)) == KIND_NONE)
      return false;
  int first = orderOperands(view, kinds);
  item->class = TRACEMARK_ITEM_CONTRACTION;
  item->product = *product;
  item->takesBias = true;
  item->word = item->tailWord =
      spell(context, view, kinds, operands[first], operands[1 - first],
            product->hasZeroPoint[0] || product->hasZeroPoint[1]);
  item->problem = problemOf(item, kinds, chosen);
  return true;
}
