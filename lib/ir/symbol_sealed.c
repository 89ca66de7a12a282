//===- symbol_sealed.c - symbols in what other dialects made up -----------===//
//
// Attributes and types of other dialects are text to us: who is mentioned in
// one keeps its name. Types are those of results and block arguments (operands
// have no others), of functions, and in attributes; equal ones are read once.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/strings.h"
#include "lib/ir/symbol_paths.h"

#include "tracemark/bridge/attributes.h"
#include "tracemark/bridge/contexts.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>

#include "lib/base/banned.h"

static bool isNameByte(char byte) {
  return isalnum((unsigned char)byte) || byte == '_' || byte == '$' ||
         byte == '.' || byte == '-';
}

static bool isPlainName(MlirStringRef name) {
  for (size_t i = 0; i < name.length; ++i)
    if (!isNameByte(name.data[i]))
      return false;
  return true;
}

static int hexDigit(char byte) {
  return byte >= '0' && byte <= '9' ? byte - '0'
         : isxdigit((unsigned char)byte)
             ? tolower((unsigned char)byte) - 'a' + 10
             : -1;
}

/// Replaces `\2E` and the like by their bytes, in place.
static void unescape(TracemarkStringBuffer *text) {
  size_t length = 0;
  for (size_t i = 0; i < text->length; ++i) {
    char byte = text->data[i];
    if (byte == '\\' && i + 1 < text->length) {
      byte = text->data[++i];
      int high = hexDigit(byte);
      int low = i + 1 < text->length ? hexDigit(text->data[i + 1]) : -1;
      if (high >= 0 && low >= 0) {
        byte = (char)(high * 16 + low);
        ++i;
      } else {
        byte = byte == 'n' ? '\n' : byte == 't' ? '\t' : byte;
      }
    }
    text->data[length++] = byte;
  }
  text->length = length;
}

/// Tells whether `text`, without escapes, mentions `@name` or `@"name"`. Other
/// dialects may spell what is special in their own way: then any name that
/// could be meant.
static bool mentions(const TracemarkStringBuffer *text, MlirStringRef name) {
  if (!isPlainName(name) && memchr(text->data, '"', text->length))
    return true;
  for (size_t i = 0; i + name.length < text->length; ++i) {
    if (text->data[i] != '@')
      continue;
    size_t start = i + 1 + (text->data[i + 1] == '"');
    if (start + name.length <= text->length &&
        memcmp(text->data + start, name.data, name.length) == 0 &&
        (start + name.length == text->length ||
         !isNameByte(text->data[start + name.length])))
      return true;
  }
  return false;
}

/// Takes back the names of the symbols that the text mentions, and destroys
/// it.
static bool settleText(TracemarkSymbolPaths *paths, TracemarkStringBuffer *text,
                       const char *why) {
  unescape(text);
  for (size_t i = 0; !text->failed && i < paths->symbols.count; ++i) {
    TracemarkSymbol *symbol = &paths->symbols.items[i];
    if (symbol->newName.data && mentions(text, symbol->name))
      tracemarkSymbolTakeBack(symbol, why);
  }
  bool failed = text->failed;
  tracemarkStringBufferDestroy(text);
  return !failed;
}

static bool settleAttribute(TracemarkSymbolPaths *paths,
                            MlirAttribute attribute) {
  TracemarkStringBuffer text = {0};
  mlirAttributePrint(attribute, tracemarkStringAppendCallback, &text);
  return settleText(paths, &text,
                    "an attribute that cannot be rewritten refers to it");
}

/// Tells whether the text of an attribute or type was read before; `*failed` is
/// set when out of memory.
static bool wasRead(TracemarkSymbolPaths *paths, const void *key,
                    bool *failed) {
  bool isNew = false;
  *failed =
      !tracemarkPointerMapEnsure(paths->arena, &paths->settled, key, &isNew);
  return !isNew;
}

/// Looks at what is sealed in containers only: the rest can be rewritten.
static bool settle(TracemarkSymbolPaths *paths, MlirAttribute attribute) {
  bool failed;
  if (!tracemarkSymbolPathsIsSealed(paths, attribute))
    return true;
  if (wasRead(paths, attribute.ptr, &failed))
    return !failed;
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      if (!settle(paths, mlirArrayAttrGetElement(attribute, i)))
        return false;
    return true;
  }
  if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      if (!settle(paths, mlirDictionaryAttrGetElement(attribute, i).attribute))
        return false;
    return true;
  }
  return settleAttribute(paths, attribute);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void noteDialect(MlirStringRef space, void *isForeign) {
  static const char *const known[] = {
      "acc",           "affine",    "amdgpu",
      "amx",           "arith",     "arm_neon",
      "arm_sme",       "arm_sve",   "async",
      "bufferization", "builtin",   "cf",
      "complex",       "dlti",      "emitc",
      "func",          "gpu",       "index",
      "irdl",          "linalg",    "llvm",
      "math",          "memref",    "mpi",
      "ml_program",    "nvgpu",     "nvvm",
      "omp",           "pdl",       "pdl_interp",
      "ptr",           "quant",     "rocdl",
      "scf",           "shape",     "shard",
      "sparse_tensor", "spirv",     "tensor",
      "tosa",          "transform", "ub",
      "vector",        "x86vector", "xegpu",
      "xevm"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(known); ++i)
    if (tracemarkStringIs(space, known[i]))
      return;
  *(bool *)isForeign = true;
}

