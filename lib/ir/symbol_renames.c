//===- symbol_renames.c - new names, and references that follow -----------===//

#include "lib/base/hash.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/strings.h"
#include "lib/ir/symbol_paths.h"

#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Rewriting attributes
//===----------------------------------------------------------------------===//

static MlirAttribute rewrite(TracemarkSymbolPaths *paths,
                             MlirOperation operation, MlirAttribute attribute);

MlirAttribute tracemarkSymbolNewText(TracemarkSymbol *symbol) {
  if (mlirAttributeIsNull(symbol->newText))
    symbol->newText = mlirStringAttrGet(
        mlirOperationGetContext(symbol->operation), symbol->newName);
  return symbol->newText;
}

/// A reference of one part to a symbol (NULL if there is none), which is
/// `former` now.
static MlirAttribute renamed(TracemarkSymbol *symbol, MlirAttribute former) {
  if (!symbol || !symbol->newName.data)
    return former;
  if (mlirAttributeIsNull(symbol->newReference))
    symbol->newReference =
        tracemarkBridgeReferenceGet(tracemarkSymbolNewText(symbol));
  return symbol->newReference;
}

/// Gives each part of the path that resolves the final name of its symbol.
static MlirAttribute rewriteReference(TracemarkSymbolPaths *paths,
                                      MlirOperation operation,
                                      MlirAttribute reference) {
  MlirContext context = mlirAttributeGetContext(reference);
  intptr_t count = mlirSymbolRefAttrGetNumNestedReferences(reference);
  MlirAttribute *nested =
      tracemarkArenaAllocate(paths->arena, (size_t)count, sizeof(*nested));
  if (!nested)
    return (MlirAttribute){NULL};
  MlirStringRef root = mlirSymbolRefAttrGetRootReference(reference);
  TracemarkSymbol *symbol =
      tracemarkSymbolPathsLookupAround(paths, operation, root);
  if (!count)
    return renamed(symbol, reference);
  bool changed = false;
  if (symbol && symbol->newName.data) {
    root = symbol->newName;
    changed = true;
  }
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute former = mlirSymbolRefAttrGetNestedReference(reference, i);
    if (symbol)
      symbol = tracemarkSymbolPathsLookup(
          paths, symbol->operation, mlirSymbolRefAttrGetRootReference(former));
    nested[i] = renamed(symbol, former);
    changed |= !mlirAttributeEqual(nested[i], former);
  }
  return changed ? mlirSymbolRefAttrGet(context, root, count, nested)
                 : reference;
}

static MlirAttribute rewriteArray(TracemarkSymbolPaths *paths,
                                  MlirOperation operation,
                                  MlirAttribute array) {
  intptr_t count = mlirArrayAttrGetNumElements(array);
  MlirAttribute *elements =
      tracemarkArenaAllocate(paths->arena, (size_t)count, sizeof(*elements));
  if (!elements)
    return (MlirAttribute){NULL};
  bool changed = false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(array, i);
    elements[i] = rewrite(paths, operation, element);
    if (mlirAttributeIsNull(elements[i]))
      return elements[i];
    changed |= !mlirAttributeEqual(elements[i], element);
  }
  return changed
             ? mlirArrayAttrGet(mlirAttributeGetContext(array), count, elements)
             : array;
}

static MlirAttribute rewriteDictionary(TracemarkSymbolPaths *paths,
                                       MlirOperation operation,
                                       MlirAttribute dictionary) {
  intptr_t count = mlirDictionaryAttrGetNumElements(dictionary);
  MlirNamedAttribute *elements =
      tracemarkArenaAllocate(paths->arena, (size_t)count, sizeof(*elements));
  if (!elements)
    return (MlirAttribute){NULL};
  bool changed = false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute element = mlirDictionaryAttrGetElement(dictionary, i);
    elements[i] = mlirNamedAttributeGet(
        element.name, rewrite(paths, operation, element.attribute));
    if (mlirAttributeIsNull(elements[i].attribute))
      return elements[i].attribute;
    changed |= !mlirAttributeEqual(elements[i].attribute, element.attribute);
  }
  return changed ? mlirDictionaryAttrGet(mlirAttributeGetContext(dictionary),
                                         count, elements)
                 : dictionary;
}

/// `attribute` with every reference in it renamed; itself if there is none;
/// null when out of memory.
static MlirAttribute rewrite(TracemarkSymbolPaths *paths,
                             MlirOperation operation, MlirAttribute attribute) {
  if (mlirAttributeIsASymbolRef(attribute))
    return rewriteReference(paths, operation, attribute);
  if (mlirAttributeIsAArray(attribute))
    return rewriteArray(paths, operation, attribute);
  if (mlirAttributeIsADictionary(attribute))
    return rewriteDictionary(paths, operation, attribute);
  return attribute;
}

