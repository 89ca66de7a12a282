//===- name_dispatches.c - name entry points by what they compute ---------===//
//
// Renames the entry points under a symbol table after their contents and puts a
// tag with the details on them, so that a profiler's table of functions reads
// like the model.
//
//   func.func private @main_dispatch_3(%a: tensor<128x512xf32>, ...) {
//     %0 = linalg.matmul ins(%a, %b : ...) outs(%zero : tensor<128x256xf32>)
//     %1 = linalg.generic {... addf with a row ..., maximumf with 0 ...}
//   }
//   func.call @main_dispatch_3(...)
// becomes
//   func.func private @main_dispatch_3_matmul_128x256x512_f32_bias_relu(...)
//     attributes {tracemark.name = "main_dispatch_3_matmul_...",
//                 tracemark.tag = "grammar=1 base=main_dispatch_3 ..."}
//   func.call @main_dispatch_3_matmul_128x256x512_f32_bias_relu(...)
//
// Anchor: any op that defines a symbol table.
//
// | option     | values, default first        | meaning                       |
// |------------|------------------------------|-------------------------------|
// | style      | descriptive, iree            | grammar of the names          |
// | max-length | 120 (1 to 65536)             | bytes of a descriptive name   |
// | rename     | internal, all, none          | all but public functions,     |
// |            |                              | everything, nothing           |
// | entry      | auto, executable, gpu,       | which entry points            |
// |            | kernel, func                 |                               |
// | tag        | true, false                  | attach tracemark.tag          |
//
// Diagnostics: a remark at each symbol that keeps its name though it was to get
// one (the name is taken; an attribute or type of another dialect refers to it;
// its C interface has to keep its own; the pass runs below the top and somebody
// outside may refer to it).
//
// Never touched: functions that do no work (constants, calls and plumbing
// only), private functions that nobody refers to, declarations, entry points
// that are named already (`tracemark.name` equals the symbol), the base of a
// name, anything but symbols, references to them and our two attributes.
//
// Executables (`*.executable` ops of any dialect) keep their names: the export
// and the function behind it get the new one, whatever their visibility. A
// summary that IREE's own pass put behind the executable's name is replaced.
// Exports of one module are linked together, so their names are told apart
// beyond their own executable. `_mlir_ciface_f` goes with `f`.
//
// style=iree gives the names of IREE's own annotation (lib/ir/iree_summary.h),
// so that captures compare; what it would not name keeps its name.
//
// HOW IT WORKS. One walk finds all symbols and references. Each entry point is
// summarised (one walk over its ops) and, if its name or tag shows the hash,
// fingerprinted (another); both are linear. Names are decided for all, equal
// ones get the content's hash, then it is proven on the decided names that
// every reference still leads where it led; only then the IR is changed, and
// the proof is repeated on it.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/c_interfaces.h"
#include "lib/ir/diagnostics.h"
#include "lib/ir/entry_names.h"
#include "lib/ir/fingerprint.h"
#include "lib/ir/iree_summary.h"
#include "lib/ir/layer_names.h"
#include "lib/ir/naming.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "tracemark/bridge/attributes.h"
#include "tracemark/pass.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

enum {
  OPTION_STYLE,
  OPTION_MAX_LENGTH,
  OPTION_RENAME,
  OPTION_ENTRY,
  OPTION_TAG
};
enum { STYLE_DESCRIPTIVE, STYLE_IREE };
enum { RENAME_INTERNAL, RENAME_ALL, RENAME_NONE };

/// An entry point that does work and is not named yet, or an export that keeps
/// its name (nothing but its name is set then).
typedef struct Candidate {
  TracemarkEntryName entryName;
  MlirStringRef base;
  TracemarkOpSummary summary;
  const char *ireeSummary; // of style=iree; NULL for none
  uint64_t hash;
  bool hasHash;
  bool renames;
  bool isLead; // its name is the function's, too
} Candidate;

typedef struct Run {
  TracemarkArena arena;
  MlirOperation root;
  const TracemarkOptionValue *options;
  TracemarkSummaryContext summaries;
  TracemarkSymbolPaths paths;
  TracemarkSpirvEntries spirv;
  TracemarkFingerprints fingerprints;
  TRACEMARK_ARENA_ARRAY(Candidate) candidates;
  TracemarkExportedFunctions exported;
  TracemarkCInterfaces interfaces;
} Run;

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

static bool isNamed(const TracemarkSymbol *symbol) {
  MlirStringRef name =
      tracemarkOperationStringAttribute(symbol->operation, "tracemark.name");
  return name.data && mlirStringRefEqual(name, symbol->name);
}

