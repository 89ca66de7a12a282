//===- listing_plan.c - text of a unit and where its ops stand ------------===//

#include "lib/ir/listing_plan.h"

#include "lib/ir/strings.h"

#include "lib/base/banned.h"

MlirStringRef tracemarkListingPlanLine(const TracemarkListingPlan *plan,
                                       uint32_t line) {
  if (line == 0 || line > plan->lineCount)
    return mlirStringRefCreate("", 0);
  size_t start = plan->lineStarts[line - 1];
  return mlirStringRefCreate(plan->text.data + start,
                             plan->lineStarts[line] - 1 - start);
}

static bool findLines(TracemarkListingPlan *plan) {
  TRACEMARK_ARENA_ARRAY(size_t) starts = {0};
  const char *text = plan->text.data, *end = text + plan->text.length;
  if (!TRACEMARK_ARENA_PUSH(&plan->arena, &starts, 0))
    return false;
  for (const char *at = text; at < end;) {
    at = memchr(at, '\n', (size_t)(end - at));
    if (!at)
      break;
    ++at;
    if (!TRACEMARK_ARENA_PUSH(&plan->arena, &starts, (size_t)(at - text)))
      return false;
  }
  if (starts.count > UINT32_MAX)
    return false;
  plan->lineStarts = starts.items;
  plan->lineCount = (uint32_t)starts.count - 1;
  return true;
}

typedef struct Walk {
  TracemarkListingPlan *plan;
  uint32_t current; // index of the operation visited last
  /// Lines that the printer did not count: the opening's, and those of a
  /// dialect's printer that writes a line feed by itself.
  uint32_t shift;
  bool failed;
} Walk;

/// Tells whether an operation's text can begin there: the first thing on the
/// line, and neither the end of a region nor a block's label.
static bool canBegin(const TracemarkListingPlan *plan, uint32_t line,
                     unsigned column) {
  MlirStringRef text = tracemarkListingPlanLine(plan, line);
  return column < text.length &&
         (column == 0 || text.data[column - 1] == ' ') &&
         !strchr(" }^/", text.data[column]);
}

static bool findPosition(Walk *walk, MlirOperation operation, uint32_t *line,
                         uint32_t *column) {
  unsigned foundLine, foundColumn;
  if (!tracemarkBridgePositionsFind(walk->plan->positions, operation,
                                    &foundLine, &foundColumn))
    return false;
  const TracemarkListingPlan *plan = walk->plan;
  uint64_t at = (uint64_t)foundLine + walk->shift;
  while (at <= plan->lineCount && !canBegin(plan, (uint32_t)at, foundColumn))
    ++at;
  if (at > plan->lineCount)
    return false;
  walk->shift = (uint32_t)(at - foundLine);
  *line = (uint32_t)at;
  *column = foundColumn + 1;
  return true;
}

static MlirWalkResult visit(MlirOperation operation, void *userData) {
  Walk *walk = userData;
  TracemarkListingPlan *plan = walk->plan;
  TracemarkListedOperation listed = {.operation = operation};
  size_t count = plan->operations.count;
  if (count > 0) {
    const TracemarkListedOperation *items = plan->operations.items;
    MlirOperation parent = mlirOperationGetParentOperation(operation);
    while (items[walk->current].operation.ptr != parent.ptr)
      walk->current = items[walk->current].parent;
    listed.parent = walk->current;
    listed.line = items[listed.parent].line;
    listed.column = items[listed.parent].column;
  } else {
    listed.line = listed.column = 1;
  }
  listed.printed = findPosition(walk, operation, &listed.line, &listed.column);
  walk->current = (uint32_t)count;
  if (count >= UINT32_MAX ||
      !TRACEMARK_ARENA_PUSH(&plan->arena, &plan->operations, listed)) {
    walk->failed = true;
    return MlirWalkResultInterrupt;
  }
  return MlirWalkResultAdvance;
}

/// Elided constants and resources are printed as `dense_resource<...>`. Looks
/// for the underscore, which is rarer than any letter, as memmem is slow.
static bool showsResource(MlirStringRef line) {
  const char *at = line.data, *end = line.data + line.length;
  while ((at = memchr(at, '_', (size_t)(end - at)))) {
    ++at;
    if (end - at >= 9 && memcmp(at, "resource<", 9) == 0)
      return true;
  }
  return false;
}

static void mark(TracemarkListedOperation *item, bool refers, bool elides) {
  item->mayRefer |= refers;
  item->mayElide |= elides;
}

/// Marks the operations that may have a symbol reference or an elided constant:
/// both leave a trace in the text, and looking at the attributes of every
/// operation would cost as much as the print. A line on which no operation
/// begins continues the last one before it, or ends a region of an ancestor.
static void markOperations(TracemarkListingPlan *plan) {
  TracemarkListedOperation *items = plan->operations.items;
  size_t next = 0, owner = 0;
  for (uint32_t line = 1; line <= plan->lineCount; ++line) {
    MlirStringRef text = tracemarkListingPlanLine(plan, line);
    bool refers = memchr(text.data, '@', text.length);
    bool elides = showsResource(text);
    if (!refers && !elides)
      continue;
    bool begins = false;
    for (; next < plan->operations.count &&
           (!items[next].printed || items[next].line <= line);
         ++next) {
      if (!items[next].printed)
        continue;
      owner = next;
      if (items[next].line == line) {
        mark(&items[next], refers, elides);
        begins = true;
      }
    }
    for (size_t i = owner; !begins; i = items[i].parent) {
      mark(&items[i], refers, elides);
      begins = i == 0;
    }
  }
}

bool tracemarkListingPlanCreate(MlirOperation unit, int64_t elideLargerThan,
                                TracemarkPrintForm form, const char *opening,
                                TracemarkListingPlan *plan) {
  *plan = (TracemarkListingPlan){0};
  Walk walk = {.plan = plan};
  tracemarkStringBufferAppendText(&plan->text, opening);
  for (; (opening = strchr(opening, '\n')); ++opening)
    ++walk.shift;
  plan->custom = tracemarkBridgePrint(unit, elideLargerThan, form,
                                      tracemarkStringAppendCallback,
                                      &plan->text, &plan->positions);
  if (plan->text.length == 0 || plan->text.data[plan->text.length - 1] != '\n')
    tracemarkStringBufferAppendText(&plan->text, "\n");
  walk.failed = plan->text.failed || !findLines(plan);
  if (!walk.failed)
    mlirOperationWalk(unit, visit, &walk, MlirWalkPreOrder);
  if (!walk.failed)
    markOperations(plan);
  return !walk.failed;
}

void tracemarkListingPlanDestroy(TracemarkListingPlan *plan) {
  tracemarkStringBufferDestroy(&plan->text);
  tracemarkArenaDestroy(&plan->arena);
  tracemarkListingPlanDropPositions(plan);
}

void tracemarkListingPlanDropPositions(TracemarkListingPlan *plan) {
  if (plan->positions.ptr)
    tracemarkBridgePositionsDestroy(plan->positions);
  plan->positions.ptr = NULL;
}

void tracemarkListingPlanAppendType(const TracemarkListingPlan *plan,
                                    MlirType type,
                                    TracemarkStringBuffer *text) {
  tracemarkBridgePrintType(plan->positions, type, tracemarkStringAppendCallback,
                           text);
}
