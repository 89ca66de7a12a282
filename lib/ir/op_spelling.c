//===- op_spelling.c - parts of a name as text ----------------------------===//

#include "lib/ir/op_items.h"
#include "lib/ir/scalar_values.h"
#include "lib/ir/types.h"

#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

enum { WORDS_IN_CHAIN = 4 };

const char *tracemarkSpellTake(TracemarkSummaryContext *context,
                               TracemarkStringBuffer *buffer) {
  const char *text =
      buffer->failed ? NULL
                     : tracemarkArenaCopyText(context->arena,
                                              tracemarkStringBufferText(buffer),
                                              buffer->length);
  tracemarkStringBufferDestroy(buffer);
  return text;
}

const char *tracemarkSpellDims(TracemarkSummaryContext *context,
                               const TracemarkOpItem *item) {
  if (item->dimsText)
    return item->dimsText;
  TracemarkStringBuffer text = {0};
  for (intptr_t i = 0; i < item->dimCount; ++i)
    tracemarkTypeAppendDimension(&text, 0, item->dims[i]);
  return tracemarkSpellTake(context, &text);
}

typedef TRACEMARK_ARENA_ARRAY(MlirType) TypeList;

static bool pushType(TracemarkSummaryContext *context, TypeList *types,
                     MlirValue value) {
  return TRACEMARK_ARENA_PUSH(context->arena, types,
                              tracemarkTypeElement(mlirValueGetType(value)));
}

/// One type if all are equal, else all in order.
static const char *spellTypes(TracemarkSummaryContext *context,
                              const TypeList *types) {
  bool equal = true;
  for (size_t i = 1; i < types->count; ++i)
    equal &= mlirTypeEqual(types->items[0], types->items[i]);
  TracemarkStringBuffer text = {0};
  for (size_t i = 0; i < (equal && types->count ? 1 : types->count); ++i) {
    if (i)
      tracemarkStringBufferAppendText(&text, "x");
    tracemarkTypeAppendElement(&text, types->items[i]);
  }
  return tracemarkSpellTake(context, &text);
}

/// Element types of what the op reads and writes: ins and inits of a linalg
/// op; tensors and memrefs among the operands, then the results, of others.
const char *tracemarkSpellItemTypes(TracemarkSummaryContext *context,
                                    const TracemarkOpItem *item) {
  if (item->typesText)
    return item->typesText;
  TypeList types = {0};
  const TracemarkLinalgView *view = &item->view;
  bool hasView = !mlirOperationIsNull(view->operation);
  intptr_t operands = hasView ? view->insCount + view->initCount
                              : mlirOperationGetNumOperands(item->operation);
  for (intptr_t i = 0; i < operands; ++i) {
    MlirValue operand = mlirOperationGetOperand(item->operation, i);
    bool isUnused =
        hasView && i >= view->insCount &&
        i - view->insCount < mlirOperationGetNumResults(item->operation) &&
        mlirOpOperandIsNull(mlirValueGetFirstUse(
            mlirOperationGetResult(item->operation, i - view->insCount)));
    bool isParameter = item->typeOperands && i >= item->typeOperands;
    if (!isUnused && !isParameter &&
        (hasView || mlirTypeIsAShaped(mlirValueGetType(operand))) &&
        !pushType(context, &types, operand))
      return NULL;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(item->operation);
       !hasView && i < e; ++i)
    if (!pushType(context, &types, mlirOperationGetResult(item->operation, i)))
      return NULL;
  return spellTypes(context, &types);
}

