//===- location_lines.c - the line that a location shows ------------------===//

#include "lib/ir/location_lines.h"

#include "lib/ir/listing_locations.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include "lib/base/banned.h"

static const MlirLocation none = {NULL};

void tracemarkLinesDestroy(TracemarkLines *lines) {
  tracemarkArenaDestroy(&lines->arena);
}

/// Children of a fused location, in `arena`; their number is 0 when out of
/// memory.
static MlirLocation *childrenOf(TracemarkArena *arena, MlirLocation fused,
                                unsigned *count) {
  *count = mlirLocationFusedGetNumLocations(fused);
  MlirLocation *children =
      tracemarkArenaAllocate(arena, *count, sizeof(*children));
  if (children)
    mlirLocationFusedGetLocations(fused, children);
  else
    *count = 0;
  return children;
}

/// A position of one line and column: a range has no form in debug info.
static MlirLocation findPosition(MlirLocation location) {
  int line = mlirLocationFileLineColRangeGetStartLine(location);
  if (line <= 0)
    return none;
  MlirIdentifier file = mlirLocationFileLineColRangeGetFilename(location);
  return mlirLocationFileLineColGet(
      mlirLocationGetContext(location), mlirIdentifierStr(file), (unsigned)line,
      (unsigned)mlirLocationFileLineColRangeGetStartColumn(location));
}

static MlirLocation makeCallSite(MlirLocation callee, MlirLocation caller) {
  if (mlirLocationIsNull(callee))
    return caller;
  if (mlirLocationIsNull(caller))
    return callee;
  return mlirLocationCallSiteGet(callee, caller);
}

/// Tells whether what a location records is a line that the one it keeps has
/// already: of a listing that the stage has left as it was.
static bool recordsAgain(MlirLocation location, MlirLocation former) {
  MlirLocation line, formerLine;
  if (!tracemarkLocationStage(former).data ||
      mlirLocationFusedGetNumLocations(location) != 1 ||
      mlirLocationFusedGetNumLocations(former) != 1)
    return false;
  mlirLocationFusedGetLocations(location, &line);
  mlirLocationFusedGetLocations(former, &formerLine);
  return line.ptr == formerLine.ptr;
}

/// Number of listings recorded one behind the other.
static uintptr_t findDepth(TracemarkLines *lines, MlirLocation location) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&lines->depths, location.ptr);
  if (known)
    return (uintptr_t)known->value - 1;
  uintptr_t depth = 0;
  if (mlirLocationIsAName(location)) {
    depth = findDepth(lines, mlirLocationNameGetChildLoc(location));
  } else if (mlirLocationIsACallSite(location)) {
    depth = findDepth(lines, mlirLocationCallSiteGetCallee(location));
  } else if (mlirLocationIsAFused(location)) {
    MlirLocation former = tracemarkLocationFormer(location);
    if (!mlirLocationIsNull(former))
      depth = findDepth(lines, former) +
              (tracemarkLocationStage(location).data != NULL &&
               !recordsAgain(location, former));
    unsigned count;
    MlirLocation *children = childrenOf(&lines->arena, location, &count);
    for (unsigned i = 0; mlirLocationIsNull(former) && i < count; ++i) {
      uintptr_t child = findDepth(lines, children[i]);
      depth = child > depth ? child : depth;
    }
  }
  // Out of memory only makes the next look-up longer.
  bool kept = tracemarkPointerMapInsert(&lines->arena, &lines->depths,
                                        location.ptr, (void *)(depth + 1));
  (void)kept;
  return depth;
}

static MlirLocation findInChildren(TracemarkLines *lines,
                                   MlirLocation location) {
  unsigned count;
  MlirLocation *children = childrenOf(&lines->arena, location, &count);
  MlirLocation best = none;
  uintptr_t bestDepth = 0;
  for (unsigned i = 0; i < count; ++i) {
    MlirLocation line = tracemarkLinesFind(lines, children[i]);
    if (mlirLocationIsNull(line))
      continue;
    uintptr_t depth = count > 1 ? findDepth(lines, children[i]) : 0;
    if (mlirLocationIsNull(best) || depth > bestDepth) {
      best = line;
      bestDepth = depth;
    }
  }
  return best;
}

static MlirIdentifier identify(MlirLocation location, MlirStringRef label) {
  return mlirIdentifierGet(mlirLocationGetContext(location), label);
}

static void noteEarlier(MlirStringRef label, MlirLocation line,
                        void *userData) {
  TracemarkLines *lines = userData;
  if (label.data && !mlirLocationIsNull(line)) {
    bool kept = tracemarkPointerMapInsert(&lines->arena, &lines->earlier,
                                          identify(line, label).ptr, NULL);
    (void)kept;
  }
}

