//===- printing.c - text with positions, in C -----------------------------===//
//
// The C API tells no positions. For the time of one print every operation in
// the unit has a location that is its number; the printer writes it behind the
// operation's text, where it is found and taken out again. That gives the end
// of each operation; the beginning follows from the order and the indentation.
//
// Parsing the text back, the other way, fails for a function that calls
// another one and leaves a resource handle in the context for each elided
// constant.
//
//===----------------------------------------------------------------------===//

#include "tracemark/bridge/printing.h"

#include "lib/base/arena.h"
#include "lib/base/pointer_map.h"
#include "lib/ir/operations.h"
#include "lib/ir/strings.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Diagnostics.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

#include "lib/base/banned.h"

/// What the printer writes in front of the number. No text of a program holds
/// it: quotes inside a string are escaped.
#define MARK_FILE "tracemark.position"
#define MARK " loc(\"" MARK_FILE "\":"

typedef struct Item {
  MlirOperation operation;
  MlirLocation location; // until the marks are taken off again
  size_t parent;         // index; its own for the unit
  size_t end;            // of its text, in bytes; 0 if it printed none
  size_t before;         // index of the operation whose text ended before it
  size_t child, next;    // the first in it, the next beside it; 0: none
  unsigned line, column; // of its beginning; 0 if it has none of its own
} Item;

typedef struct Positions {
  TracemarkArena arena;
  TRACEMARK_ARENA_ARRAY(Item) items;             // pre-order
  TRACEMARK_ARENA_ARRAY(MlirLocation) arguments; // former ones, in walk order
  TracemarkPointerMap indices;                   // operation -> index
  MlirContext context;
  size_t argument;
  size_t last; // operation whose text ended last
  bool failed;
} Positions;

static bool noteArgument(MlirValue argument, void *userData) {
  Positions *positions = userData;
  return TRACEMARK_ARENA_PUSH(&positions->arena, &positions->arguments,
                              mlirValueGetLocation(argument));
}

