//===- op_items.h - the working ops of a dispatch, classified ---*- C -*-===//
//
// Internal to op_summary: one item per op that does work on tensors or
// memrefs, with its word, loops, cost and problem size. op_classify.c makes
// items (op_contractions.c, op_convolutions.c and op_reductions.c know the
// structured kinds), op_tails.c and op_cost.c read them, op_summary.c picks
// the root.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_OP_ITEMS_H
#define TRACEMARK_LIB_IR_OP_ITEMS_H

#include "lib/ir/generic_body.h"
#include "lib/ir/op_summary.h"

#include "lib/base/string_buffer.h"

typedef enum TracemarkItemClass {
  TRACEMARK_ITEM_FILL,        // least: never a root beside others
  TRACEMARK_ITEM_MOVEMENT,    // copy, transpose, broadcast, pad, concat
  TRACEMARK_ITEM_ELEMENTWISE, // computes element by element
  TRACEMARK_ITEM_COMPUTE,     // reductions, windows, lookups, named ops
  TRACEMARK_ITEM_CONTRACTION, // wins ties
} TracemarkItemClass;

/// What a sum of products of two operands' elements multiplies.
typedef struct TracemarkProduct {
  bool isFound;
  intptr_t operands[2]; // of the op, in its order
  bool hasZeroPoint[2]; // per factor, in the body's order: an integer that
                        // another one is taken away from, and no more
} TracemarkProduct;

typedef struct TracemarkOpItem {
  MlirOperation operation;
  TracemarkLinalgView view; // of a linalg op; zero for others
  TracemarkGenericBody body;
  unsigned features; // TRACEMARK_FEATURE_* of the op and its body
  TracemarkItemClass class;
  const char *word;     // as a root: matmul_nt, reduce_sum
  const char *tailWord; // behind another root: matmul_nt, sum
  bool isElements;      // ELEMENTWISE whose words are those of the body
  bool isOpaque;        // of a dialect that is not known: only name and types
  bool hasUnknownFlops; // known by name, but not what it computes
  bool isReduction;     // reduce_*
  TracemarkProduct product; // of what is a contraction or convolution by its
                            // body
  bool takesBias;           // contractions and convolutions
  bool hasBiasOperand;      // the third operand is one
  intptr_t typeOperands; // of an op without view: how many operands give types
                         // (the others are parameters); 0: all
  bool isExpansion;      // repeats an operand along loops it lacks, all of
                         // size 1 perhaps
  bool isConsumed;       // spoken for by another word
  bool isTwin;           // the same work as the root, beside it
  bool isDependent;      // takes what the root or a twin gives
  int64_t *dims;         // dimCount sizes, negative for dynamic
  intptr_t dimCount;
  int64_t *strides, *dilations; // windowCount each; NULL if all are 1
  intptr_t windowCount;
  TracemarkProblemSize problem; // of contractions
  uint64_t trips;               // executions per call; 1024 for unknown loops
  bool tripsKnown;
  uint64_t cost; // of section 7's model
  /// What tracemarkSpellDims and tracemarkSpellItemTypes give, if that is known
  /// already; else NULL.
  const char *dimsText, *typesText;
  /// Of an op without results: per operand 1 + the place in the list of the
  /// item that wrote that buffer last, 0 if that is not known; else NULL.
  const size_t *makers;
} TracemarkOpItem;

/// Classifies an op that is linalg, movement, or has tensor operands or
/// results; false when out of memory.
bool tracemarkOpItemClassify(TracemarkSummaryContext *context,
                             MlirOperation operation,
                             const TracemarkOpKind *kind,
                             TracemarkOpItem *item);

/// The same, but asks no second time for a linalg op that equals a former one.
bool tracemarkOpItemGet(TracemarkSummaryContext *context,
                        MlirOperation operation, const TracemarkOpKind *kind,
                        TracemarkOpItem *item);

/// Finds the two operands whose elements the linalg op multiplies and adds up;
/// false for other ops.
bool tracemarkOpItemProduct(TracemarkSummaryContext *context,
                            const TracemarkLinalgView *view,
                            TracemarkProduct *product);

/// Each fills `item` and returns true if the linalg op (any name) is of its
/// kind, by the product that it adds up if there is one.
bool tracemarkOpItemContraction(TracemarkSummaryContext *context,
                                const TracemarkProduct *product,
                                TracemarkOpItem *item);
bool tracemarkOpItemConvolution(TracemarkSummaryContext *context,
                                const TracemarkProduct *product,
                                TracemarkOpItem *item);
bool tracemarkOpItemStepped(TracemarkSummaryContext *context,
                            const TracemarkProduct *product,
                            TracemarkOpItem *item);
void tracemarkOpItemReduction(TracemarkSummaryContext *context,
                              const TracemarkProduct *product,
                              TracemarkOpItem *item);

/// Gives the words of a reduction's or a product's body that stand for what is
/// done to an element before it is combined; none for other items. False when
/// out of memory.
bool tracemarkOpItemPrework(TracemarkSummaryContext *context,
                            const TracemarkOpItem *item,
                            TracemarkBodyWord **words, size_t *count);

/// Fills an item (word and result's dimensions are set) of a tensor dialect
/// that is known by name; false when out of memory.
bool tracemarkOpItemNamed(TracemarkSummaryContext *context,
                          TracemarkOpForm form, TracemarkOpItem *item);