/// Element types of what a chain of items takes from outside, then of what its
/// last item gives.
const char *tracemarkSpellChainTypes(TracemarkSummaryContext *context,
                                     const TracemarkOpItems *items,
                                     const TracemarkOpItem *last) {
  TypeList types = {0};
  TracemarkPointerMap seen = {0};
  for (size_t i = 0; i < items->list.count; ++i) {
    const TracemarkOpItem *item = &items->list.items[i];
    bool hasView = !mlirOperationIsNull(item->view.operation);
    intptr_t operands = hasView ? item->view.insCount
                                : mlirOperationGetNumOperands(item->operation);
    if (item->class == TRACEMARK_ITEM_FILL)
      continue;
    for (intptr_t j = 0; j < operands; ++j) {
      MlirValue operand = mlirOperationGetOperand(item->operation, j);
      MlirValue source = tracemarkValueStripReshapes(&context->kinds, operand);
      if (!mlirTypeIsAShaped(mlirValueGetType(operand)) ||
          tracemarkOpItemsMaker(items, item, j))
        continue;
      double constant; // a parameter of an op on whole tensors
      if (!hasView &&
          tracemarkValueConstant(&context->kinds, source, &constant))
        continue;
      bool isNew = false;
      if (!tracemarkPointerMapEnsure(context->arena, &seen, source.ptr,
                                     &isNew) ||
          (isNew && !pushType(context, &types, operand)))
        return NULL;
    }
  }
  bool hasView = !mlirOperationIsNull(last->view.operation);
  intptr_t results = hasView ? last->view.initCount
                             : mlirOperationGetNumResults(last->operation);
  for (intptr_t i = 0; i < results; ++i)
    if (!pushType(context, &types,
                  hasView ? mlirOperationGetOperand(last->operation,
                                                    last->view.insCount + i)
                          : mlirOperationGetResult(last->operation, i)))
      return NULL;
  return spellTypes(context, &types);
}

/// Joins the first words with '_', then `etc`.
const char *tracemarkSpellWords(TracemarkSummaryContext *context,
                                const TracemarkTail *tail) {
  TracemarkStringBuffer text = {0};
  for (size_t i = 0; i < tail->words.count; ++i) {
    if (i == WORDS_IN_CHAIN) {
      tracemarkStringBufferAppendText(&text, "_etc");
      break;
    }
    if (i)
      tracemarkStringBufferAppendText(&text, "_");
    tracemarkStringBufferAppendText(&text, tail->words.items[i].word);
  }
  return tracemarkSpellTake(context, &text);
}

/// "s2", "d2x1": one number if all are equal.
static bool pushWindow(TracemarkSummaryContext *context, char letter,
                       const int64_t *sizes, intptr_t count,
                       const char **modifiers, size_t *modifierCount) {
  if (!sizes)
    return true;
  bool equal = true;
  for (intptr_t i = 1; i < count; ++i)
    equal &= sizes[i] == sizes[0];
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppend(&text, &letter, 1);
  for (intptr_t i = 0; i < (equal ? 1 : count); ++i)
    tracemarkTypeAppendDimension(&text, 1, sizes[i]);
  const char *modifier = tracemarkSpellTake(context, &text);
  if (modifier)
    modifiers[(*modifierCount)++] = modifier;
  return modifier != NULL;
}

bool tracemarkSpellModifiers(TracemarkSummaryContext *context,
                             const TracemarkOpItem *root,
                             TracemarkOpSummary *summary) {
  const char **modifiers =
      tracemarkArenaAllocate(context->arena, 2, sizeof(*modifiers));
  summary->modifiers = modifiers;
  return modifiers &&
         pushWindow(context, 's', root->strides, root->windowCount, modifiers,
                    &summary->modifierCount) &&
         pushWindow(context, 'd', root->dilations, root->windowCount, modifiers,
                    &summary->modifierCount);
}

bool tracemarkSpellTail(TracemarkSummaryContext *context,
                        const TracemarkTail *tail,
                        TracemarkOpSummary *summary) {
  const char **words =
      tracemarkArenaAllocate(context->arena, tail->words.count, sizeof(*words));
  if (!words)
    return false;
  for (size_t i = 0; i < tail->words.count; ++i)
    words[i] = tail->words.items[i].word;
  summary->tail = words;
  summary->tailCount = tail->words.count;
  return true;
}
