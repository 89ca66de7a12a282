//===- listing_path.c - symbol path and file of a listing -----------------===//

#include "lib/ir/listing_path.h"

#include "lib/base/file_names.h"
#include "lib/base/files.h"
#include "lib/base/hash.h"
#include "lib/ir/in_flight.h"
#include "lib/ir/strings.h"

#include <errno.h>
#include <inttypes.h>

#include "lib/base/banned.h"

bool tracemarkSymbolPathCollect(TracemarkArena *arena, MlirOperation unit,
                                TracemarkSymbolPath *path) {
  for (MlirOperation at = unit; !mlirOperationIsNull(at);
       at = mlirOperationGetParentOperation(at)) {
    MlirStringRef symbol = tracemarkOperationSymbol(at);
    if (symbol.data && !TRACEMARK_ARENA_PUSH(arena, &path->names, symbol))
      return false;
  }
  MlirStringRef *names = path->names.items;
  for (size_t i = 0, j = path->names.count; i + 1 < j; ++i) {
    --j;
    MlirStringRef swapped = names[i];
    names[i] = names[j];
    names[j] = swapped;
  }
  return true;
}

void tracemarkListingAppendStem(TracemarkStringBuffer *stem,
                                MlirStringRef stage, MlirOperation unit,
                                const TracemarkSymbolPath *path) {
  TracemarkStringBuffer name = {0};
  tracemarkFileNameAppendPart(&name, stage.data, stage.length);
  // What stands beside the folders of the stages.
  tracemarkFileNameAvoid(&name, TRACEMARK_IN_FLIGHT_FOLDER);
  tracemarkFileNameAvoid(&name, "manifest.jsonl");
  tracemarkFileNameCut(&name);
  tracemarkStringBufferAppend(stem, tracemarkStringBufferText(&name),
                              name.length);
  tracemarkStringBufferAppendText(stem, "/");
  tracemarkStringBufferTruncate(&name, 0);
  for (size_t i = 0; i < path->names.count; ++i) {
    tracemarkStringBufferAppendText(&name, i ? "." : "");
    tracemarkFileNameAppendPart(&name, path->names.items[i].data,
                                path->names.items[i].length);
  }
  if (!tracemarkOperationSymbol(unit).data) {
    MlirStringRef part = tracemarkOperationIs(unit, "builtin.module")
                             ? tracemarkStringFrom("module")
                             : tracemarkOperationName(unit);
    tracemarkStringBufferAppendText(&name, path->names.count ? "." : "");
    tracemarkFileNameAppendPart(&name, part.data, part.length);
  }
  tracemarkFileNameCut(&name);
  tracemarkStringBufferAppend(stem, tracemarkStringBufferText(&name),
                              name.length);
  stem->failed |= name.failed;
  tracemarkStringBufferDestroy(&name);
}

void tracemarkListingAppendFolder(TracemarkStringBuffer *text,
                                  MlirStringRef folder) {
  size_t length = folder.length;
  while (length > 1 && folder.data[length - 1] == '/')
    --length;
  if (length == 0)
    tracemarkStringBufferAppendText(text, ".");
  else
    tracemarkStringBufferAppend(text, folder.data, length);
}

/// Creates the file and, where it is missing, its folder.
static TracemarkStatus create(const char *path, MlirStringRef text, bool sync) {
  if (tracemarkFilesHasContent(path, text.data, text.length))
    return tracemarkStatusOk();
  TracemarkStatus status =
      tracemarkFilesCreateExclusive(path, text.data, text.length, sync);
  if (status.code == ENOENT) {
    size_t length = (size_t)(strrchr(path, '/') - path);
    TracemarkStringBuffer folder = {0};
    tracemarkStringBufferAppend(&folder, path, length);
    status = folder.failed ? tracemarkStatusFromErrno(ENOMEM)
                           : tracemarkFilesMakeFolder(folder.data, sync);
    tracemarkStringBufferDestroy(&folder);
    if (tracemarkStatusIsOk(status))
      status =
          tracemarkFilesCreateExclusive(path, text.data, text.length, sync);
  }
  // Another writer may have been first with the same text.
  if (status.code == EEXIST &&
      tracemarkFilesHasContent(path, text.data, text.length))
    return tracemarkStatusOk();
  return status;
}

static TracemarkStatus createFile(const TracemarkListingFile *file, bool sync,
                                  TracemarkStringBuffer *path) {
  size_t folderLength = path->length;
  TracemarkStatus status = tracemarkStatusOk();
  for (int digits = 0; digits <= 16; digits += 8) {
    tracemarkStringBufferTruncate(path, folderLength);
    tracemarkStringBufferAppendText(path, file->stem);
    if (digits)
      tracemarkStringBufferAppendFormat(
          path, ".%0*" PRIx64, digits,
          digits == 8 ? file->hash & UINT64_C(0xFFFFFFFF) : file->hash);
    tracemarkStringBufferAppendText(path, ".mlir");
    if (path->failed)
      return tracemarkStatusFromErrno(ENOMEM);
    status = create(path->data, file->text, sync);
    if (status.code != EEXIST)
      break;
  }
  return status;
}

TracemarkStatus
tracemarkListingPlaceFile(const TracemarkListingOptions *options,
                          const TracemarkListingFile *file,
                          TracemarkStringBuffer *path) {
  const char *symbol = strchr(file->stem, '/') + 1;
  TracemarkListingKey key = {
      .symbol = tracemarkHashBytes(symbol, strlen(symbol)), .text = file->hash};
  tracemarkStringBufferAppendText(path, "/");
  size_t length = path->length;
  if (tracemarkListingRunFind(options->run, key, path) &&
      tracemarkFilesHasContent(path->data, file->text.data, file->text.length))
    return tracemarkStatusOk();
  tracemarkStringBufferTruncate(path, length);
  TracemarkStatus status = createFile(file, options->settings->sync, path);
  if (tracemarkStatusIsOk(status))
    tracemarkListingRunAdd(options->run, key, path->data + length);
  return status;
}
