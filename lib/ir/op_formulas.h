//===- op_formulas.h - functions spelled out as several ops -----*- C -*-===//
//
// Internal to op_summary: reads the scalar data flow through the bodies of a
// dispatch's elementwise ops and finds functions that programs spell out: gelu,
// silu, softmax, layernorm. A word is given only if every step of the formula
// is there, with its constants, on one and the same input.
//
// A node is a scalar: a value in a body, or an element of a whole tensor that
// no body of this dispatch computes. Walking back goes through casts, reshapes,
// and producers that compute at the same place. All walks are bounded. Uses
// memory of the arena for nothing; one thread.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_FORMULAS_H
#define TRACEMARK_LIB_IR_OP_FORMULAS_H

#include "lib/ir/op_items.h"

enum { TRACEMARK_FORMULA_STEPS = 24, TRACEMARK_FORMULA_REDUCTIONS = 4 };

typedef struct TracemarkFormula {
  const char *word;
  /// Ops that the function consists of, its last one aside; the same op may be
  /// there twice.
  MlirOperation steps[TRACEMARK_FORMULA_STEPS];
  size_t stepCount;
  const TracemarkOpItem *reductions[TRACEMARK_FORMULA_REDUCTIONS];
  size_t reductionCount;
} TracemarkFormula;

/// Finds the function whose last step is `operation`, an op of the body of
/// `item` or the item's own; false if it is no more than itself.
bool tracemarkFormulaFind(TracemarkSummaryContext *context,
                          const TracemarkOpItems *items,
                          const TracemarkOpItem *item, MlirOperation operation,
                          TracemarkFormula *formula);

/// Tells whether `operation`, an op of the body of `item` or the item's own,
/// divides the sum that `root` gives by the number of its addends.
bool tracemarkFormulaIsMean(TracemarkSummaryContext *context,
                            const TracemarkOpItems *items,
                            const TracemarkOpItem *root,
                            const TracemarkOpItem *item,
                            MlirOperation operation);

/// Tells whether the sum that `root` gives is one of squares that another op
/// makes; its steps are that op and the difference that is squared, if it is
/// one.
bool tracemarkFormulaIsSumOfSquares(TracemarkSummaryContext *context,
                                    const TracemarkOpItems *items,
                                    const TracemarkOpItem *root,
                                    TracemarkFormula *formula);

//===----------------------------------------------------------------------===//
// Nodes: for the files that know formulas
//===----------------------------------------------------------------------===//

typedef struct TracemarkNode {
  MlirValue value;                 // casts stripped; never null
  const TracemarkLinalgView *view; // whose body it is in; NULL for a tensor
  MlirAffineMap map; // how a body reads the tensor if not like its result
  bool isRepeated;   // an op on whole tensors reads it so
  const TracemarkOpItem *maker; // of a buffer: who wrote it; NULL: not known
} TracemarkNode;

typedef struct TracemarkFormulaReader {
  TracemarkSummaryContext *context;
  const TracemarkOpItems *items;
  TracemarkFormula *formula;
} TracemarkFormulaReader;

/// How much the formula consists of so far, for a try to take back.
typedef struct TracemarkFormulaMark {
  size_t steps, reductions;
} TracemarkFormulaMark;

static inline TracemarkFormulaMark
tracemarkFormulaMarkGet(const TracemarkFormulaReader *reader) {
  return (TracemarkFormulaMark){reader->formula->stepCount,
                                reader->formula->reductionCount};
}

/// Takes back what was noted since `mark`; returns false, what a try is then.
static inline bool tracemarkFormulaUndo(TracemarkFormulaReader *reader,
                                        TracemarkFormulaMark mark) {
  reader->formula->stepCount = mark.steps;
  reader->formula->reductionCount = mark.reductions;
  return false;
}

/// Names the function; returns true, what a try is then.
static inline bool tracemarkFormulaSetWord(TracemarkFormulaReader *reader,
                                           const char *word) {
  reader->formula->word = word;
  return true;
}

/// Item whose result a tensor or buffer is; NULL if there is none.
const TracemarkOpItem *tracemarkNodeItem(const TracemarkFormulaReader *reader,
                                         const TracemarkNode *node);

/// Op that computes the node, element by element; null for leaves.
MlirOperation tracemarkNodeOperation(const TracemarkFormulaReader *reader,
                                     const TracemarkNode *node);

