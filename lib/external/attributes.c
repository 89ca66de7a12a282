//===- attributes.c - what attributes hold, in C --------------------------===//

#include "tracemark/bridge/attributes.h"

#include "lib/base/arena.h"
#include "lib/base/pointer_map.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <ctype.h>
#include <stdlib.h>

#include "lib/base/banned.h"

//===----------------------------------------------------------------------===//
// Dictionaries of an operation
//===----------------------------------------------------------------------===//

/// Makes a dictionary of what `get` enumerates; null when out of memory.
static MlirAttribute makeDictionary(MlirOperation operation, intptr_t count,
                                    MlirNamedAttribute (*get)(MlirOperation,
                                                              intptr_t)) {
  MlirNamedAttribute few[16], *items = few;
  if (count > (intptr_t)TRACEMARK_COUNT_OF(few))
    items = calloc((size_t)count, sizeof(*items));
  if (!items)
    return mlirAttributeGetNull();
  for (intptr_t i = 0; i < count; ++i)
    items[i] = get(operation, i);
  MlirAttribute dictionary =
      mlirDictionaryAttrGet(mlirOperationGetContext(operation), count, items);
  if (items != few)
    free(items);
  return dictionary;
}

MlirAttribute tracemarkBridgePlainAttributes(MlirOperation operation) {
  return makeDictionary(operation,
                        mlirOperationGetNumDiscardableAttributes(operation),
                        mlirOperationGetDiscardableAttribute);
}

MlirAttribute tracemarkBridgeAttributes(MlirOperation operation) {
  return makeDictionary(operation, mlirOperationGetNumAttributes(operation),
                        mlirOperationGetAttribute);
}

void tracemarkBridgeSetPlainAttributes(MlirOperation operation, intptr_t count,
                                       const MlirNamedAttribute *attributes) {
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetDiscardableAttributeByName(
        operation, mlirIdentifierStr(attributes[i].name),
        attributes[i].attribute);
}

void tracemarkBridgeSetAttribute(MlirOperation operation, MlirIdentifier name,
                                 MlirAttribute attribute) {
  mlirOperationSetAttributeByName(operation, mlirIdentifierStr(name),
                                  attribute);
}

MlirAttribute tracemarkBridgeReferenceGet(MlirAttribute name) {
  return mlirFlatSymbolRefAttrGet(mlirAttributeGetContext(name),
                                  mlirStringAttrGetValue(name));
}

/// Finds the end of the dictionary that begins at `text`; NULL if it has none.
static const char *findEnd(const char *text) {
  int depth = 0;
  for (bool inString = false; *text; ++text) {
    if (*text == '\\' && text[1])
      ++text;
    else if (*text == '"')
      inString = !inString;
    else if (!inString && *text == '{')
      ++depth;
    else if (!inString && *text == '}' && --depth == 0)
      return text + 1;
  }
  return NULL;
}

/// The C API finds these by name only. The generic form begins with the name
/// and the operands, so that the first `<{` opens them.
MlirAttribute tracemarkBridgeUnregisteredProperties(MlirOperation operation) {
  MlirContext context = mlirOperationGetContext(operation);
  MlirAttribute properties = mlirAttributeGetNull();
  if (mlirContextIsRegisteredOperation(context,
                                       tracemarkOperationName(operation)))
    return properties;
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOpPrintingFlagsSkipRegions(flags);
  TracemarkStringBuffer text = {0};
  mlirOperationPrintWithFlags(operation, flags, tracemarkStringAppendCallback,
                              &text);
  mlirOpPrintingFlagsDestroy(flags);
  const char *begin = strstr(tracemarkStringBufferText(&text), ") <{");
  const char *end = begin ? findEnd(begin + 3) : NULL;
  if (end)
    properties = mlirAttributeParseGet(
        context, mlirStringRefCreate(begin + 3, (size_t)(end - begin - 3)));
  tracemarkStringBufferDestroy(&text);
  return properties;
}

