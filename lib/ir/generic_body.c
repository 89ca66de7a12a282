//===- generic_body.c - what one iteration of a linalg op does ------------===//

#include "lib/ir/generic_body.h"

#include "lib/ir/scalar_values.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

/// Steps back from where a lookup is to what it is computed from.
enum { INDEX_DEPTH = 16 };

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

typedef struct Reader {
  TracemarkArena *arena;
  TracemarkOpKinds *kinds;
  const TracemarkLinalgView *view;
  TRACEMARK_ARENA_ARRAY(TracemarkBodyWord) words;
  uint64_t arithmetic;
  unsigned features;
  bool loads, gathers, reverses, loadsByLoop, repeats, failed;
  TracemarkPointerMap dataOps;  // ops whose results depend on elements
  TracemarkPointerMap indexOps; // ops that tell where something is looked up
} Reader;

/// Word of a maximum or minimum: with a constant on one side relu, relu6 or
/// clamp. Folds the word of the op that computed the other side.
static const char *spellMinMax(Reader *reader, const char *word,
                               const MlirValue values[2]) {
  double constant, other;
  int side = 1;
  if (!tracemarkScalarConstant(reader->kinds, reader->view, values[1],
                               &constant)) {
    side = 0;
    if (!tracemarkScalarConstant(reader->kinds, reader->view, values[0],
                                 &constant))
      return word;
  }
  bool isMax = strcmp(word, "max") == 0;
  MlirOperation inner = tracemarkValueDefiningOp(values[1 - side]);
  MlirValue innerValues[2];
  const char *innerWord =
      mlirOperationIsNull(inner)
          ? NULL
          : tracemarkScalarMinMax(reader->kinds, inner, innerValues);
  bool folds =
      innerWord && strcmp(innerWord, word) != 0 && reader->words.count &&
      mlirOperationEqual(reader->words.items[reader->words.count - 1].operation,
                         inner) &&
      (tracemarkScalarConstant(reader->kinds, reader->view, innerValues[1],
                               &other) ||
       tracemarkScalarConstant(reader->kinds, reader->view, innerValues[0],
                               &other));
  if (!folds)
    return isMax && constant == 0.0 ? "relu" : word;
  --reader->words.count;
  double low = isMax ? constant : other, high = isMax ? other : constant;
  return low == 0.0 && high == 6.0 ? "relu6" : "clamp";
}

static bool isNumber(Reader *reader, MlirValue value, double number) {
  double constant;
  return tracemarkScalarConstant(reader->kinds, reader->view, value,
                                 &constant) &&
         constant == number;
}

/// Every use of the comparison is the condition of a select, which speaks for
/// it, or of an assertion.
static bool isCondition(Reader *reader, MlirOperation compare) {
  if (mlirOperationGetNumResults(compare) != 1)
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(compare, 0));
  if (mlirOpOperandIsNull(use))
    return false;
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool isSelect =
        tracemarkOpKindsGet(reader->kinds, user)->role == TRACEMARK_OP_SELECT;
    if (mlirOpOperandGetOperandNumber(use) != 0 ||
        (!isSelect && !tracemarkOperationIs(user, "cf.assert")))
      return false;
  }
  return true;
}

static const char *wordOf(Reader *reader, MlirOperation operation,
                          const TracemarkOpKind *kind) {
  MlirValue values[2];
  const char *minMax = tracemarkScalarMinMax(reader->kinds, operation, values);
  if (minMax)
    return spellMinMax(reader, minMax, values);
  if (mlirOperationGetNumOperands(operation) != 2)
    return kind->word;
  MlirValue left = mlirOperationGetOperand(operation, 0);
  if (strcmp(kind->word, "sub") == 0 && isNumber(reader, left, 0.0))
    return "neg";
  if (strcmp(kind->word, "div") == 0 && isNumber(reader, left, 1.0))
    return "reciprocal";
  if (strcmp(kind->word, "pow") == 0 &&
      isNumber(reader, mlirOperationGetOperand(operation, 1), 2.0))
    return "square";
  if (strcmp(kind->word, "mul") == 0 &&
      tracemarkScalarSame(reader->view, left,
                          mlirOperationGetOperand(operation, 1)))
    return "square";
  return kind->word;
}