/// Tells whether a location has recorded the wanted stage; notes those that it
/// has recorded before. Out of memory, what is not noted has no line there.
static bool noteOrder(TracemarkLines *lines, MlirLocation location) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&lines->ordered, location.ptr);
  if (known)
    return tracemarkPointerMapNumber(known) - 1;
  bool found = false;
  if (mlirLocationIsAName(location)) {
    found = noteOrder(lines, mlirLocationNameGetChildLoc(location));
  } else if (mlirLocationIsACallSite(location)) {
    found = noteOrder(lines, mlirLocationCallSiteGetCallee(location));
    found |= noteOrder(lines, mlirLocationCallSiteGetCaller(location));
  } else if (mlirLocationIsAFused(location)) {
    MlirLocation former = tracemarkLocationFormer(location);
    unsigned count = 0;
    MlirLocation *children = NULL;
    if (mlirLocationIsNull(former))
      children = childrenOf(&lines->arena, location, &count);
    else
      found = noteOrder(lines, former);
    for (unsigned i = 0; i < count; ++i)
      found |= noteOrder(lines, children[i]);
    if (mlirStringRefEqual(tracemarkLocationStage(location), lines->stage))
      found = tracemarkLocationForEachStage(former, &lines->arena,
                                            &lines->former, noteEarlier, lines);
  }
  bool kept =
      tracemarkPointerMapInsert(&lines->arena, &lines->ordered, location.ptr,
                                (void *)(uintptr_t)(found + 1));
  (void)kept;
  return found;
}

void tracemarkLinesNoteOrder(TracemarkLines *lines, MlirLocation location) {
  if (lines->mode == TRACEMARK_LINES_STAGE)
    noteOrder(lines, location);
}

/// Tells whether a location recorded in `stage`, which keeps `former`, has the
/// line of the wanted stage.
static bool isWanted(TracemarkLines *lines, MlirStringRef stage,
                     MlirLocation former) {
  if (!stage.data || lines->mode != TRACEMARK_LINES_STAGE)
    return stage.data && lines->mode == TRACEMARK_LINES_LATEST;
  return mlirStringRefEqual(stage, lines->stage) ||
         (lines->earlier.count &&
          tracemarkPointerMapFind(&lines->earlier,
                                  identify(former, stage).ptr) &&
          !noteOrder(lines, former));
}

static MlirLocation findInFused(TracemarkLines *lines, MlirLocation location) {
  MlirLocation former = tracemarkLocationFormer(location);
  if (mlirLocationIsNull(former))
    return findInChildren(lines, location);
  MlirStringRef stage = tracemarkLocationStage(location);
  // What the listing writer was told to show stands for the last stage.
  if (!stage.data && lines->mode == TRACEMARK_LINES_LATEST)
    stage = tracemarkLocationLabel(location, TRACEMARK_ATTRIBUTE_SHOWN);
  if (!isWanted(lines, stage, former))
    return tracemarkLinesFind(lines, former);
  unsigned count;
  MlirLocation *children = childrenOf(&lines->arena, location, &count);
  if (count > 0 && mlirLocationIsAFileLineColRange(children[0])) {
    MlirLocation line = findPosition(children[0]);
    bool kept = mlirLocationIsNull(line) ||
                tracemarkStringIs(stage, "original") ||
                tracemarkLinesIsListed(lines, line) ||
                tracemarkPointerMapInsert(&lines->arena, &lines->listed,
                                          line.ptr, NULL);
    (void)kept;
    return line;
  }
  return tracemarkLinesFind(lines, former);
}

/// As tracemarkLocationUnselect; `calls` becomes the number of call sites that
/// the selection put around the result.
static MlirLocation unselect(MlirLocation location, int64_t *calls) {
  *calls = 0;
  if (mlirLocationIsACallSite(location)) {
    MlirLocation callee = mlirLocationCallSiteGetCallee(location);
    MlirLocation inner = unselect(callee, calls);
    if (*calls > 0) {
      --*calls;
      return inner;
    }
    return inner.ptr == callee.ptr
               ? location
               : mlirLocationCallSiteGet(
                     inner, mlirLocationCallSiteGetCaller(location));
  }
  MlirAttribute selected =
      tracemarkLocationMetadata(location, TRACEMARK_ATTRIBUTE_SELECTED);
  MlirLocation former = tracemarkLocationFormer(location);
  if (mlirAttributeIsNull(selected) || !mlirAttributeIsAInteger(selected) ||
      mlirLocationIsNull(former))
    return location;
  *calls = mlirIntegerAttrGetValueInt(selected);
  return former;
}

MlirLocation tracemarkLocationUnselect(MlirLocation location) {
  int64_t calls;
  return unselect(location, &calls);
}

static MlirLocation find(TracemarkLines *lines, MlirLocation location) {
  location = tracemarkLocationUnselect(location);
  if (mlirLocationIsAFileLineColRange(location))
    return lines->mode == TRACEMARK_LINES_STAGE ? none : findPosition(location);
  if (mlirLocationIsAName(location))
    return tracemarkLinesFind(lines, mlirLocationNameGetChildLoc(location));
  if (mlirLocationIsACallSite(location))
    return makeCallSite(
        tracemarkLinesFind(lines, mlirLocationCallSiteGetCallee(location)),
        tracemarkLinesFind(lines, mlirLocationCallSiteGetCaller(location)));
  if (mlirLocationIsAFused(location))
    return findInFused(lines, location);
  return none;
}