bool tracemarkBridgeGenericAttributes(MlirOperation operation,
                                      TracemarkGenericAttributes *attributes) {
  if (!tracemarkOperationIs(operation, "linalg.generic"))
    return false;
  MlirAttribute segments = mlirOperationGetInherentAttributeByName(
      operation, tracemarkStringFrom("operandSegmentSizes"));
  if (mlirAttributeIsNull(segments) ||
      !mlirAttributeIsADenseI32Array(segments) ||
      mlirDenseArrayGetNumElements(segments) != 2)
    return false;
  *attributes = (TracemarkGenericAttributes){
      .doc = mlirOperationGetInherentAttributeByName(
          operation, tracemarkStringFrom("doc")),
      .indexingMaps = mlirOperationGetInherentAttributeByName(
          operation, tracemarkStringFrom("indexing_maps")),
      .iteratorTypes = mlirOperationGetInherentAttributeByName(
          operation, tracemarkStringFrom("iterator_types")),
      .libraryCall = mlirOperationGetInherentAttributeByName(
          operation, tracemarkStringFrom("library_call")),
      .inputs = mlirDenseI32ArrayGetElement(segments, 0),
      .outputs = mlirDenseI32ArrayGetElement(segments, 1)};
  return true;
}

MlirAttribute tracemarkBridgeArithConstant(MlirOperation operation) {
  return tracemarkOperationIs(operation, "arith.constant")
             ? mlirOperationGetInherentAttributeByName(
                   operation, tracemarkStringFrom("value"))
             : mlirAttributeGetNull();
}

/// All attributes of an operation but the discardable ones.
static MlirAttribute inherentAttributes(MlirOperation operation) {
  MlirAttribute all = tracemarkBridgeAttributes(operation);
  intptr_t count = mlirAttributeIsNull(all)
                       ? 0
                       : mlirDictionaryAttrGetNumElements(all),
           kept = 0;
  MlirNamedAttribute *items = calloc((size_t)count + 1, sizeof(*items));
  if (!items)
    return mlirAttributeGetNull();
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute item = mlirDictionaryAttrGetElement(all, i);
    if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
            operation, mlirIdentifierStr(item.name))))
      items[kept++] = item;
  }
  MlirAttribute inherent =
      mlirDictionaryAttrGet(mlirOperationGetContext(operation), kept, items);
  free(items);
  return inherent;
}

bool tracemarkBridgeHasEqualProperties(MlirOperation a, MlirOperation b) {
  if (!mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)))
    return false;
  MlirAttribute left = inherentAttributes(a), right = inherentAttributes(b);
  return !mlirAttributeIsNull(left) && mlirAttributeEqual(left, right);
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

typedef struct Walk {
  MlirWalkResult (*visit)(MlirAttribute, void *userData);
  void *userData;
  TracemarkArena arena;
  TracemarkPointerMap seen;
} Walk;

/// False ends the walk. What a dialect's attribute holds the C API does not
/// tell: it is visited itself, its parts are not.
static bool visitAll(Walk *walk, MlirAttribute attribute) {
  bool isNew;
  if (mlirAttributeIsNull(attribute))
    return true;
  if (!tracemarkPointerMapEnsure(&walk->arena, &walk->seen, attribute.ptr,
                                 &isNew))
    return false;
  if (!isNew)
    return true;
  MlirWalkResult result = walk->visit(attribute, walk->userData);
  if (result != MlirWalkResultAdvance)
    return result == MlirWalkResultSkip;
  if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      if (!visitAll(walk, mlirArrayAttrGetElement(attribute, i)))
        return false;
  } else if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      if (!visitAll(walk, mlirDictionaryAttrGetElement(attribute, i).attribute))
        return false;
  } else if (mlirAttributeIsASymbolRef(attribute)) {
    intptr_t count = mlirSymbolRefAttrGetNumNestedReferences(attribute);
    for (intptr_t i = 0; i < count; ++i)
      if (!visitAll(walk, mlirSymbolRefAttrGetNestedReference(attribute, i)))
        return false;
  }
  return true;
}

void tracemarkBridgeAttributesWalk(MlirOperation operation,
                                   MlirWalkResult (*visit)(MlirAttribute,
                                                           void *userData),
                                   void *userData) {
  Walk walk = {.visit = visit, .userData = userData};
  if (visitAll(&walk, tracemarkBridgeAttributes(operation)))
    visitAll(&walk, tracemarkBridgeUnregisteredProperties(operation));
  tracemarkArenaDestroy(&walk.arena);
}

//===----------------------------------------------------------------------===//
// Bytes of constants
//===----------------------------------------------------------------------===//

/// Bits that an element takes in a dense constant, or 0 if it is no number.
static uint64_t storedBits(MlirType type) {
  if (mlirTypeIsAComplex(type))
    return 2 * ((storedBits(mlirComplexTypeGetElementType(type)) + 7) / 8 * 8);
  if (mlirTypeIsAIndex(type))
    return 64;
  if (mlirTypeIsAFloat(type))
    return ((uint64_t)mlirFloatTypeGetWidth(type) + 7) / 8 * 8;
  if (!mlirTypeIsAInteger(type))
    return 0;
  uint64_t width = mlirIntegerTypeGetWidth(type);
  return width == 1 ? 1 : (width + 7) / 8 * 8;
}