/// Tells whether the terminator of the body takes a result of `operation`.
static bool isYielded(const TracemarkLinalgView *view,
                      MlirOperation operation) {
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(yield); i < e; ++i)
    if (mlirOperationEqual(
            tracemarkValueDefiningOp(mlirOperationGetOperand(yield, i)),
            operation))
      return true;
  return false;
}

static bool computesIndex(MlirOperation operation) {
  return mlirOperationGetNumResults(operation) > 0 &&
         mlirTypeIsAIndex(
             mlirValueGetType(mlirOperationGetResult(operation, 0)));
}

/// Tells whether `value` depends on an element of an operand or on something
/// that was looked up.
static bool isData(Reader *reader, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), reader->view->body);
  return tracemarkPointerMapFind(&reader->dataOps,
                                 tracemarkValueDefiningOp(value).ptr) != NULL;
}

static bool takesData(Reader *reader, MlirOperation operation, intptr_t first) {
  for (intptr_t i = first, e = mlirOperationGetNumOperands(operation); i < e;
       ++i)
    if (isData(reader, mlirOperationGetOperand(operation, i)))
      return true;
  return false;
}

/// Notes whether the results of `operation` are data.
static bool noteData(Reader *reader, MlirOperation operation, bool isLoad) {
  if (!isLoad && !takesData(reader, operation, 0))
    return false;
  reader->failed |= !tracemarkPointerMapEnsure(reader->arena, &reader->dataOps,
                                               operation.ptr, NULL);
  return true;
}

/// Notes the ops that `value` is computed by, `depth` steps back.
static void noteIndex(Reader *reader, MlirValue value, int depth) {
  MlirOperation definition = tracemarkValueDefiningOp(value);
  if (mlirOperationIsNull(definition) || depth == 0 ||
      !mlirBlockEqual(mlirOperationGetBlock(definition), reader->view->body))
    return;
  bool isNew;
  reader->failed |= !tracemarkPointerMapEnsure(reader->arena, &reader->indexOps,
                                               definition.ptr, &isNew);
  if (reader->failed || !isNew)
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(definition); i < e; ++i)
    noteIndex(reader, mlirOperationGetOperand(definition, i), depth - 1);
}

/// Tells whether `value` is computed from loop indices by more than a choice
/// among them (which is how a dynamic broadcast looks), `depth` steps back.
static bool isComputedIndex(const Reader *reader, MlirValue value, int depth) {
  MlirOperation definition = tracemarkValueDefiningOp(value);
  if (mlirOperationIsNull(definition) || depth == 0 ||
      !mlirBlockEqual(mlirOperationGetBlock(definition), reader->view->body))
    return false;
  const TracemarkOpKind *kind = tracemarkOpKindsGet(reader->kinds, definition);
  if (kind->role == TRACEMARK_OP_ARITHMETIC ||
      tracemarkOperationIs(definition, "affine.apply"))
    return true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(definition); i < e; ++i)
    if (isComputedIndex(reader, mlirOperationGetOperand(definition, i),
                        depth - 1))
      return true;
  return false;
}

static bool isLoopIndex(MlirOperation operation) {
  return !mlirOperationIsNull(operation) &&
         tracemarkOperationIs(operation, "linalg.index");
}

