//===- compile_directory.c - what DWARF's relative paths start at ---------===//

#include "lib/ir/listing.h"

#include "lib/base/prefix_map.h"
#include "lib/ir/listing_locations.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>
#include <unistd.h>

#include "lib/base/banned.h"

static MlirLocation findInChildren(MlirLocation fused) {
  MlirLocation found = {NULL};
  unsigned count = mlirLocationFusedGetNumLocations(fused);
  MlirLocation *children = calloc(count ? count : 1, sizeof(*children));
  if (!children)
    return found;
  mlirLocationFusedGetLocations(fused, children);
  for (unsigned i = 0; i < count && mlirLocationIsNull(found); ++i)
    found = tracemarkLocationFindInput(children[i]);
  free(children);
  return found;
}

MlirLocation tracemarkLocationFindInput(MlirLocation location) {
  for (;;) {
    MlirLocation former = tracemarkLocationFormer(location);
    if (mlirLocationIsAFileLineColRange(location))
      return location;
    if (!mlirLocationIsNull(former))
      location = former;
    else if (mlirLocationIsAName(location))
      location = mlirLocationNameGetChildLoc(location);
    else if (mlirLocationIsACallSite(location))
      location = mlirLocationCallSiteGetCaller(location);
    else if (mlirLocationIsAFused(location))
      return findInChildren(location);
    else
      return (MlirLocation){NULL};
  }
}

bool tracemarkListingAppendCompileDirectory(TracemarkStringBuffer *text,
                                            MlirStringRef prefixMap) {
  char *directory = getcwd(NULL, 0);
  if (!directory)
    return false; // removed under us: no relative path can be resolved anyway
  size_t length = text->length;
  tracemarkPrefixMapAppend(text, prefixMap.data, prefixMap.length, directory,
                           strlen(directory));
  if (text->length == length)
    tracemarkStringBufferAppendText(text, ".");
  free(directory);
  return !text->failed;
}

void tracemarkListingSetCompileDirectory(MlirOperation topModule,
                                         MlirStringRef prefixMap) {
  if (mlirOperationIsNull(topModule) ||
      !tracemarkOperationIsTopModule(topModule))
    return;
  MlirContext context = mlirOperationGetContext(topModule);
  MlirLocation former = mlirOperationGetLocation(topModule);
  if (!mlirAttributeIsNull(tracemarkLocationMetadata(
          former, TRACEMARK_ATTRIBUTE_COMPILE_DIRECTORY)))
    return;
  TracemarkStringBuffer directory = {0}, path = {0};
  if (!tracemarkListingAppendCompileDirectory(&directory, prefixMap)) {
    tracemarkStringBufferDestroy(&directory);
    return;
  }
  MlirStringRef name = tracemarkStringFrom("<unknown>");
  unsigned line = 0, column = 0;
  MlirLocation file = tracemarkLocationFindInput(former);
  if (!mlirLocationIsNull(file)) {
    name = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(file));
    line = (unsigned)mlirLocationFileLineColRangeGetStartLine(file);
    column = (unsigned)mlirLocationFileLineColRangeGetStartColumn(file);
  }
  const char *slash = name.length ? memrchr(name.data, '/', name.length) : NULL;
  const char *base = slash ? slash + 1 : name.data;
  tracemarkStringBufferAppend(&path, directory.data, directory.length);
  if (path.length && path.data[path.length - 1] != '/')
    tracemarkStringBufferAppendText(&path, "/");
  tracemarkStringBufferAppend(&path, base,
                              (size_t)(name.data + name.length - base));
  if (!path.failed) {
    MlirLocation line0 = mlirLocationFileLineColGet(
        context, mlirStringRefCreate(path.data, path.length), line, column);
    mlirOperationSetLocation(
        topModule,
        tracemarkLocationRecord(
            line0, former, TRACEMARK_ATTRIBUTE_COMPILE_DIRECTORY,
            mlirStringAttrGet(context, mlirStringRefCreate(directory.data,
                                                           directory.length))));
  }
  tracemarkStringBufferDestroy(&path);
  tracemarkStringBufferDestroy(&directory);
}