static MlirWalkResult note(MlirOperation operation, void *userData) {
  Positions *positions = userData;
  size_t index = positions->items.count;
  Item item = {.operation = operation,
               .location = mlirOperationGetLocation(operation)};
  if (index > 0)
    item.parent = tracemarkPointerMapNumber(tracemarkPointerMapFind(
        &positions->indices, mlirOperationGetParentOperation(operation).ptr));
  TracemarkPointerMapEntry *entry = tracemarkPointerMapEnsure(
      &positions->arena, &positions->indices, operation.ptr, NULL);
  if (!entry ||
      !TRACEMARK_ARENA_PUSH(&positions->arena, &positions->items, item)) {
    positions->failed = true;
    return MlirWalkResultInterrupt;
  }
  tracemarkPointerMapSetNumber(entry, index);
  positions->failed =
      !tracemarkOperationForEachArgument(operation, noteArgument, positions);
  return positions->failed ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirLocation markOf(Positions *positions, size_t number) {
  return mlirLocationFileLineColGet(
      positions->context, tracemarkStringFrom(MARK_FILE), (unsigned)number, 0);
}

/// Number of items: what is no operation's.
static bool markArgument(MlirValue argument, void *userData) {
  Positions *positions = userData;
  mlirBlockArgumentSetLocation(argument,
                               markOf(positions, positions->items.count));
  return true;
}

static bool restoreArgument(MlirValue argument, void *userData) {
  Positions *positions = userData;
  mlirBlockArgumentSetLocation(
      argument, positions->arguments.items[positions->argument++]);
  return true;
}

static void mark(Positions *positions) {
  for (size_t i = 0; i < positions->items.count; ++i) {
    MlirOperation operation = positions->items.items[i].operation;
    mlirOperationSetLocation(operation, markOf(positions, i));
    tracemarkOperationForEachArgument(operation, markArgument, positions);
  }
}

static void unmark(Positions *positions) {
  positions->argument = 0;
  for (size_t i = 0; i < positions->items.count; ++i) {
    const Item *item = &positions->items.items[i];
    mlirOperationSetLocation(item->operation, item->location);
    tracemarkOperationForEachArgument(item->operation, restoreArgument,
                                      positions);
  }
}

/// Moves `text` together over the marks and notes where each stood.
static void takeOut(Positions *positions, TracemarkStringBuffer *text) {
  static const size_t markLength = sizeof(MARK) - 1;
  char *out = text->data;
  const char *at = text->data, *end = text->data + text->length;
  while (at < end) {
    const char *found = memmem(at, (size_t)(end - at), MARK, markLength);
    size_t plain = (size_t)((found ? found : end) - at);
    memmove(out, at, plain);
    out += plain;
    if (!found)
      break;
    char *rest;
    size_t number = (size_t)strtoul(found + markLength, &rest, 10);
    if (number < positions->items.count) {
      Item *item = &positions->items.items[number];
      item->end = (size_t)(out - text->data);
      item->before = positions->last;
      positions->last = number;
    }
    at = rest + strlen(":0)");
  }
  tracemarkStringBufferTruncate(text, (size_t)(out - text->data));
}

typedef struct Cursor {
  const char *data;
  size_t at, length; // beginning of the line
  unsigned line;
} Cursor;

static size_t indentAt(const Cursor *cursor) {
  size_t indent = 0;
  while (cursor->at + indent < cursor->length &&
         cursor->data[cursor->at + indent] == ' ')
    ++indent;
  return indent;
}

static bool nextLine(Cursor *cursor) {
  const char *end =
      cursor->at < cursor->length
          ? memchr(cursor->data + cursor->at, '\n', cursor->length - cursor->at)
          : NULL;
  if (!end)
    return false;
  cursor->at = (size_t)(end - cursor->data) + 1;
  ++cursor->line;
  return true;
}

/// Tells whether the line at the cursor can begin an operation: with results, a
/// name or, in generic form, a quote; not a label or the end of a region.
static bool canBegin(const Cursor *cursor, size_t indent) {
  size_t at = cursor->at + indent;
  return at < cursor->length &&
         (isalpha((unsigned char)cursor->data[at]) ||
          (cursor->data[at] && strchr("%\"_", cursor->data[at])));
}

/// Links the operations that printed a text with what is printed in them, in
/// text order: a printer may put one region before another (the default of an
/// scf.index_switch, the first of its regions, comes last).
static void linkPrinted(Positions *positions) {
  Item *items = positions->items.items;
  for (size_t i = items[0].before; i != 0; i = items[i].before) {
    size_t parent = i;
    do
      parent = items[parent].parent;
    while (items[parent].end == 0 && parent != 0);
    items[i].parent = parent;
    items[i].next = items[parent].child;
    items[parent].child = i;
  }
}

/// Puts the cursor on the first line from `from` on where the text of `item`
/// can begin, indented by `least` to `most`; false if it has none of its own.
static bool findBeginning(Cursor *cursor, Item *item, size_t from, size_t least,
                          size_t most) {
  Cursor found = *cursor;
  for (; found.at < item->end; nextLine(&found)) {
    size_t indent = indentAt(&found);
    if (found.at < from || indent < least || indent > most ||
        !canBegin(&found, indent))
      continue;
    *cursor = found;
    item->line = found.line;
    item->column = (unsigned)indent;
    return true;
  }
  return false;
}

/// Goes through the operations in text order: each begins on the first line
/// that fits, behind the head of its parent or the end of its sibling. Siblings
/// stand at one indentation, deeper than their parent; by how much, its printer
/// decides.
static void findBeginnings(Positions *positions,
                           const TracemarkStringBuffer *text) {
  Item *items = positions->items.items;
  Cursor cursor = {.data = text->data, .length = text->length, .line = 1};
  items[0].line = 1;
  size_t from = 1, least = 1, most = SIZE_MAX;
  for (size_t i = items[0].child; i != 0;) {
    bool found = findBeginning(&cursor, &items[i], from, least, most);
    if (found && items[i].child) {
      from = cursor.at + 1;
      least = items[i].column + 1;
      most = SIZE_MAX;
      i = items[i].child;
      continue;
    }
    if (found)
      least = most = items[i].column;
    while (i != 0 && items[i].next == 0) {
      i = items[i].parent;
      least = most = items[i].column;
    }
    from = items[i].end;
    i = items[i].next;
  }
}

static MlirLogicalResult swallow(MlirDiagnostic diagnostic, void *userData) {
  return pthread_equal(*(pthread_t *)userData, pthread_self())
             ? mlirLogicalResultSuccess()
             : mlirLogicalResultFailure();
}

bool tracemarkBridgeVerifies(MlirOperation operation) {
  pthread_t self = pthread_self();
  MlirContext context = mlirOperationGetContext(operation);
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, swallow, &self, NULL);
  bool verifies = mlirOperationVerify(operation);
  mlirContextDetachDiagnosticHandler(context, handler);
  return verifies;
}