/// Tells whether a lookup is at loop indices, some of them counted down from a
/// value that no loop tells.
static bool countsDown(const Reader *reader, MlirOperation load) {
  bool isReversed = false;
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(load); i < e; ++i) {
    MlirOperation index =
        tracemarkValueDefiningOp(mlirOperationGetOperand(load, i));
    if (isLoopIndex(index))
      continue;
    double constant;
    if (mlirOperationIsNull(index)) {
      return false;
    } else if (tracemarkOperationIs(index, "arith.subi") &&
               isLoopIndex(tracemarkValueDefiningOp(
                   mlirOperationGetOperand(index, 1)))) {
      MlirOperation from =
          tracemarkValueDefiningOp(mlirOperationGetOperand(index, 0));
      for (intptr_t j = 0, f = mlirOperationIsNull(from)
                                   ? 0
                                   : mlirOperationGetNumOperands(from);
           j < f; ++j)
        if (isLoopIndex(
                tracemarkValueDefiningOp(mlirOperationGetOperand(from, j))))
          return false;
      isReversed |= !isLoopIndex(from);
    } else if (!tracemarkValueConstant(reader->kinds,
                                       mlirOperationGetOperand(load, i),
                                       &constant)) {
      return false;
    }
  }
  return isReversed;
}

static void readLoad(Reader *reader, MlirOperation operation) {
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    noteIndex(reader, mlirOperationGetOperand(operation, i), INDEX_DEPTH);
  bool byData = takesData(reader, operation, 1);
  reader->gathers |= byData;
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(operation); i < e; ++i)
    byData |= isComputedIndex(reader, mlirOperationGetOperand(operation, i),
                              INDEX_DEPTH);
  noteData(reader, operation, true);
  reader->loads |= byData;
  reader->reverses |= byData && countsDown(reader, operation);
  reader->loadsByLoop |= !byData;
  if (byData)
    return;
  intptr_t plain = 0;
  for (intptr_t i = 1, e = mlirOperationGetNumOperands(operation); i < e; ++i) {
    MlirOperation index =
        tracemarkValueDefiningOp(mlirOperationGetOperand(operation, i));
    plain += isLoopIndex(index);
  }
  reader->repeats |= plain < reader->view->loopCount;
}

static void readBlock(Reader *reader, MlirBlock block);

static void pushWord(Reader *reader, const char *text,
                     MlirOperation operation) {
  TracemarkBodyWord word = {text, operation};
  reader->failed |= !TRACEMARK_ARENA_PUSH(reader->arena, &reader->words, word);
}

/// Tells whether a select chooses by a comparison in the body, of data.
static bool compares(Reader *reader, MlirOperation select) {
  MlirValue condition = mlirOperationGetOperand(select, 0);
  MlirOperation compare = tracemarkValueDefiningOp(condition);
  return !mlirOperationIsNull(compare) &&
         tracemarkOpKindsGet(reader->kinds, compare)->role ==
             TRACEMARK_OP_COMPARE &&
         isData(reader, condition);
}

/// Flops of an op on data. A comparison for a select counts there.
static uint64_t flopsOf(Reader *reader, MlirOperation operation) {
  const TracemarkOpKind *kind = tracemarkOpKindsGet(reader->kinds, operation);
  if (kind->role == TRACEMARK_OP_CAST || kind->role == TRACEMARK_OP_PLUMBING ||
      mlirOperationGetNumResults(operation) == 0)
    return 0;
  if (kind->role == TRACEMARK_OP_SELECT && !compares(reader, operation))
    return 0;
  MlirType type = mlirValueGetType(mlirOperationGetResult(operation, 0));
  if (mlirOperationGetNumOperands(operation) > 0) {
    MlirType from = mlirValueGetType(mlirOperationGetOperand(operation, 0));
    if (mlirTypeIsAComplex(from) || mlirTypeIsAVector(from))
      type = from; // of a comparison, a size, a reduction
  }
  return tracemarkTypeOperations(type, kind->word);
}