/// Tells whether the options and the place of the pass let the entry point be
/// renamed; remarks when the place does not.
static bool mayRename(const Run *run, const TracemarkEntryPoint *entry) {
  bool isKept = entry->isPublic &&
                entry->kind != TRACEMARK_ENTRY_IS_GPU_KERNEL &&
                entry->kind != TRACEMARK_ENTRY_IS_EXPORT;
  int64_t rename = run->options[OPTION_RENAME].integer;
  if (rename == RENAME_NONE || (rename == RENAME_INTERNAL && isKept))
    return false;
  if (!entry->isPublic ||
      mlirOperationIsNull(mlirOperationGetParentOperation(run->root)))
    return true;
  const TracemarkSymbol *symbol = entry->symbol;
  MlirStringRef root = tracemarkOperationName(run->root);
  tracemarkEmitRemark(
      mlirOperationGetLocation(symbol->operation),
      "'%.*s' keeps its name: it may be referred to from outside of the '%.*s' "
      "that the pass runs on",
      (int)symbol->name.length, symbol->name.data, (int)root.length, root.data);
  return false;
}

static bool isIree(const Run *run) {
  return run->options[OPTION_STYLE].integer == STYLE_IREE;
}

static bool hash(Run *run, Candidate *candidate) {
  if (!candidate->hasHash &&
      !tracemarkFingerprintGet(&run->fingerprints,
                               candidate->entryName.entry.function->operation,
                               &candidate->hash))
    return false;
  candidate->hasHash = true;
  return true;
}

/// Tells whether `name` is `base`, '_' and something; that is `*rest`.
static bool isExtended(MlirStringRef name, MlirStringRef base,
                       MlirStringRef *rest) {
  if (!base.data || name.length <= base.length + 1 ||
      memcmp(name.data, base.data, base.length) != 0 ||
      name.data[base.length] != '_')
    return false;
  *rest = mlirStringRefCreate(name.data + base.length + 1,
                              name.length - base.length - 1);
  return true;
}

/// The base of the name: the symbol. A summary that is behind the name of an
/// export's executable already is left out. IREE extends the function's name.
static MlirStringRef baseOf(const Run *run, const Candidate *candidate) {
  const TracemarkEntryPoint *entry = &candidate->entryName.entry;
  MlirStringRef base = entry->symbol->name, rest;
  if (entry->kind != TRACEMARK_ENTRY_IS_EXPORT)
    return base;
  if (isIree(run) &&
      tracemarkExportedFunctionsFind(&run->exported, entry->function)
              ->exports == 1)
    base = entry->function->name;
  MlirStringRef executable = tracemarkOperationSymbol(entry->executable);
  if (!isExtended(base, executable, &rest))
    return base;
  bool isSummary =
      isIree(run)
          ? candidate->ireeSummary &&
                tracemarkStringIs(rest, candidate->ireeSummary)
          : tracemarkIreeSummaryIsOne(mlirOperationGetContext(run->root), rest);
  return isSummary ? executable : base;
}

/// Fills in what the entry point does; `*hasWork` is false if that is nothing.
static bool summarise(Run *run, Candidate *candidate, bool *hasWork) {
  MlirOperation function = candidate->entryName.entry.function->operation;
  bool isTagged = run->options[OPTION_TAG].integer;
  if ((!isIree(run) || isTagged) &&
      !tracemarkOpSummaryGet(&run->summaries, function, &candidate->summary))
    return false;
  if (isIree(run) &&
      !tracemarkIreeSummaryGet(&run->arena, function, &candidate->ireeSummary))
    return false;
  *hasWork = candidate->summary.hasWork || candidate->ireeSummary;
  if (!*hasWork)
    return true;
  candidate->base = baseOf(run, candidate);
  candidate->renames = mayRename(run, &candidate->entryName.entry) &&
                       (!isIree(run) || candidate->ireeSummary);
  return !isTagged || !candidate->summary.hasWork || hash(run, candidate);
}

static bool consider(Run *run, TracemarkSymbol *symbol) {
  Candidate candidate = {
      .entryName.entry = tracemarkEntryPointGet(
          &run->paths, &run->spirv, symbol,
          (TracemarkEntrySelection)run->options[OPTION_ENTRY].integer)};
  const TracemarkExportedFunction *exported = tracemarkExportedFunctionsFind(
      &run->exported, candidate.entryName.entry.function);
  bool hasWork = false;
  bool isExport = !mlirOperationIsNull(candidate.entryName.entry.executable);
  if (candidate.entryName.entry.kind != TRACEMARK_ENTRY_IS_NONE &&
      !isNamed(symbol) && (isExport || !exported) &&
      !summarise(run, &candidate, &hasWork))
    return false;
  if (!hasWork && !isExport)
    return true;
  candidate.isLead = isExport && exported && exported->lead == symbol;
  candidate.entryName.isFixed = isExport && !candidate.renames;
  return TRACEMARK_ARENA_PUSH(&run->arena, &run->candidates, candidate);
}

