//===- listing_shown.c - debug info of another stage than the last --------===//

#include "lib/ir/listing_locations.h"
#include "lib/ir/location_selection.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include "lib/base/banned.h"

/// Stage that the listing has recorded, and the one that is shown.
typedef struct Shown {
  MlirStringRef listed;
  MlirAttribute label;
} Shown;

/// Puts `line` in front of what was just recorded; the line in front before is
/// taken off, so that locations do not grow by one with every listing.
static MlirLocation show(MlirLocation location, MlirLocation line,
                         void *userData) {
  const Shown *shown = userData;
  MlirStringRef listed = tracemarkLocationStage(location);
  if (!listed.data || !mlirStringRefEqual(listed, shown->listed))
    return location;
  MlirLocation former = tracemarkLocationFormer(location);
  if (!mlirAttributeIsNull(
          tracemarkLocationMetadata(former, TRACEMARK_ATTRIBUTE_SHOWN)))
    location = tracemarkLocationReplaceFormer(location,
                                              tracemarkLocationFormer(former));
  return tracemarkLocationRecord(tracemarkLineInnermost(line), location,
                                 TRACEMARK_ATTRIBUTE_SHOWN, shown->label);
}

void tracemarkListingShow(MlirOperation unit,
                          const TracemarkListingOptions *options) {
  MlirStringRef label = options->settings->debugInfo;
  if (options->settings->locations != TRACEMARK_LISTING_LOCATIONS_FUSE ||
      tracemarkStringIs(label, "latest") ||
      mlirStringRefEqual(label, options->stage))
    return;
  MlirContext context = mlirOperationGetContext(unit);
  Shown shown = {.listed = options->stage,
                 .label = mlirStringAttrGet(context, label)};
  TracemarkSelection selection = {
      .sparesSettled = true, .show = show, .userData = &shown};
  tracemarkSelectionInit(&selection, label);
  if (tracemarkSelectionFinds(&selection, unit))
    tracemarkSelectionApply(&selection, unit);
  tracemarkSelectionDestroy(&selection);
}