static int hexDigit(char byte) {
  return byte >= '0' && byte <= '9'   ? byte - '0'
         : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
         : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                      : -1;
}

/// Decodes `"0x` and hex digits, of which the first eight are the alignment;
/// in place. False if there are none.
static bool decode(char *text, MlirStringRef *data) {
  char *digits = strstr(text, ": \"0x");
  if (!digits)
    return false;
  digits += strlen(": \"0x") + 8;
  size_t length = 0;
  for (; hexDigit(digits[2 * length]) >= 0 &&
         hexDigit(digits[2 * length + 1]) >= 0;
       ++length)
    digits[length] = (char)(hexDigit(digits[2 * length]) * 16 +
                            hexDigit(digits[2 * length + 1]));
  *data = mlirStringRefCreate(digits, length);
  return true;
}

/// The C API reads the elements of some types only and says not whether there
/// are any; the printer writes the bytes of every resource that has data.
static bool resourceData(MlirAttribute attribute, MlirStringCallback callback,
                         void *userData) {
  MlirContext context = mlirAttributeGetContext(attribute);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  MlirOperation holder = mlirModuleGetOperation(module);
  mlirOperationSetDiscardableAttributeByName(
      holder, tracemarkStringFrom("tracemark.data"), attribute);
  TracemarkStringBuffer text = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOperationPrintWithFlags(holder, flags, tracemarkStringAppendCallback,
                              &text);
  mlirOpPrintingFlagsDestroy(flags);
  MlirStringRef data;
  char *resources =
      text.failed || !text.data ? NULL : strstr(text.data, "dialect_resources");
  bool found = resources && decode(resources, &data);
  if (found)
    callback(data, userData);
  tracemarkStringBufferDestroy(&text);
  mlirModuleDestroy(module);
  return found;
}

bool tracemarkBridgeElementsData(MlirAttribute attribute,
                                 MlirStringCallback callback, void *userData) {
  if (mlirAttributeIsADenseResourceElements(attribute))
    return resourceData(attribute, callback, userData);
  if (!mlirAttributeIsADenseElements(attribute))
    return false;
  uint64_t bits =
      storedBits(mlirShapedTypeGetElementType(mlirAttributeGetType(attribute)));
  if (bits == 0)
    return false;
  uint64_t count = mlirDenseElementsAttrIsSplat(attribute)
                       ? 1
                       : (uint64_t)mlirElementsAttrGetNumElements(attribute);
  callback(mlirStringRefCreate(mlirDenseElementsAttrGetRawData(attribute),
                               (size_t)((count * bits + 7) / 8)),
           userData);
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

typedef struct TypeWalk {
  bool (*visit)(MlirType, void *);
  void *userData;
  const void *last; // visited
  bool isInterrupted;
} TypeWalk;

static bool visitType(TypeWalk *walk, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (type.ptr == walk->last)
    return true;
  walk->last = type.ptr;
  walk->isInterrupted = !walk->visit(type, walk->userData);
  return !walk->isInterrupted;
}

static bool visitTypeOfArgument(MlirValue argument, void *userData) {
  return visitType(userData, argument);
}

static MlirWalkResult visitTypesOf(MlirOperation operation, void *userData) {
  TypeWalk *walk = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(operation); i < e; ++i)
    if (!visitType(walk, mlirOperationGetResult(operation, i)))
      return MlirWalkResultInterrupt;
  return tracemarkOperationForEachArgument(operation, visitTypeOfArgument, walk)
             ? MlirWalkResultAdvance
             : MlirWalkResultInterrupt;
}

bool tracemarkBridgeTypesWalk(MlirOperation root,
                              bool (*visit)(MlirType, void *userData),
                              void *userData) {
  TypeWalk walk = {.visit = visit, .userData = userData};
  mlirOperationWalk(root, visitTypesOf, &walk, MlirWalkPreOrder);
  return !walk.isInterrupted;
}

/// Asking an operation needs C++: those whose attribute has to be dense.
bool tracemarkBridgeTakesElements(MlirOperation operation, MlirStringRef name,
                                  MlirAttribute elements) {
  if (tracemarkStringIs(name, "case_values"))
    return !tracemarkOperationIs(operation, "cf.switch") &&
           !tracemarkOperationIs(operation, "llvm.switch");
  return !tracemarkOperationIs(operation, "shape.const_shape");
}
