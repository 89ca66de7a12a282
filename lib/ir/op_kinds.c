//===- op_kinds.c - facts about operations by name ------------------------===//

#include "lib/ir/op_kinds.h"

#include "lib/base/hash.h"
#include "lib/base/name_words.h"
#include "lib/ir/op_dialects.h"
#include "lib/ir/op_tables.h"
#include "lib/ir/strings.h"

#include <ctype.h>

#include "lib/base/banned.h"

static bool isSymbolByte(unsigned char byte) {
  return byte < 0x80 && isalnum(byte);
}

/// Start of the last token of the first `length` bytes.
static size_t lastToken(const char *text, size_t length) {
  while (length && text[length - 1] != '_')
    --length;
  return length;
}

/// Takes away the '_' before the last token while that would be taken for
/// another part of a name; puts "op" before a first token that would.
static size_t joinReserved(char *text, size_t length) {
  for (;;) {
    size_t start = lastToken(text, length);
    if (start == length ||
        !tracemarkNameTokenIsReserved(text + start, length - start))
      return length;
    if (start == 0) {
      memmove(text + 2, text, length);
      memcpy(text, "op", 2);
      return length + 2;
    }
    memmove(text + start - 1, text + start, length - start);
    --length;
  }
}

const char *tracemarkOpKindsSpell(TracemarkArena *arena, MlirStringRef text) {
  char *spelled = tracemarkArenaAllocate(arena, text.length + 3, 1);
  size_t length = 0;
  for (size_t i = 0; spelled && i <= text.length; ++i) {
    bool inToken = i < text.length && isSymbolByte((unsigned char)text.data[i]);
    if (inToken) {
      spelled[length++] = text.data[i];
    } else if (length && spelled[length - 1] != '_') {
      length = joinReserved(spelled, length);
      spelled[length++] = '_';
    }
  }
  if (length && spelled[length - 1] == '_')
    spelled[--length] = '\0';
  return length ? spelled : "op";
}

/// The name behind its last '.'.
static MlirStringRef lastPart(MlirStringRef name) {
  size_t start = name.length;
  while (start && name.data[start - 1] != '.')
    --start;
  return mlirStringRefCreate(name.data + start, name.length - start);
}

/// The name behind its dialect, without what says nothing: groups of
/// intrinsics, overloads of torch.
static MlirStringRef ownPart(MlirStringRef name) {
  static const char *const groups[] = {"intr.", "aten.", "prims.",
                                       "GL.",   "CL.",   "mlir."};
  const char *dot = memchr(name.data, '.', name.length);
  if (!dot)
    return name;
  size_t start = (size_t)(dot - name.data) + 1;
  bool isTorch = tracemarkStringStartsWith(name, "torch.");
  name = mlirStringRefCreate(name.data + start, name.length - start);
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(groups); ++i)
    if (tracemarkStringStartsWith(name, groups[i])) {
      size_t length = strlen(groups[i]);
      name = mlirStringRefCreate(name.data + length, name.length - length);
      break;
    }
  const char *overload = isTorch ? memchr(name.data, '.', name.length) : NULL;
  return overload
             ? mlirStringRefCreate(name.data, (size_t)(overload - name.data))
             : name;
}

/// Role of an op that no row knows, from how dialects call such ops.
static TracemarkOpRole guessRole(MlirStringRef name) {
  MlirStringRef part = lastPart(name);
  static const char *const plumbing[] = {
      "return",  "yield", "constant", "const",    "terminator", "br",
      "cond_br", "empty", "literal",  "Constant", "NoValue"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(plumbing); ++i)
    if (tracemarkStringIs(part, plumbing[i]))
      return TRACEMARK_OP_PLUMBING;
  if (tracemarkStringStartsWith(name, "torch.constant.") ||
      tracemarkStringStartsWith(name, "torch.prim."))
    return TRACEMARK_OP_PLUMBING;
  return tracemarkStringIs(part, "call") ? TRACEMARK_OP_CALL
                                         : TRACEMARK_OP_OTHER;
}

/// Ids of threads and blocks: nvvm.read.ptx.sreg.tid.x, rocdl.workitem.id.x.
static bool isThreadId(MlirStringRef name) {
  return tracemarkStringStartsWith(name, "nvvm.read.ptx.sreg.") ||
         tracemarkStringStartsWith(name, "rocdl.work") ||
         tracemarkStringStartsWith(name, "rocdl.grid.dim.");
}

static bool wordIsOneOf(const char *word, const char *const *words) {
  for (; *words; ++words)
    if (strcmp(word, *words) == 0)
      return true;
  return false;
}

static unsigned featuresOf(const TracemarkOpKind *kind) {
  static const struct {
    unsigned features;
    const char *const words[12];
  } table[] = {
      {TRACEMARK_FEATURE_EXP, {"exp", "expm1"}},
      {TRACEMARK_FEATURE_CURVE,
       {"exp", "expm1", "log", "log1p", "tanh", "erf", "erfc", "sigmoid"}},
      {TRACEMARK_FEATURE_LOG, {"log", "log1p"}},
      {TRACEMARK_FEATURE_ROOT, {"sqrt", "rsqrt"}},
      {TRACEMARK_FEATURE_MIN, {"min", "clamp"}},
      {TRACEMARK_FEATURE_MAX, {"max", "clamp"}},
      {TRACEMARK_FEATURE_SCALE, {"mul", "div", "neg", "sub"}},
      {TRACEMARK_FEATURE_SUB, {"sub"}},
  };
  unsigned features = 0;
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(table); ++i)
    if (wordIsOneOf(kind->word, table[i].words))
      features |= table[i].features;
  if (kind->role == TRACEMARK_OP_CAST)
    features |= TRACEMARK_FEATURE_CAST;
  if (kind->role == TRACEMARK_OP_SELECT) // of a comparison: min, max
    features |= TRACEMARK_FEATURE_SELECT | TRACEMARK_FEATURE_MIN |
                TRACEMARK_FEATURE_MAX;
  return features;
}

