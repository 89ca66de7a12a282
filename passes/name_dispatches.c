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
// | option     | values, default first                 | meaning |
// |------------|---------------------------------------|-----------------------|
// | style      | descriptive                           | grammar of the names |
// | max-length | 120 (1 to 65536)                      | bytes of a name | |
// rename     | internal, all, none                   | internal: not public  |
// |            |                                       | functions; none: tags
// | | entry      | auto, gpu, kernel, func               | which entry points |
// | tag        | true, false                           | attach tracemark.tag |
//
// Diagnostics: a remark at each symbol that keeps its name though it was to get
// one (the name is taken; an attribute of another dialect refers to it; the
// pass runs below the top and somebody outside may refer to it).
//
// Never touched: functions that do no work (constants, calls and plumbing
// only), private functions that nobody refers to, declarations, entry points
// that are named already (`tracemark.name` equals the symbol), the base of a
// name, anything but symbols, references to them and our two attributes.
//
// HOW IT WORKS. One walk finds all symbols and references. Each entry point is
// summarised (one walk over its ops) and fingerprinted (another); both are
// linear. Names are decided for all, equal ones get the content's hash, then
// it is proven on the decided names that every reference still leads where it
// led; only then the IR is changed, and the proof is repeated on it.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/diagnostics.h"
#include "lib/ir/entry_points.h"
#include "lib/ir/fingerprint.h"
#include "lib/ir/layer_names.h"
#include "lib/ir/naming.h"
#include "lib/ir/strings.h"
#include "lib/ir/types.h"

#include "tracemark/pass.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stdlib.h>

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
enum { RENAME_INTERNAL, RENAME_ALL, RENAME_NONE };

/// An entry point that does work and is not named yet.
typedef struct Candidate {
  TracemarkEntryPoint entry;
  TracemarkOpSummary summary;
  uint64_t hash;
  const char *name;
  bool renames, needsHash;
  unsigned instance;
  size_t order;
} Candidate;

typedef struct Run {
  TracemarkArena arena;
  MlirOperation root;
  const TracemarkOptionValue *options;
  TracemarkSummaryContext summaries;
  TracemarkSymbolPaths paths;
  TracemarkFingerprints fingerprints;
  TRACEMARK_ARENA_ARRAY(Candidate) candidates;
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
  bool isKept = entry->isPublic && entry->kind != TRACEMARK_ENTRY_IS_GPU_KERNEL;
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

static bool collect(Run *run) {
  for (size_t i = 0; i < run->paths.symbols.count; ++i) {
    TracemarkSymbol *symbol = &run->paths.symbols.items[i];
    Candidate candidate = {
        .entry = tracemarkEntryPointGet(
            &run->paths, symbol,
            (TracemarkEntrySelection)run->options[OPTION_ENTRY].integer),
        .order = run->candidates.count};
    if (candidate.entry.kind == TRACEMARK_ENTRY_IS_NONE || isNamed(symbol))
      continue;
    if (!tracemarkOpSummaryGet(&run->summaries, symbol->operation,
                               &candidate.summary))
      return false;
    if (!candidate.summary.hasWork)
      continue;
    candidate.renames = mayRename(run, &candidate.entry);
    if (!tracemarkFingerprintGet(&run->fingerprints, symbol->operation,
                                 &candidate.hash) ||
        !TRACEMARK_ARENA_PUSH(&run->arena, &run->candidates, candidate))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Deciding
//===----------------------------------------------------------------------===//

static bool spell(Run *run, Candidate *candidate) {
  TracemarkNameRequest request = {
      .base = candidate->entry.symbol->name,
      .summary = &candidate->summary,
      .hash = candidate->hash,
      .maxLength = (size_t)run->options[OPTION_MAX_LENGTH].integer,
      .needsHash = candidate->needsHash,
      .instance = candidate->instance};
  candidate->name = tracemarkNameSpell(&run->arena, &request);
  return candidate->name != NULL;
}

static bool inOneTable(const Candidate *a, const Candidate *b) {
  return mlirOperationEqual(a->entry.symbol->table, b->entry.symbol->table);
}

/// By table, then name, then program order.
static int compare(const void *left, const void *right) {
  const Candidate *a = *(const Candidate *const *)left;
  const Candidate *b = *(const Candidate *const *)right;
  if (!inOneTable(a, b))
    return a->entry.symbol->table.ptr < b->entry.symbol->table.ptr ? -1 : 1;
  int order = strcmp(a->name, b->name);
  return order ? order : a->order < b->order ? -1 : 1;
}

/// Calls names apart: equal ones (or one that a symbol has already) get the
/// hash of their content, and what is still equal then a number.
static bool tellApart(Run *run, Candidate **sorted, size_t count,
                      bool byNumber) {
  if (count > 1)
    qsort(sorted, count, sizeof(*sorted), compare);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && inOneTable(sorted[i], sorted[end]) &&
                      strcmp(sorted[i]->name, sorted[end]->name) == 0;)
      ++end;
    bool isTaken = tracemarkSymbolPathsLookup(
                       &run->paths, sorted[i]->entry.symbol->table,
                       tracemarkStringFrom(sorted[i]->name)) != NULL;
    if (end - i == 1 && (!isTaken || byNumber))
      continue;
    for (size_t j = i; j < end; ++j) {
      sorted[j]->needsHash = true;
      sorted[j]->instance = byNumber && j > i ? (unsigned)(j - i) + 1 : 0;
    }
  }
  for (size_t i = 0; i < count; ++i)
    if (sorted[i]->needsHash && !spell(run, sorted[i]))
      return false;
  return true;
}

static bool decide(Run *run) {
  Candidate **sorted = tracemarkArenaAllocate(
      &run->arena, run->candidates.count, sizeof(*sorted));
  if (!sorted)
    return false;
  size_t count = 0;
  for (size_t i = 0; i < run->candidates.count; ++i) {
    Candidate *candidate = &run->candidates.items[i];
    if (!candidate->renames)
      continue;
    if (!spell(run, candidate))
      return false;
    sorted[count++] = candidate;
  }
  if (!tellApart(run, sorted, count, false) ||
      !tellApart(run, sorted, count, true))
    return false;
  for (size_t i = 0; i < count; ++i)
    sorted[i]->entry.symbol->newName = tracemarkStringFrom(sorted[i]->name);
  return tracemarkSymbolPathsSettle(&run->paths);
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
    if (!tracemarkTypeHasShape(type))
      continue;
    for (int64_t j = 0, r = mlirShapedTypeGetRank(type); j < r; ++j)
      if (mlirShapedTypeIsDynamicDim(type, j))
        tracemarkStringBufferAppendFormat(&text, "%sarg%" PRIdPTR ".d%" PRId64,
                                          text.length ? "," : "", i, j);
  }
  const char *copy =
      text.failed ? NULL
                  : tracemarkArenaCopyText(&run->arena,
                                           tracemarkStringBufferText(&text),
                                           text.length);
  tracemarkStringBufferDestroy(&text);
  return copy;
}