static bool collect(Run *run) {
  if (!tracemarkExportedFunctionsCollect(&run->exported, &run->paths))
    return false;
  for (size_t i = 0; i < run->paths.symbols.count; ++i)
    if (!consider(run, &run->paths.symbols.items[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static const char *copyText(Run *run, TracemarkStringBuffer *text) {
  const char *copy =
      text->failed
          ? NULL
          : tracemarkArenaCopyText(&run->arena, tracemarkStringBufferText(text),
                                   text->length);
  tracemarkStringBufferDestroy(text);
  return copy;
}

/// As IREE spells it, of any length; what tells equal names apart is ours.
static const char *spellIree(Run *run, const Candidate *candidate) {
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppend(&text, candidate->base.data,
                              candidate->base.length);
  tracemarkStringBufferAppendFormat(&text, "_%s", candidate->ireeSummary);
  if (candidate->entryName.needsHash)
    tracemarkStringBufferAppendFormat(&text, "_h%08" PRIx32,
                                      (uint32_t)candidate->hash);
  if (candidate->entryName.instance >= 2)
    tracemarkStringBufferAppendFormat(&text, "_%u",
                                      candidate->entryName.instance);
  return copyText(run, &text);
}

static bool spell(TracemarkEntryName *entryName, void *userData) {
  Run *run = userData;
  Candidate *candidate = (Candidate *)entryName; // its first member
  if (candidate->entryName.needsHash && !hash(run, candidate))
    return false;
  TracemarkNameRequest request = {
      .base = candidate->base,
      .summary = &candidate->summary,
      .hash = candidate->hash,
      .maxLength = (size_t)run->options[OPTION_MAX_LENGTH].integer,
      .needsHash = candidate->entryName.needsHash,
      .instance = candidate->entryName.instance};
  bool showsHash = false;
  const char *name =
      isIree(run) ? spellIree(run, candidate)
                  : tracemarkNameSpellLazily(&run->arena, &request, &showsHash);
  if (name && showsHash && !candidate->hasHash) {
    if (!hash(run, candidate))
      return false;
    request.hash = candidate->hash;
    name = tracemarkNameSpell(&run->arena, &request);
  }
  candidate->entryName.name = name;
  return name != NULL;
}

static void setNewName(TracemarkSymbol *symbol, const char *name) {
  MlirStringRef newName = tracemarkStringFrom(name);
  if (!mlirStringRefEqual(newName, symbol->name))
    symbol->newName = newName;
}

/// Takes back what an export and its function, or a function and its C
/// interface, cannot both get.
static bool settle(Run *run) {
  for (bool changed = true; changed;) {
    if (!tracemarkSymbolPathsSettle(&run->paths))
      return false;
    changed = tracemarkCInterfacesSettle(&run->interfaces);
    for (size_t i = 0; i < run->candidates.count; ++i) {
      Candidate *candidate = &run->candidates.items[i];
      if (!candidate->isLead || !candidate->renames)
        continue;
      TracemarkSymbol *pair[] = {candidate->entryName.entry.symbol,
                                 candidate->entryName.entry.function};
      MlirStringRef name = tracemarkStringFrom(candidate->entryName.name);
      bool named[2];
      for (int j = 0; j < 2; ++j)
        named[j] =
            pair[j]->newName.data || mlirStringRefEqual(pair[j]->name, name);
      for (int j = 0; j < 2; ++j)
        if (!named[1 - j] && pair[j]->newName.data) {
          pair[j]->newName = mlirStringRefCreate(NULL, 0);
          changed = true;
        }
    }
  }
  return true;
}

static bool decide(Run *run) {
  TracemarkEntryName **names = tracemarkArenaAllocate(
      &run->arena, run->candidates.count, sizeof(*names));
  if (!names)
    return false;
  size_t count = 0;
  for (size_t i = 0; i < run->candidates.count; ++i) {
    Candidate *candidate = &run->candidates.items[i];
    TracemarkEntryName *name = &candidate->entryName;
    if (candidate->renames) {
      if (!spell(name, run))
        return false;
    } else if (name->isFixed) {
      MlirStringRef symbol = name->entry.symbol->name;
      name->name =
          tracemarkArenaCopyText(&run->arena, symbol.data, symbol.length);
      if (!name->name)
        return false;
    } else {
      continue;
    }
    names[count++] = name;
  }
  if (!tracemarkEntryNamesTellApart(&run->paths, names, count, spell, run))
    return false;
  for (size_t i = 0; i < run->candidates.count; ++i) {
    const Candidate *candidate = &run->candidates.items[i];
    if (!candidate->renames)
      continue;
    const TracemarkEntryName *name = &candidate->entryName;
    setNewName(name->entry.symbol, name->name);
    if (candidate->isLead)
      setNewName(name->entry.function, name->name);
  }
  run->interfaces = (TracemarkCInterfaces){
      .paths = &run->paths,
      .renamesPublic = run->options[OPTION_RENAME].integer == RENAME_ALL};
  for (size_t i = 0; i < run->candidates.count; ++i) {
    TracemarkSymbol *function =
        run->candidates.items[i].entryName.entry.function;
    if (run->candidates.items[i].renames && function->newName.data &&
        !tracemarkCInterfacesFollow(&run->interfaces, function))
      return false;
  }
  return settle(run);
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

/// "arg0.d0,arg2.d1": the dynamic dimensions of the function's arguments.
static const char *spellDynamicDims(Run *run, MlirOperation function) {
  TracemarkStringBuffer text = {0};
  MlirBlock block = tracemarkEntryPointBlock(function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(block, i));
    if (!tracemarkTypeHasShape(type) || mlirShapedTypeHasStaticShape(type))
      continue;
    for (int64_t j = 0, r = mlirShapedTypeGetRank(type); j < r; ++j)
      if (mlirShapedTypeIsDynamicDim(type, j))
        tracemarkStringBufferAppendFormat(&text, "%sarg%" PRIdPTR ".d%" PRId64,
                                          text.length ? "," : "", i, j);
  }
  return copyText(run, &text);
}

/// A name that was taken back tells nothing of others of equal content.
static bool hasNewName(const Candidate *candidate) {
  return candidate->entryName.entry.symbol->newName.data != NULL;
}

static const char *spellTag(Run *run, const Candidate *candidate) {
  TracemarkLayerNames layers = {.arena = &run->arena};
  for (size_t i = 0; i < candidate->summary.operationCount; ++i)
    if (!tracemarkLayerNamesAdd(&layers, mlirOperationGetLocation(
                                             candidate->summary.operations[i])))
      return NULL;
  TracemarkTagRequest request = {
      .base = candidate->base,
      .summary = &candidate->summary,
      .hash = candidate->hash,
      .instance = hasNewName(candidate) ? candidate->entryName.instance : 0,
      .dynamicDims =
          spellDynamicDims(run, candidate->entryName.entry.function->operation),
      .layers = layers.names.items,
      .layerCount = layers.names.count};
  return request.dynamicDims ? tracemarkTagSpell(&run->arena, &request) : NULL;
}

//===----------------------------------------------------------------------===//
// Changing the IR
//===----------------------------------------------------------------------===//

/// Names of the two attributes.
typedef struct Marks {
  MlirIdentifier name, tag;
} Marks;

static MlirAttribute textOf(const TracemarkSymbol *symbol, MlirStringRef text) {
  return mlirStringAttrGet(mlirOperationGetContext(symbol->operation), text);
}

static void mark(const Candidate *candidate, TracemarkSymbol *symbol,
                 const Marks *marks, const char *tag) {
  MlirNamedAttribute attributes[2];
  intptr_t count = 0;
  bool isNew = symbol->newName.data != NULL;
  MlirStringRef name = isNew ? symbol->newName : symbol->name;
  if (candidate->renames && tracemarkStringIs(name, candidate->entryName.name))
    attributes[count++] = mlirNamedAttributeGet(
        marks->name,
        isNew ? tracemarkSymbolNewText(symbol) : textOf(symbol, name));
  if (tag)
    attributes[count++] = mlirNamedAttributeGet(
        marks->tag, textOf(symbol, tracemarkStringFrom(tag)));
  if (count)
    tracemarkBridgeSetPlainAttributes(symbol->operation, count, attributes);
}

static MlirLogicalResult apply(Run *run, const char *const *tags) {
  if (mlirLogicalResultIsFailure(tracemarkSymbolPathsApply(&run->paths)))
    return mlirLogicalResultFailure();
  MlirContext context = mlirOperationGetContext(run->root);
  Marks marks = {
      .name = mlirIdentifierGet(context, tracemarkStringFrom("tracemark.name")),
      .tag = mlirIdentifierGet(context, tracemarkStringFrom("tracemark.tag"))};
  for (size_t i = 0; i < run->candidates.count; ++i) {
    const Candidate *candidate = &run->candidates.items[i];
    mark(candidate, candidate->entryName.entry.symbol, &marks, tags[i]);
    if (candidate->isLead)
      mark(candidate, candidate->entryName.entry.function, &marks, tags[i]);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult outOfMemory(const Run *run) {
  return tracemarkEmitError(mlirOperationGetLocation(run->root),
                            "out of memory while naming dispatches");
}

static MlirLogicalResult nameDispatches(Run *run) {
  if (!tracemarkSymbolPathsBuild(&run->paths, run->root) || !collect(run) ||
      !decide(run))
    return outOfMemory(run);
  const char **tags =
      tracemarkArenaAllocate(&run->arena, run->candidates.count, sizeof(*tags));
  if (!tags)
    return outOfMemory(run);
  for (size_t i = 0;
       run->options[OPTION_TAG].integer && i < run->candidates.count; ++i) {
    const Candidate *candidate = &run->candidates.items[i];
    if (!candidate->summary.hasWork)
      continue;
    tags[i] = spellTag(run, candidate);
    if (!tags[i])
      return outOfMemory(run);
  }
  return apply(run, tags);
}

static MlirLogicalResult checkTable(MlirOperation operation) {
  if (tracemarkOperationDefinesSymbolTable(operation))
    return mlirLogicalResultSuccess();
  MlirStringRef name = tracemarkOperationName(operation);
  return tracemarkEmitError(mlirOperationGetLocation(operation),
                            "'tracemark-name-dispatches' expects an operation "
                            "that defines a symbol table, found '%.*s'",
                            (int)name.length, name.data);
}

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options,
                             void *shared) {
  (void)shared;
  if (mlirLogicalResultIsFailure(checkTable(operation)))
    return mlirLogicalResultFailure();
  Run run = {.root = operation, .options = options};
  tracemarkSummaryContextInit(&run.summaries, &run.arena);
  run.summaries.namesOnly = !options[OPTION_TAG].integer;
  run.paths.arena = run.spirv.arena = run.fingerprints.arena = &run.arena;
  run.summaries.kinds.root = operation;
  run.paths.kinds = &run.summaries.kinds;
  run.fingerprints.kinds = &run.summaries.kinds;
  run.fingerprints.symbols = &run.paths;
  MlirLogicalResult result = nameDispatches(&run);
  tracemarkFingerprintsDestroy(&run.fingerprints);
  tracemarkSummaryContextDestroy(&run.summaries);
  tracemarkArenaDestroy(&run.arena);
  return result;
}

//===----------------------------------------------------------------------===//
// Descriptor
//===----------------------------------------------------------------------===//

static const char *const styles[] = {"descriptive", "iree", NULL};
static const char *const renames[] = {"internal", "all", "none", NULL};
static const char *const entries[] = {"auto",   "executable", "gpu",
                                      "kernel", "func",       NULL};

static const TracemarkOptionDescriptor options[] = {
    [OPTION_STYLE] = {.name = "style",
                      .help = "grammar of the names",
                      .kind = TRACEMARK_OPTION_ENUM,
                      .keywords = styles},
    [OPTION_MAX_LENGTH] = {.name = "max-length",
                           .help = "longest name in bytes",
                           .kind = TRACEMARK_OPTION_INTEGER,
                           .defaultInteger = 120,
                           .minimum = 1,
                           .maximum = 65536},
    [OPTION_RENAME] = {.name = "rename",
                       .help = "what gets new names: all but public functions, "
                               "everything, or nothing (tags only)",
                       .kind = TRACEMARK_OPTION_ENUM,
                       .keywords = renames},
    [OPTION_ENTRY] = {.name = "entry",
                      .help = "kind of the entry points",
                      .kind = TRACEMARK_OPTION_ENUM,
                      .keywords = entries},
    [OPTION_TAG] = {.name = "tag",
                    .help = "attach the attribute tracemark.tag",
                    .kind = TRACEMARK_OPTION_BOOLEAN,
                    .defaultInteger = 1},
};

const TracemarkPassDescriptor tracemarkPassNameDispatches = {
    .argument = "tracemark-name-dispatches",
    .name = "TracemarkNameDispatches",
    .description = "name entry points by what they compute and tag them",
    .options = options,
    .optionCount = TRACEMARK_COUNT_OF(options),
    .run = run};