static void readOperation(Reader *reader, MlirOperation operation) {
  const TracemarkOpKind *kind = tracemarkOpKindsGet(reader->kinds, operation);
  reader->features |= kind->features;
  switch (kind->role) {
  case TRACEMARK_OP_PLUMBING:
  case TRACEMARK_OP_SLICE:
    if (noteData(reader, operation, false) &&
        isYielded(reader->view, operation) && strcmp(kind->word, "cast") == 0)
      pushWord(reader, "cast", operation);
    return;
  case TRACEMARK_OP_LOAD:
    readLoad(reader, operation);
    return;
  case TRACEMARK_OP_LOOP:
  case TRACEMARK_OP_CONTROL:
    for (MlirRegion region = mlirOperationGetFirstRegion(operation);
         !mlirRegionIsNull(region);
         region = mlirRegionGetNextInOperation(region))
      for (MlirBlock block = mlirRegionGetFirstBlock(region);
           !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
        readBlock(reader, block);
    return;
  default:
    break;
  }
  bool fromData = noteData(reader, operation, false);
  if ((!fromData && computesIndex(operation) &&
       !isYielded(reader->view, operation)) ||
      (kind->role == TRACEMARK_OP_COMPARE && isCondition(reader, operation)))
    return;
  const char *word = wordOf(reader, operation, kind);
  if (fromData)
    reader->arithmetic += flopsOf(reader, operation);
  pushWord(reader, word, operation);
}

static void readBlock(Reader *reader, MlirBlock block) {
  for (MlirOperation operation = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(operation);
       operation = mlirOperationGetNextInBlock(operation))
    readOperation(reader, operation);
}

/// Tells whether a word computes with data, and not only where to look
/// something up.
static bool fromData(const Reader *reader, const TracemarkBodyWord *word) {
  return tracemarkPointerMapFind(&reader->dataOps, word->operation.ptr) &&
         !tracemarkPointerMapFind(&reader->indexOps, word->operation.ptr);
}

/// Takes away the flops of computing where to look something up.
static void dropIndexFlops(Reader *reader, const TracemarkBodyWord *word) {
  if (tracemarkPointerMapFind(&reader->dataOps, word->operation.ptr))
    reader->arithmetic -= flopsOf(reader, word->operation);
}

/// Drops words that stand for computing with loop indices alone, unless there
/// is nothing else.
static void dropIndexWords(Reader *reader) {
  size_t kept = 0;
  for (size_t i = 0; i < reader->words.count; ++i)
    kept += fromData(reader, &reader->words.items[i]);
  if (kept == 0 && !reader->loads)
    return;
  kept = 0;
  for (size_t i = 0; i < reader->words.count; ++i)
    if (fromData(reader, &reader->words.items[i]))
      reader->words.items[kept++] = reader->words.items[i];
    else
      dropIndexFlops(reader, &reader->words.items[i]);
  reader->words.count = kept;
}

/// Keeps casts only where the result takes another type than the computation;
/// a body of casts alone is one cast.
static void dropCasts(Reader *reader) {
  size_t kept = 0, others = 0;
  for (size_t i = 0; i < reader->words.count; ++i)
    others += strcmp(reader->words.items[i].word, "cast") != 0;
  for (size_t i = 0; i < reader->words.count; ++i) {
    TracemarkBodyWord word = reader->words.items[i];
    if (strcmp(word.word, "cast") == 0 &&
        (others ? !isYielded(reader->view, word.operation) : kept > 0))
      continue;
    reader->words.items[kept++] = word;
  }
  reader->words.count = kept;
}

bool tracemarkGenericBodyGet(TracemarkArena *arena, TracemarkOpKinds *kinds,
                             const TracemarkLinalgView *view,
                             TracemarkGenericBody *body) {
  *body = (TracemarkGenericBody){0};
  if (mlirBlockIsNull(view->body))
    return true;
  Reader reader = {.arena = arena, .kinds = kinds, .view = view};
  readBlock(&reader, view->body);
  dropIndexWords(&reader);
  dropCasts(&reader);
  *body = (TracemarkGenericBody){.words = reader.words.items,
                                 .wordCount = reader.words.count,
                                 .features = reader.features,
                                 .arithmetic = reader.arithmetic,
                                 .loads = reader.loads,
                                 .gathers = reader.gathers,
                                 .reverses = reader.reverses,
                                 .loadsByLoop = reader.loadsByLoop,
                                 .repeats = reader.repeats};
  return !reader.failed;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static TracemarkCombiner combinerOf(const char *word) {
  static const struct {
    const char *word;
    TracemarkCombiner combiner;
  } combiners[] = {
      {"add", TRACEMARK_COMBINER_SUM}, {"mul", TRACEMARK_COMBINER_PROD},
      {"max", TRACEMARK_COMBINER_MAX}, {"min", TRACEMARK_COMBINER_MIN},
      {"and", TRACEMARK_COMBINER_AND}, {"or", TRACEMARK_COMBINER_OR},
      {"xor", TRACEMARK_COMBINER_XOR},
  };
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(combiners); ++i)
    if (strcmp(word, combiners[i].word) == 0)
      return combiners[i].combiner;
  return TRACEMARK_COMBINER_NONE;
}

static void findFactors(TracemarkOpKinds *kinds,
                        TracemarkReduction *reduction) {
  MlirOperation product = tracemarkValueDefiningOp(reduction->value);
  if (mlirOperationIsNull(product) ||
      mlirOperationGetNumOperands(product) != 2 ||
      strcmp(tracemarkOpKindsGet(kinds, product)->word, "mul") != 0)
    return;
  for (int i = 0; i < 2; ++i)
    reduction->factors[i] =
        tracemarkScalarStripCasts(kinds, mlirOperationGetOperand(product, i));
}

/// Sums of small floats may be added up in wider ones.
static bool isCastOf(TracemarkOpKinds *kinds, MlirValue value,
                     MlirValue running) {
  return mlirValueEqual(tracemarkScalarStripCasts(kinds, value), running);
}

TracemarkReduction
tracemarkGenericBodyReduction(TracemarkOpKinds *kinds,
                              const TracemarkLinalgView *view, intptr_t index) {
  TracemarkReduction none = {0}, result = {0};
  MlirOperation yield = tracemarkLinalgViewYield(view);
  if (mlirOperationIsNull(yield) || index >= mlirOperationGetNumOperands(yield))
    return none;
  MlirValue running =
      tracemarkLinalgViewBodyArgument(view, view->insCount + index);
  MlirOperation combine = tracemarkValueDefiningOp(
      tracemarkScalarStripCasts(kinds, mlirOperationGetOperand(yield, index)));
  if (mlirOperationIsNull(combine) || mlirValueIsNull(running))
    return none;
  if (tracemarkOperationIs(combine, "math.fma") &&
      mlirOperationGetNumOperands(combine) == 3) {
    if (!isCastOf(kinds, mlirOperationGetOperand(combine, 2), running))
      return none;
    result.combiner = TRACEMARK_COMBINER_SUM;
    for (int i = 0; i < 2; ++i)
      result.factors[i] =
          tracemarkScalarStripCasts(kinds, mlirOperationGetOperand(combine, i));
    return result;
  }
  MlirValue values[2];
  const char *word = tracemarkScalarMinMax(kinds, combine, values);
  if (!word) {
    if (mlirOperationGetNumOperands(combine) != 2)
      return none;
    word = tracemarkOpKindsGet(kinds, combine)->word;
    values[0] = mlirOperationGetOperand(combine, 0);
    values[1] = mlirOperationGetOperand(combine, 1);
  }
  result.combiner = combinerOf(word);
  if (isCastOf(kinds, values[0], running))
    result.value = values[1];
  else if (isCastOf(kinds, values[1], running))
    result.value = values[0];
  else
    return none;
  result.value = tracemarkScalarStripCasts(kinds, result.value);
  findFactors(kinds, &result);
  return result;
}