//===----------------------------------------------------------------------===//
// Settling
//===----------------------------------------------------------------------===//

void tracemarkSymbolTakeBack(TracemarkSymbol *symbol, const char *why) {
  tracemarkEmitRemark(mlirOperationGetLocation(symbol->operation),
                      "'%.*s' keeps its name instead of '%.*s': %s",
                      (int)symbol->name.length, symbol->name.data,
                      (int)symbol->newName.length, symbol->newName.data, why);
  symbol->newName = mlirStringRefCreate(NULL, 0);
  symbol->newText = symbol->newReference = mlirAttributeGetNull();
}

/// A view of the same symbols under their final names.
static bool buildAfter(TracemarkSymbolPaths *paths,
                       TracemarkSymbolPaths *after) {
  *after = (TracemarkSymbolPaths){.arena = paths->arena,
                                  .kinds = paths->kinds,
                                  .root = paths->root,
                                  .byOperation = paths->byOperation,
                                  .isTable = paths->isTable};
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    TracemarkSymbol symbol = paths->symbols.items[i];
    if (symbol.newName.data) {
      symbol.name = symbol.newName;
      symbol.nameHash =
          tracemarkHashBytes(symbol.name.data, symbol.name.length);
    }
    if (!TRACEMARK_ARENA_PUSH(paths->arena, &after->symbols, symbol))
      return false;
  }
  return tracemarkSymbolPathsIndex(after);
}

/// Takes back names that another symbol of the table has or gets.
static bool settleTaken(TracemarkSymbolPaths *paths,
                        TracemarkSymbolPaths *after) {
  bool settled = true;
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    if (!symbol->newName.data)
      continue;
    TracemarkSymbol *other =
        tracemarkSymbolPathsLookup(after, symbol->table, symbol->newName);
    if (!other) // taken back in this round
      continue;
    bool isOther = !mlirOperationEqual(other->operation, symbol->operation);
    // The former name of a symbol that moves away is free only afterwards;
    // leaving it alone keeps every intermediate state valid.
    TracemarkSymbol *former =
        tracemarkSymbolPathsLookup(paths, symbol->table, symbol->newName);
    if (isOther ||
        (former && !mlirOperationEqual(former->operation, symbol->operation))) {
      tracemarkSymbolTakeBack(symbol, "the name is taken");
      settled = false;
    }
  }
  return settled;
}

typedef struct Check {
  TracemarkSymbolPaths *before, *after;
  MlirOperation operation;
  const char **reasons; // to take back a name, by symbol
  bool failed;
} Check;

/// Names are taken back together, so that which ones does not depend on the
/// order of the program.
static void giveReason(Check *check, const TracemarkSymbol *symbol,
                       const char *why) {
  check->reasons[symbol - check->before->symbols.items] = why;
}

/// Checks that the rewritten reference leads to what the former one led to.
static void checkReference(Check *check, TracemarkSymbol *target,
                           MlirAttribute latter) {
  if (!target)
    return;
  TracemarkSymbol *found =
      tracemarkSymbolPathsResolve(check->after, check->operation, latter);
  if (found && mlirOperationEqual(found->operation, target->operation))
    return;
  check->failed = true;
  // Whatever took the place of the target, or the target itself, moved.
  TracemarkSymbol *thief =
      found ? tracemarkSymbolPathsFind(check->before, found->operation) : NULL;
  if (thief && thief->newName.data)
    giveReason(check, thief, "a reference to another symbol would lead to it");
  else if (target->newName.data)
    giveReason(check, target, "a reference to it would lead elsewhere");
}

/// Compares where references lead, former and rewritten, part by part of an
/// attribute.
static void checkAttribute(Check *check, MlirAttribute former,
                           MlirAttribute latter) {
  if (mlirAttributeIsASymbolRef(former)) {
    if (mlirAttributeIsASymbolRef(latter))
      checkReference(
          check,
          tracemarkSymbolPathsResolve(check->before, check->operation, former),
          latter);
    else
      check->failed = true;
  } else if (mlirAttributeIsAArray(former)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(former); i < e; ++i)
      checkAttribute(check, mlirArrayAttrGetElement(former, i),
                     mlirArrayAttrGetElement(latter, i));
  } else if (mlirAttributeIsADictionary(former)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(former); i < e;
         ++i)
      checkAttribute(check, mlirDictionaryAttrGetElement(former, i).attribute,
                     mlirDictionaryAttrGetElement(latter, i).attribute);
  }
}