/// Tells whether one of the operations is in custom form: its text does not
/// begin with a quote, behind its results.
static bool hasCustomForm(const Positions *positions,
                          const TracemarkStringBuffer *text) {
  Cursor cursor = {.data = text->data, .length = text->length, .line = 1};
  for (size_t i = 0; i < positions->items.count; ++i) {
    const Item *item = &positions->items.items[i];
    if (item->end == 0)
      continue;
    while (cursor.line < item->line && nextLine(&cursor))
      ;
    const char *begin = text->data + cursor.at + item->column;
    if (*begin == '%') {
      const char *name =
          memmem(begin, text->length - (size_t)(begin - text->data), " = ", 3);
      if (name)
        begin = name + 3;
    }
    if (*begin != '"')
      return true;
  }
  return false;
}

static void printMarked(MlirOperation operation, int64_t elideLargerThan,
                        TracemarkPrintForm form, TracemarkStringBuffer *text) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (form != TRACEMARK_PRINT_CHECKED)
    mlirOpPrintingFlagsAssumeVerified(flags);
  if (form == TRACEMARK_PRINT_GENERIC)
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOpPrintingFlagsElideLargeElementsAttrs(flags, (intptr_t)elideLargerThan);
  mlirOpPrintingFlagsElideLargeResourceString(flags, 0);
  mlirOpPrintingFlagsEnableDebugInfo(flags, /*enable=*/true,
                                     /*prettyForm=*/false);
  mlirOpPrintingFlagsUseLocalScope(flags);
  mlirOperationPrintWithFlags(operation, flags, tracemarkStringAppendCallback,
                              text);
  mlirOpPrintingFlagsDestroy(flags);
}

bool tracemarkBridgePrint(MlirOperation operation, int64_t elideLargerThan,
                          TracemarkPrintForm form, MlirStringCallback callback,
                          void *userData, TracemarkPositions *positions) {
  positions->ptr = NULL;
  Positions *made = calloc(1, sizeof(*made));
  TracemarkStringBuffer text = {0};
  bool custom = form == TRACEMARK_PRINT_CUSTOM;
  if (!made)
    return false;
  made->context = mlirOperationGetContext(operation);
  mlirOperationWalk(operation, note, made, MlirWalkPreOrder);
  if (!made->failed) {
    mark(made);
    printMarked(operation, elideLargerThan, form, &text);
    unmark(made);
  }
  if (!made->failed && !text.failed && text.length) {
    takeOut(made, &text);
    linkPrinted(made);
    findBeginnings(made, &text);
    if (form == TRACEMARK_PRINT_CHECKED)
      custom = hasCustomForm(made, &text) || tracemarkBridgeVerifies(operation);
    callback(mlirStringRefCreate(text.data, text.length), userData);
  }
  tracemarkStringBufferDestroy(&text);
  positions->ptr = made;
  return custom;
}

bool tracemarkBridgePositionsFind(TracemarkPositions positions,
                                  MlirOperation operation, unsigned *line,
                                  unsigned *column) {
  const Positions *made = positions.ptr;
  const TracemarkPointerMapEntry *entry =
      made ? tracemarkPointerMapFind(&made->indices, operation.ptr) : NULL;
  if (!entry)
    return false;
  const Item *item = &made->items.items[tracemarkPointerMapNumber(entry)];
  if (item->line == 0)
    return false;
  *line = item->line;
  *column = item->column;
  return true;
}

void tracemarkBridgePrintType(TracemarkPositions positions, MlirType type,
                              MlirStringCallback callback, void *userData) {
  mlirTypePrint(type, callback, userData);
}

void tracemarkBridgePositionsDestroy(TracemarkPositions positions) {
  Positions *made = positions.ptr;
  if (made)
    tracemarkArenaDestroy(&made->arena);
  free(made);
}