static const char *spellTag(Run *run, const Candidate *candidate) {
  TracemarkLayerNames layers = {.arena = &run->arena};
  for (size_t i = 0; i < candidate->summary.operationCount; ++i)
    if (!tracemarkLayerNamesAdd(&layers, mlirOperationGetLocation(
                                             candidate->summary.operations[i])))
      return NULL;
  TracemarkTagRequest request = {
      .base = candidate->entry.symbol->name,
      .summary = &candidate->summary,
      .hash = candidate->hash,
      .instance = candidate->instance,
      .dynamicDims = spellDynamicDims(run, candidate->entry.symbol->operation),
      .layers = layers.names.items,
      .layerCount = layers.names.count};
  return request.dynamicDims ? tracemarkTagSpell(&run->arena, &request) : NULL;
}

//===----------------------------------------------------------------------===//
// Changing the IR
//===----------------------------------------------------------------------===//

static void setText(MlirOperation operation, const char *name,
                    MlirStringRef value) {
  mlirOperationSetAttributeByName(
      operation, tracemarkStringFrom(name),
      mlirStringAttrGet(mlirOperationGetContext(operation), value));
}

static MlirLogicalResult apply(Run *run, const char *const *tags) {
  if (mlirLogicalResultIsFailure(tracemarkSymbolPathsApply(&run->paths)))
    return mlirLogicalResultFailure();
  for (size_t i = 0; i < run->candidates.count; ++i) {
    const TracemarkSymbol *symbol = run->candidates.items[i].entry.symbol;
    if (symbol->newName.data)
      setText(symbol->operation, "tracemark.name", symbol->newName);
    if (tags[i])
      setText(symbol->operation, "tracemark.tag", tracemarkStringFrom(tags[i]));
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
    tags[i] = spellTag(run, &run->candidates.items[i]);
    if (!tags[i])
      return outOfMemory(run);
  }
  return apply(run, tags);
}

static MlirLogicalResult run(MlirOperation operation,
                             const TracemarkOptionValue *options) {
  Run run = {.root = operation, .options = options};
  tracemarkSummaryContextInit(&run.summaries, &run.arena);
  run.paths.arena = run.fingerprints.arena = &run.arena;
  run.paths.kinds = &run.summaries.kinds;
  run.fingerprints.kinds = &run.summaries.kinds;
  run.fingerprints.symbols = &run.paths;
  MlirLogicalResult result = nameDispatches(&run);
  tracemarkFingerprintsDestroy(&run.fingerprints);
  tracemarkArenaDestroy(&run.arena);
  return result;
}

//===----------------------------------------------------------------------===//
// Descriptor
//===----------------------------------------------------------------------===//

static const char *const styles[] = {"descriptive", NULL};
static const char *const renames[] = {"internal", "all", "none", NULL};
static const char *const entries[] = {"auto", "gpu", "kernel", "func", NULL};

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
    .symbolTableOnly = true,
    .options = options,
    .optionCount = TRACEMARK_COUNT_OF(options),
    .run = run};