static bool anyRenamed(const TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->symbols.count; ++i)
    if (paths->symbols.items[i].newName.data)
      return true;
  return false;
}

/// Checks every reference under the decided names; `*settled` is false if a
/// name had to be taken back. False when out of memory.
static bool settleReferences(TracemarkSymbolPaths *paths,
                             TracemarkSymbolPaths *after, bool *settled) {
  Check check = {.before = paths,
                 .after = after,
                 .reasons = tracemarkArenaAllocate(
                     paths->arena, paths->symbols.count, sizeof(char *))};
  if (!check.reasons)
    return false;
  for (size_t i = 0; i < paths->uses.count; ++i) {
    TracemarkSymbolUse *use = &paths->uses.items[i];
    use->latter = use->isFlat ? renamed(use->target, use->attribute)
                              : rewrite(paths, use->scope, use->attribute);
    if (mlirAttributeIsNull(use->latter))
      return false;
    check.operation = use->scope;
    if (use->isFlat)
      checkReference(&check, use->target, use->latter);
    else
      checkAttribute(&check, use->attribute, use->latter);
  }
  *settled = true;
  for (size_t i = 0; check.failed && i < paths->symbols.count; ++i)
    if (check.reasons[i]) {
      tracemarkSymbolTakeBack(&paths->symbols.items[i], check.reasons[i]);
      *settled = false;
    }
  return true;
}

bool tracemarkSymbolPathsSettle(TracemarkSymbolPaths *paths) {
  if (anyRenamed(paths) && !tracemarkSymbolPathsSettleSealed(paths))
    return false;
  // Every round takes back a name or ends.
  for (bool settled = false; !settled && anyRenamed(paths);) {
    TracemarkSymbolPaths after;
    if (!buildAfter(paths, &after))
      return false;
    if (settleTaken(paths, &after) &&
        !settleReferences(paths, &after, &settled))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

/// Tells whether every new name and touched reference in the IR is what was
/// decided.
static bool isApplied(const TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    const TracemarkSymbol *symbol = &paths->symbols.items[i];
    if (symbol->newName.data &&
        !mlirStringRefEqual(tracemarkOperationSymbol(symbol->operation),
                            symbol->newName))
      return false;
  }
  for (size_t i = 0; i < paths->uses.count; ++i) {
    const TracemarkSymbolUse *use = &paths->uses.items[i];
    if (!mlirAttributeEqual(use->latter, use->attribute) &&
        !mlirAttributeEqual(
            mlirOperationGetAttributeByName(use->operation, use->attributeName),
            use->latter))
      return false;
  }
  return true;
}

/// Gives the new names, or takes them back.
static void setSymbols(TracemarkSymbolPaths *paths, bool takesBack) {
  MlirContext context = mlirOperationGetContext(paths->root);
  MlirIdentifier attribute =
      mlirIdentifierGet(context, tracemarkStringFrom("sym_name"));
  for (size_t i = 0; i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    if (symbol->newName.data)
      tracemarkBridgeSetAttribute(symbol->operation, attribute,
                                  takesBack
                                      ? mlirStringAttrGet(context, symbol->name)
                                      : tracemarkSymbolNewText(symbol));
  }
}

/// Rewrites the references, or takes that back. Many are attributes of one
/// name.
static void setReferences(TracemarkSymbolPaths *paths, bool takesBack) {
  MlirContext context = mlirOperationGetContext(paths->root);
  MlirStringRef name = mlirStringRefCreate(NULL, 0);
  MlirIdentifier attribute = {NULL};
  for (size_t i = 0; i < paths->uses.count; ++i) {
    const TracemarkSymbolUse *use = &paths->uses.items[i];
    if (mlirAttributeEqual(use->latter, use->attribute))
      continue;
    if (!mlirStringRefEqual(use->attributeName, name)) {
      name = use->attributeName;
      attribute = mlirIdentifierGet(context, name);
    }
    tracemarkBridgeSetAttribute(use->operation, attribute,
                                takesBack ? use->attribute : use->latter);
  }
}

MlirLogicalResult tracemarkSymbolPathsApply(TracemarkSymbolPaths *paths) {
  if (!anyRenamed(paths))
    return mlirLogicalResultSuccess();
  setReferences(paths, false);
  setSymbols(paths, false);
  if (isApplied(paths))
    return mlirLogicalResultSuccess();
  setSymbols(paths, true);
  setReferences(paths, true);
  return tracemarkEmitError(mlirOperationGetLocation(paths->root),
                            "a symbol reference does not resolve after "
                            "renaming; the names are left as they were");
}