MlirLocation tracemarkLinesFind(TracemarkLines *lines, MlirLocation location) {
  const TracemarkPointerMapEntry *known =
      tracemarkPointerMapFind(&lines->lines, location.ptr);
  if (known)
    return (MlirLocation){known->value};
  MlirLocation line = find(lines, location);
  bool kept = tracemarkPointerMapInsert(&lines->arena, &lines->lines,
                                        location.ptr, line.ptr);
  (void)kept;
  return line;
}

/// What debug info shows of a location as it stands: a position, a call site of
/// such, or null if it has no line, or one that is merged of several.
static MlirLocation findShown(MlirLocation location) {
  for (;;) {
    if (mlirLocationIsAFileLineColRange(location)) {
      MlirLocation position = findPosition(location);
      return position.ptr == location.ptr ? position : none;
    }
    if (mlirLocationIsAName(location)) {
      location = mlirLocationNameGetChildLoc(location);
    } else if (mlirLocationIsAFused(location) &&
               mlirLocationFusedGetNumLocations(location) == 1) {
      mlirLocationFusedGetLocations(location, &location);
    } else if (mlirLocationIsACallSite(location)) {
      MlirLocation callee = findShown(mlirLocationCallSiteGetCallee(location));
      MlirLocation caller = findShown(mlirLocationCallSiteGetCaller(location));
      if (mlirLocationIsNull(callee) || mlirLocationIsNull(caller))
        return none;
      return mlirLocationCallSiteGet(callee, caller);
    } else {
      return none;
    }
  }
}

/// Debug info looks for a call site at the outside only: what is kept goes to
/// its innermost callee.
static MlirLocation record(MlirLocation former, MlirLocation line,
                           int64_t calls) {
  if (mlirLocationIsACallSite(line))
    return mlirLocationCallSiteGet(
        record(former, mlirLocationCallSiteGetCallee(line), calls + 1),
        mlirLocationCallSiteGetCaller(line));
  MlirType type = mlirIntegerTypeGet(mlirLocationGetContext(line), 32);
  return tracemarkLocationRecord(line, former, TRACEMARK_ATTRIBUTE_SELECTED,
                                 mlirIntegerAttrGet(type, calls));
}

MlirLocation tracemarkLocationSelect(MlirLocation former, MlirLocation line) {
  if (findShown(former).ptr == line.ptr)
    return former;
  MlirLocation selected = record(former, line, 0);
  if (!tracemarkLocationHasScope(former))
    return selected;
  // A dialect's scope must stay the outermost one.
  return mlirLocationFusedGet(mlirLocationGetContext(former), 1, &selected,
                              mlirLocationFusedGetMetadata(former));
}

MlirLocation tracemarkLineInnermost(MlirLocation line) {
  while (mlirLocationIsACallSite(line))
    line = mlirLocationCallSiteGetCallee(line);
  return line;
}

MlirLocation tracemarkLineOutermost(MlirLocation line) {
  while (mlirLocationIsACallSite(line))
    line = mlirLocationCallSiteGetCaller(line);
  return line;
}

bool tracemarkLinesIsListed(const TracemarkLines *lines, MlirLocation line) {
  return tracemarkPointerMapFind(&lines->listed, line.ptr) != NULL;
}

MlirIdentifier tracemarkLineFile(MlirLocation line) {
  return mlirLocationFileLineColRangeGetFilename(tracemarkLineOutermost(line));
}

bool tracemarkLocationForEachStage(MlirLocation location, TracemarkArena *arena,
                                   TracemarkPointerMap *seen,
                                   TracemarkStageVisitor visit,
                                   void *userData) {
  bool isNew;
  if (!tracemarkPointerMapEnsure(arena, seen, location.ptr, &isNew))
    return false;
  if (!isNew)
    return true;
  if (mlirLocationIsAName(location))
    return tracemarkLocationForEachStage(mlirLocationNameGetChildLoc(location),
                                         arena, seen, visit, userData);
  if (mlirLocationIsACallSite(location))
    return tracemarkLocationForEachStage(
               mlirLocationCallSiteGetCallee(location), arena, seen, visit,
               userData) &&
           tracemarkLocationForEachStage(
               mlirLocationCallSiteGetCaller(location), arena, seen, visit,
               userData);
  if (mlirLocationIsAFileLineColRange(location))
    visit(mlirStringRefCreate(NULL, 0), location, userData);
  if (!mlirLocationIsAFused(location))
    return true;
  // Earlier stages first.
  MlirLocation former = tracemarkLocationFormer(location);
  if (!mlirLocationIsNull(former) &&
      !tracemarkLocationForEachStage(former, arena, seen, visit, userData))
    return false;
  unsigned count;
  MlirLocation *children = childrenOf(arena, location, &count);
  if (!children)
    return false;
  MlirStringRef stage = tracemarkLocationStage(location);
  if (stage.data)
    visit(stage,
          count && mlirLocationIsAFileLineColRange(children[0]) ? children[0]
                                                                : none,
          userData);
  for (unsigned i = stage.data != NULL; i < count; ++i)
    if (!tracemarkLocationForEachStage(children[i], arena, seen, visit,
                                       userData))
      return false;
  return true;
}