bool tracemarkSymbolPathsMayHaveForeignTypes(MlirContext context) {
  bool isForeign = mlirContextGetAllowUnregisteredDialects(context);
  if (!isForeign)
    tracemarkBridgeLoadedDialects(context, noteDialect, &isForeign);
  return isForeign;
}

static bool isSealedFunction(TracemarkSymbolPaths *paths, MlirType type) {
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    if (tracemarkSymbolPathsTypeIsSealed(paths,
                                         mlirFunctionTypeGetInput(type, i)))
      return true;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
    if (tracemarkSymbolPathsTypeIsSealed(paths,
                                         mlirFunctionTypeGetResult(type, i)))
      return true;
  return false;
}

static bool mentionsAny(MlirStringRef text) {
  return text.length && memchr(text.data, '@', text.length);
}

static void notePart(MlirStringRef part, void *mentions) {
  *(bool *)mentions |= mentionsAny(part);
}

bool tracemarkSymbolPathsMentionsAny(MlirAttribute attribute) {
  if (mlirAttributeIsAOpaque(attribute))
    return mentionsAny(mlirOpaqueAttrGetData(attribute));
  bool mentions = false;
  mlirAttributePrint(attribute, notePart, &mentions);
  return mentions;
}

static bool computeIsSealed(TracemarkSymbolPaths *paths, MlirType type) {
  if (mlirTypeIsARankedTensor(type))
    return tracemarkSymbolPathsMayRefer(
               paths, mlirRankedTensorTypeGetEncoding(type)) ||
           tracemarkSymbolPathsTypeIsSealed(paths,
                                            mlirShapedTypeGetElementType(type));
  if (mlirTypeIsAMemRef(type))
    return tracemarkSymbolPathsMayRefer(paths, mlirMemRefTypeGetLayout(type)) ||
           tracemarkSymbolPathsMayRefer(paths,
                                        mlirMemRefTypeGetMemorySpace(type)) ||
           tracemarkSymbolPathsTypeIsSealed(paths,
                                            mlirShapedTypeGetElementType(type));
  if (mlirTypeIsAVector(type))
    return tracemarkSymbolPathsTypeIsSealed(paths,
                                            mlirShapedTypeGetElementType(type));
  if (mlirTypeIsAFunction(type))
    return isSealedFunction(paths, type);
  if (mlirTypeIsAOpaque(type))
    return mentionsAny(mlirOpaqueTypeGetData(type));
  bool mentions = false;
  mlirTypePrint(type, notePart, &mentions);
  return mentions;
}

bool tracemarkSymbolPathsTypeIsSealed(TracemarkSymbolPaths *paths,
                                      MlirType type) {
  if (mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type) ||
      mlirTypeIsAIndex(type))
    return false;
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&paths->typeIsSealed, type.ptr);
  if (known)
    return tracemarkPointerMapNumber(known);
  bool isSealed = computeIsSealed(paths, type);
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      paths->arena, &paths->typeIsSealed, type.ptr, NULL);
  if (entry)
    tracemarkPointerMapSetNumber(entry, isSealed);
  return isSealed;
}

static bool settleType(MlirType type, void *userData) {
  TracemarkSymbolPaths *paths = userData;
  bool failed;
  if (!tracemarkSymbolPathsTypeIsSealed(paths, type))
    return true;
  if (wasRead(paths, type.ptr, &failed))
    return !failed;
  TracemarkStringBuffer text = {0};
  mlirTypePrint(type, tracemarkStringAppendCallback, &text);
  return settleText(paths, &text,
                    "a type that cannot be rewritten refers to it");
}

static bool settleFunctionType(TracemarkSymbolPaths *paths,
                               MlirOperation operation) {
  MlirAttribute type = mlirOperationGetAttributeByName(
      operation, tracemarkStringFrom("function_type"));
  return mlirAttributeIsNull(type) || !mlirAttributeIsAType(type) ||
         settleType(mlirTypeAttrGetValue(type), paths);
}

static bool settleTypes(TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->symbols.count; ++i)
    if (!settleFunctionType(paths, paths->symbols.items[i].operation))
      return false;
  return tracemarkBridgeTypesWalk(paths->root, settleType, paths);
}

bool tracemarkSymbolPathsSettleSealed(TracemarkSymbolPaths *paths) {
  for (size_t i = 0; i < paths->sealed.count; ++i)
    if (!settle(paths, paths->sealed.items[i].attribute))
      return false;
  return !paths->hasForeignTypes || settleTypes(paths);
}
