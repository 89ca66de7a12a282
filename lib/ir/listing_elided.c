//===- listing_elided.c - what the elided constants were ------------------===//

#include "lib/ir/listing_trailer.h"

#include "lib/base/hash.h"
#include "lib/ir/strings.h"
#include "tracemark/bridge/attributes.h"

#include "mlir-c/BuiltinAttributes.h"

#include <inttypes.h>

#include "lib/base/banned.h"

typedef struct Trailer {
  TracemarkListingPlan *plan;
  int64_t elideLargerThan;
  int64_t count;
  uint32_t line;
} Trailer;

static bool isLarge(MlirAttribute attribute, int64_t elideLargerThan) {
  return mlirAttributeIsAElements(attribute) &&
         mlirElementsAttrGetNumElements(attribute) > elideLargerThan &&
         !(mlirAttributeIsADenseElements(attribute) &&
           mlirDenseElementsAttrIsSplat(attribute));
}

bool tracemarkListingIsElided(MlirAttribute attribute,
                              int64_t elideLargerThan) {
  if (mlirAttributeIsADenseResourceElements(attribute))
    return true;
  if (mlirAttributeIsASparseElements(attribute))
    return isLarge(mlirSparseElementsAttrGetIndices(attribute),
                   elideLargerThan) ||
           isLarge(mlirSparseElementsAttrGetValues(attribute), elideLargerThan);
  return isLarge(attribute, elideLargerThan);
}

/// Appends the bytes that an attribute holds; false if they are out of reach.
static bool appendBytes(TracemarkStringBuffer *bytes, MlirAttribute attribute) {
  if (tracemarkBridgeElementsData(attribute, tracemarkStringAppendCallback,
                                  bytes))
    return true;
  if (mlirAttributeIsASparseElements(attribute))
    return appendBytes(bytes, mlirSparseElementsAttrGetIndices(attribute)) &&
           appendBytes(bytes, mlirSparseElementsAttrGetValues(attribute));
  if (!mlirAttributeIsADenseElements(attribute) ||
      mlirAttributeIsADenseResourceElements(attribute))
    return false;
  // What is dense and no number is a string; a zero byte ends each.
  int64_t count = mlirElementsAttrGetNumElements(attribute);
  for (int64_t i = 0; i < count; ++i) {
    MlirStringRef string = mlirDenseElementsAttrGetStringValue(attribute, i);
    tracemarkStringBufferAppend(bytes, string.data, string.length);
    tracemarkStringBufferAppend(bytes, "", 1);
  }
  return true;
}

typedef struct Content {
  uint64_t hash;
  size_t length;
} Content;

static void noteContent(MlirStringRef data, void *userData) {
  *(Content *)userData =
      (Content){tracemarkHashBytes(data.data, data.length), data.length};
}

static void appendContent(const Trailer *trailer, MlirAttribute attribute) {
  TracemarkStringBuffer *text = &trailer->plan->text;
  Content content;
  TracemarkStringBuffer bytes = {0};
  bool known = tracemarkBridgeElementsData(attribute, noteContent, &content);
  if (!known && appendBytes(&bytes, attribute)) {
    noteContent(
        mlirStringRefCreate(tracemarkStringBufferText(&bytes), bytes.length),
        &content);
    known = true;
  }
  if (known)
    tracemarkStringBufferAppendFormat(text, "%016" PRIx64 " ", content.hash);
  else
    tracemarkStringBufferAppendText(text, "- ");
  tracemarkListingPlanAppendType(trailer->plan, mlirAttributeGetType(attribute),
                                 text);
  if (known)
    tracemarkStringBufferAppendFormat(text, " %zu\n", content.length);
  else
    tracemarkStringBufferAppendText(text, " -\n");
  text->failed |= bytes.failed;
  tracemarkStringBufferDestroy(&bytes);
}

static MlirWalkResult visit(MlirAttribute attribute, void *userData) {
  Trailer *trailer = userData;
  if (!tracemarkListingIsElided(attribute, trailer->elideLargerThan))
    return MlirWalkResultAdvance;
  if (trailer->count++ == 0)
    tracemarkStringBufferAppendText(
        &trailer->plan->text,
        "// elided constants: line, xxh3-64 of the bytes, type, bytes\n");
  tracemarkStringBufferAppendFormat(&trailer->plan->text, "// %" PRIu32 " ",
                                    trailer->line);
  appendContent(trailer, attribute);
  return MlirWalkResultSkip;
}

int64_t tracemarkListingAppendElided(TracemarkListingPlan *plan,
                                     int64_t elideLargerThan) {
  Trailer trailer = {.plan = plan, .elideLargerThan = elideLargerThan};
  const TracemarkListedOperation *items = plan->operations.items;
  for (size_t i = 0; i < plan->operations.count; ++i) {
    if (!items[i].mayElide)
      continue;
    trailer.line = items[i].line;
    tracemarkBridgeAttributesWalk(items[i].operation, visit, &trailer);
  }
  return trailer.count;
}