static bool contains(MlirStringRef text, const char *part) {
  size_t length = strlen(part);
  for (size_t i = 0; i + length <= text.length; ++i)
    if (memcmp(text.data + i, part, length) == 0)
      return true;
  return false;
}

/// Fills in what is known by the name alone.
static void setFacts(TracemarkOpKind *kind, MlirStringRef name) {
  kind->features = featuresOf(kind);
  kind->isReshape = tracemarkOpTablesIsReshape(name);
  kind->isScratch = tracemarkOpTablesIsScratch(name);
  kind->isFill = tracemarkStringIs(name, "linalg.fill");
  kind->isGlobal = tracemarkStringIs(name, "memref.get_global");
  kind->mayBeConstant =
      kind->role == TRACEMARK_OP_PLUMBING &&
      (contains(lastPart(name), "onst") || contains(name, "literal"));
  bool isBinary = kind->role == TRACEMARK_OP_ARITHMETIC;
  kind->isMin = isBinary && strcmp(kind->word, "min") == 0;
  kind->isMax = isBinary && strcmp(kind->word, "max") == 0;
}

/// Those of `names` that ops like this one have; all of them if the op has no
/// properties. NULL when out of memory.
static const TracemarkInherentName *namesIn(TracemarkArena *arena,
                                            MlirOperation operation,
                                            const char *const *names) {
  size_t count = 0;
  while (names[count])
    ++count;
  TracemarkInherentName *found =
      tracemarkArenaAllocate(arena, count + 1, sizeof(*found));
  TracemarkInherentName *next = found;
  for (size_t i = 0; found && i < count; ++i) {
    MlirStringRef name = tracemarkStringFrom(names[i]);
    if (mlirOperationHasInherentAttributeByName(operation, name))
      *next++ = (TracemarkInherentName){
          name, tracemarkHashBytes(name.data, name.length)};
  }
  return found;
}

/// Ops of SPIR-V are spelled in capitals: FAdd is fadd.
static const char *spellOwn(TracemarkArena *arena, MlirStringRef name) {
  MlirStringRef own = ownPart(name);
  char *lower = tracemarkStringStartsWith(name, "spirv.")
                    ? tracemarkArenaCopyText(arena, own.data, own.length)
                    : NULL;
  if (!lower)
    return tracemarkOpKindsSpell(arena, own);
  for (size_t i = 0; i < own.length; ++i)
    lower[i] = (char)tolower((unsigned char)lower[i]);
  return tracemarkOpKindsSpell(arena, mlirStringRefCreate(lower, own.length));
}

static const TracemarkOpKind *make(TracemarkOpKinds *kinds,
                                   MlirOperation operation) {
  MlirContext context = mlirOperationGetContext(operation);
  MlirStringRef name = tracemarkOperationName(operation);
  static const TracemarkOpKind unknown = {.word = "op"};
  TracemarkOpKind *kind =
      tracemarkArenaAllocate(kinds->arena, 1, sizeof(*kind));
  if (!kind)
    return &unknown;
  tracemarkOpTablesFind(name, &kind->role, &kind->word);
  const TracemarkDialectOp *known =
      kind->role == TRACEMARK_OP_OTHER && !kind->word
          ? tracemarkDialectOpFind(name)
          : NULL;
  if (known) {
    kind->role = known->role;
    kind->form = known->form;
    kind->word = known->word;
  } else if (kind->role == TRACEMARK_OP_OTHER && !kind->word)
    kind->role = isThreadId(name) ? TRACEMARK_OP_PLUMBING : guessRole(name);
  if (!kind->word)
    kind->word = spellOwn(kinds->arena, name);
  kind->isQuiet = tracemarkOpTablesIsQuiet(name);
  kind->isUnregistered = !mlirContextIsRegisteredOperation(context, name);
  // Unregistered ops keep whatever they are given.
  const char *const *inherentNames =
      kind->isUnregistered ? NULL : tracemarkOpTablesInherent(name);
  if (inherentNames)
    kind->inherentNames = namesIn(kinds->arena, operation, inherentNames);
  if (inherentNames && !kind->inherentNames)
    return &unknown;
  kind->nameHash = tracemarkHashBytes(name.data, name.length);
  kind->isGeneric =
      !kind->isUnregistered && tracemarkStringIs(name, "linalg.generic");
  kind->referenceNames =
      kind->isUnregistered ? NULL : tracemarkOpTablesReferences(name);
  setFacts(kind, name);
  return kind;
}

const TracemarkOpKind *tracemarkOpKindsMake(TracemarkOpKinds *kinds,
                                            MlirOperation operation) {
  MlirIdentifier name = mlirOperationGetName(operation);
  const TracemarkOpKind *kind = make(kinds, operation);
  // Without memory for the entry the next op of this name asks again.
  (void)!tracemarkPointerMapInsert(kinds->arena, &kinds->byName, name.ptr,
                                   kind);
  return kind;
}
