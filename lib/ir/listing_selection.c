//===- listing_selection.c - entry points by name -------------------------===//

#include "lib/ir/listing_selection.h"

#include "lib/base/lists.h"
#include "lib/ir/listing_path.h"
#include "lib/ir/strings.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "lib/base/banned.h"

bool tracemarkListingSelectionAdd(TracemarkListingSelection *selection,
                                  MlirStringRef globs) {
  TracemarkList list = {.data = globs.data, .length = globs.length};
  const char *item;
  size_t length;
  while (tracemarkListNext(&list, &item, &length)) {
    TracemarkListingGlob *grown = realloc(
        selection->globs, (selection->count + 1) * sizeof(*selection->globs));
    if (!grown)
      return false;
    selection->globs = grown;
    TracemarkListingGlob *glob = &grown[selection->count];
    glob->text = tracemarkTextCopy(item, length);
    atomic_init(&glob->matched, false);
    if (!glob->text)
      return false;
    ++selection->count;
  }
  return true;
}

/// Joins the path into `joined` and gives where its last name begins.
static bool joinPath(MlirOperation operation, TracemarkStringBuffer *joined,
                     size_t *last) {
  TracemarkArena arena = {0};
  TracemarkSymbolPath path = {0};
  bool collected = tracemarkSymbolPathCollect(&arena, operation, &path);
  for (size_t i = 0; collected && i < path.names.count; ++i) {
    tracemarkStringBufferAppendText(joined, i ? "." : "");
    *last = joined->length;
    tracemarkStringBufferAppend(joined, path.names.items[i].data,
                                path.names.items[i].length);
  }
  tracemarkArenaDestroy(&arena);
  return collected && !joined->failed;
}

bool tracemarkListingSelectionHas(TracemarkListingSelection *selection,
                                  MlirOperation operation, bool *selected) {
  *selected = selection->count == 0;
  if (*selected || !tracemarkOperationSymbol(operation).data)
    return true;
  TracemarkStringBuffer joined = {0};
  size_t last = 0;
  bool known = joinPath(operation, &joined, &last);
  const char *path = tracemarkStringBufferText(&joined);
  for (size_t i = 0; known && i < selection->count; ++i) {
    TracemarkListingGlob *glob = &selection->globs[i];
    if (fnmatch(glob->text, path + last, 0) != 0 &&
        fnmatch(glob->text, path, 0) != 0)
      continue;
    atomic_store(&glob->matched, true);
    *selected = true;
  }
  tracemarkStringBufferDestroy(&joined);
  return known;
}

void tracemarkListingSelectionAppendUnmatched(
    TracemarkListingSelection *selection, TracemarkStringBuffer *text) {
  size_t start = text->length;
  for (size_t i = 0; i < selection->count; ++i)
    if (!atomic_load(&selection->globs[i].matched))
      tracemarkStringBufferAppendFormat(text, "%s'%s'",
                                        text->length > start ? ", " : "",
                                        selection->globs[i].text);
}

void tracemarkListingSelectionDestroy(TracemarkListingSelection *selection) {
  for (size_t i = 0; i < selection->count; ++i)
    free(selection->globs[i].text);
  free(selection->globs);
  *selection = (TracemarkListingSelection){0};
}