/// Tells whether the dispatch has an op of each of these TRACEMARK_FEATURE_*:
/// a formula need not be looked for in a dispatch that lacks one of its ops.
bool tracemarkFormulaMayHave(const TracemarkFormulaReader *reader,
                             unsigned features);

/// Tells whether a formula may end in any op; else in a maximum, minimum or the
/// like only.
bool tracemarkFormulaMayEndAnywhere(const TracemarkOpItems *items);

/// Word of that op: max and min however they are spelled; "" for leaves.
const char *tracemarkNodeWord(const TracemarkFormulaReader *reader,
                              const TracemarkNode *node);

bool tracemarkNodeConstant(const TracemarkFormulaReader *reader,
                           const TracemarkNode *node, double *constant);

/// Tells whether two nodes are one scalar, or computed alike from one.
bool tracemarkNodeSame(const TracemarkFormulaReader *reader,
                       const TracemarkNode *a, const TracemarkNode *b);

/// If the node's word is `word`, and it has `count` (1 to 3) operands, gives
/// them and notes the op as a step. Max and min give the two values compared.
bool tracemarkNodeTake(TracemarkFormulaReader *reader,
                       const TracemarkNode *node, const char *word, int count,
                       TracemarkNode *operands);

/// Takes `word` with a constant on one side (a commutative op).
bool tracemarkNodeTakeConstant(TracemarkFormulaReader *reader,
                               const TracemarkNode *node, const char *word,
                               TracemarkNode *other, double *constant);

/// Looks through multiplications with constants, divisions by them and
/// negations: node = scale * base.
void tracemarkNodeScale(TracemarkFormulaReader *reader,
                        const TracemarkNode *node, TracemarkNode *base,
                        double *scale);

/// What a tensor is that is repeated along loops: goes on into its producer.
TracemarkNode tracemarkNodeRows(const TracemarkFormulaReader *reader,
                                const TracemarkNode *node);

/// Tells whether the node reads a tensor or scalar that is smaller than the
/// result, and is no constant.
bool tracemarkNodeIsRepeated(const TracemarkFormulaReader *reader,
                             const TracemarkNode *node);

/// Product of constants and powers of given nodes: node = scale * (product of
/// stops[i] ^ counts[i]); false if there is any other factor.
bool tracemarkNodeProduct(TracemarkFormulaReader *reader,
                          const TracemarkNode *node, const TracemarkNode *stops,
                          int *counts, int stopCount, double *scale);

/// Reduction whose result the node is, with what it adds up; marks it.
bool tracemarkNodeReduction(TracemarkFormulaReader *reader,
                            const TracemarkNode *node,
                            TracemarkCombiner combiner, TracemarkNode *value,
                            TracemarkNode factors[2], bool *hasFactors,
                            const TracemarkOpItem **item);

/// Place in the body of `view` (or a tensor, if NULL) as a node.
TracemarkNode tracemarkNodeGet(const TracemarkFormulaReader *reader,
                               const TracemarkLinalgView *view,
                               MlirValue value);

bool tracemarkNodeIsNear(double value, double wanted);

/// node = 1 + exp(x)
bool tracemarkNodeIsOnePlusExp(TracemarkFormulaReader *reader,
                               const TracemarkNode *node, TracemarkNode *x);

/// node = log(1 + exp(x)), in one of its forms
bool tracemarkNodeIsSoftplus(TracemarkFormulaReader *reader,
                             const TracemarkNode *node, TracemarkNode *x);

/// Each tells whether the node is a function of its kind and sets the word.
bool tracemarkFormulaActivation(TracemarkFormulaReader *reader,
                                const TracemarkNode *node);
bool tracemarkFormulaSelection(TracemarkFormulaReader *reader,
                               const TracemarkNode *node);
bool tracemarkFormulaHalves(TracemarkFormulaReader *reader,
                            const TracemarkNode *node);
bool tracemarkFormulaNormalisation(TracemarkFormulaReader *reader,
                                   const TracemarkNode *node);
bool tracemarkFormulaQuantisation(TracemarkFormulaReader *reader,
                                  const TracemarkNode *node,
                                  MlirOperation operation);

#endif // TRACEMARK_LIB_IR_OP_FORMULAS_H