/// Fills strides and dilations from attributes, elements or array; null if
/// absent.
void tracemarkOpItemWindows(TracemarkSummaryContext *context,
                            TracemarkOpItem *item, MlirAttribute strides,
                            MlirAttribute dilations);

/// Product of the ranges of the loops for which `chosen` is set (of all if it
/// is NULL), dynamic ones as 1024 and `*known` cleared then.
uint64_t tracemarkOpItemIterations(const TracemarkOpItem *item,
                                   const bool *chosen, bool *known);

/// The items of one dispatch in program order.
typedef struct TracemarkOpItems {
  TracemarkOpKinds *kinds; // of the context
  unsigned features;       // TRACEMARK_FEATURE_* of all ops, in bodies too
  bool hasMovement;        // an item of that class is among them
  TRACEMARK_ARENA_ARRAY(TracemarkOpItem) list;
  TracemarkPointerMap byOperation; // index + 1
} TracemarkOpItems;

TracemarkOpItem *tracemarkOpItemsFind(const TracemarkOpItems *items,
                                      MlirOperation operation);

/// The item that made what `item` takes as operand `index`, be it a tensor or
/// what is in a buffer then. Reshapes are looked through. NULL if there is
/// none.
TracemarkOpItem *tracemarkOpItemsMaker(const TracemarkOpItems *items,
                                       const TracemarkOpItem *item,
                                       intptr_t index);

/// Who wrote which buffer last, while the items are listed in program order.
typedef struct TracemarkBuffers {
  TracemarkPointerMap writes; // by memory
} TracemarkBuffers;

/// Memory that a buffer is a view of, or itself; null if that is not known.
MlirValue tracemarkBufferMemory(TracemarkOpKinds *kinds, MlirValue buffer);

/// Sets the makers of an item without results, which is the one at `index` of
/// the list, and notes what it writes; false when out of memory.
bool tracemarkBuffersNote(TracemarkSummaryContext *context,
                          TracemarkBuffers *buffers, size_t index,
                          TracemarkOpItem *item);

/// Notes that `operation`, which is no item, may write any buffer that it
/// takes; false when out of memory.
bool tracemarkBuffersForget(TracemarkSummaryContext *context,
                            TracemarkBuffers *buffers, MlirOperation operation);

/// One word of a tail or chain, with where it comes from.
typedef struct TracemarkTailWord {
  const char *word;
  const TracemarkOpItem *item;
  MlirOperation operation;
  bool addsBroadcast; // an add of something repeated along loops
} TracemarkTailWord;

typedef struct TracemarkTail {
  TRACEMARK_ARENA_ARRAY(TracemarkTailWord) words;
} TracemarkTail;

/// Words of everything but `root` and its equals, in program order, bias of
/// the root's init first; with root == NULL words of all elementwise and
/// movement items. Marks consumed broadcasts. False when out of memory.
bool tracemarkTailCollect(TracemarkSummaryContext *context,
                          TracemarkOpItems *items, TracemarkOpItem *root,
                          TracemarkTail *tail);

/// Folds words that are one function by their data flow (gelu, softmax). Gives
/// what the root is called if one of them speaks for it ("softmax",
/// "layernorm", "reduce_mean"), else the root's own word. `root` may be NULL.
const char *tracemarkTailFold(TracemarkSummaryContext *context,
                              const TracemarkOpItems *items,
                              TracemarkOpItem *root, TracemarkTail *tail);

/// Texts in the arena, NULL when out of memory. Take destroys the buffer;
/// Words joins the first four with '_', then `etc`; ChainTypes gives what the
/// items take from outside, then what `last` gives.
const char *tracemarkSpellTake(TracemarkSummaryContext *context,
                               TracemarkStringBuffer *buffer);
const char *tracemarkSpellDims(TracemarkSummaryContext *context,
                               const TracemarkOpItem *item);
const char *tracemarkSpellItemTypes(TracemarkSummaryContext *context,
                                    const TracemarkOpItem *item);
const char *tracemarkSpellChainTypes(TracemarkSummaryContext *context,
                                     const TracemarkOpItems *items,
                                     const TracemarkOpItem *last);
const char *tracemarkSpellWords(TracemarkSummaryContext *context,
                                const TracemarkTail *tail);
bool tracemarkSpellModifiers(TracemarkSummaryContext *context,
                             const TracemarkOpItem *root,
                             TracemarkOpSummary *summary);
bool tracemarkSpellTail(TracemarkSummaryContext *context,
                        const TracemarkTail *tail, TracemarkOpSummary *summary);

/// Tells whether two items are the same work: word, dims, types, windows.
bool tracemarkOpItemEqual(const TracemarkOpItem *a, const TracemarkOpItem *b);

/// Marks the items that are the same work as `root` and do not depend on it or
/// on each other; returns how many there are, the root included.
uint64_t tracemarkOpItemsMarkTwins(TracemarkSummaryContext *context,
                                   TracemarkOpItems *items,
                                   TracemarkOpItem *root);

/// Sums flops and bytes of all items into `summary`.
void tracemarkCostSum(TracemarkSummaryContext *context,
                      const TracemarkOpItems *items,
                      TracemarkOpSummary *summary);

#endif // TRACEMARK_LIB_IR_OP_ITEMS_H
