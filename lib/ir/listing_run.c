//===- listing_run.c - what the listings of one process share -------------===//

#include "lib/ir/listing_run.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/listing.h"
#include "lib/ir/listing_clean.h"
#include "lib/ir/listing_path.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>
#include <uthash.h>

#include "lib/base/banned.h"

typedef struct Written {
  TracemarkListingKey key;
  UT_hash_handle hh;
  char file[];
} Written;

struct TracemarkListingRun {
  char id[TRACEMARK_RUN_ID_SIZE];
  pthread_mutex_t lock; // of `written`; not held while anything is written
  Written *written;
  TracemarkInFlight *marks; // NULL: none could be made
  int folder;               // open and locked against cleaning; -1: could not
};

bool tracemarkListingRunFind(TracemarkListingRun *run, TracemarkListingKey key,
                             TracemarkStringBuffer *file) {
  if (!run)
    return false;
  Written *found;
  pthread_mutex_lock(&run->lock);
  HASH_FIND(hh, run->written, &key, sizeof(key), found);
  pthread_mutex_unlock(&run->lock);
  // Nothing is ever taken out of the table, nor changed in it.
  if (found)
    tracemarkStringBufferAppendText(file, found->file);
  return found && !file->failed;
}

void tracemarkListingRunAdd(TracemarkListingRun *run, TracemarkListingKey key,
                            const char *file) {
  if (!run)
    return;
  size_t length = strlen(file);
  Written *written = calloc(1, sizeof(*written) + length + 1);
  if (!written)
    return;
  written->key = key;
  memcpy(written->file, file, length);
  pthread_mutex_lock(&run->lock);
  HASH_ADD(hh, run->written, key, sizeof(key), written);
  pthread_mutex_unlock(&run->lock);
  if (!written->hh.tbl)
    free(written); // no memory for the table
}

void tracemarkListingRunId(const TracemarkListingRun *run,
                           char id[TRACEMARK_RUN_ID_SIZE]) {
  if (run)
    memcpy(id, run->id, TRACEMARK_RUN_ID_SIZE);
  else
    tracemarkRunIdGet(id);
}

TracemarkInFlight *tracemarkListingRunMarks(const TracemarkListingRun *run) {
  return run ? run->marks : NULL;
}

void tracemarkListingRunFinish(TracemarkListingRun *run) {
  if (run && run->marks)
    tracemarkInFlightFinish(run->marks);
}

void tracemarkListingRunDestroy(TracemarkListingRun *run) {
  if (!run)
    return;
  Written *written, *next;
  HASH_ITER(hh, run->written, written, next) {
    HASH_DEL(run->written, written);
    free(written);
  }
  if (run->marks) {
    tracemarkInFlightFinish(run->marks);
    tracemarkInFlightDestroy(run->marks);
  }
  if (run->folder >= 0)
    close(run->folder);
  pthread_mutex_destroy(&run->lock);
  free(run);
}

/// Removes what earlier runs left, unless one of them still writes. Then, or
/// if nothing was asked for, keeps others from doing so.
static MlirLogicalResult hold(TracemarkListingRun *run, const char *path,
                              const TracemarkListingSettings *settings,
                              MlirLocation location) {
  MlirLogicalResult result = mlirLogicalResultSuccess();
  TracemarkStatus status = {0};
  run->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (settings->clean) {
    if (run->folder < 0 || flock(run->folder, LOCK_EX | LOCK_NB) != 0)
      status = tracemarkStatusFromErrno(errno);
    else
      status = tracemarkListingClean(path);
    if (status.code == EWOULDBLOCK)
      tracemarkEmitWarning(location,
                           "the earlier listings in folder '%s' stay: another "
                           "process writes listings there",
                           path);
    else if (!tracemarkStatusIsOk(status))
      result = tracemarkListingEmitFailure(
          location, settings, "clean folder of listings", path, status);
  }
  // Waits for one that cleans. Some remote file systems cannot do this: no run
  // can clean there either.
  while (run->folder >= 0 && flock(run->folder, LOCK_SH) != 0 && errno == EINTR)
    continue;
  return result;
}

TracemarkListingRun *
tracemarkListingRunOpen(const TracemarkListingSettings *settings,
                        MlirLocation location) {
  if (mlirLogicalResultIsFailure(
          tracemarkListingPrepareFolder(settings, location)))
    return NULL;
  TracemarkStringBuffer path = {0};
  tracemarkListingAppendFolder(&path, settings->to);
  TracemarkListingRun *run = calloc(1, sizeof(*run));
  if (run)
    run->folder = -1;
  bool ready = run && !path.failed && pthread_mutex_init(&run->lock, NULL) == 0;
  if (!ready) {
    free(run);
    run = NULL;
    (void)tracemarkListingEmitFailure(
        location, settings, "write listings to folder",
        tracemarkStringBufferText(&path), tracemarkStatusFromErrno(ENOMEM));
  } else if (mlirLogicalResultIsFailure(
                 hold(run, path.data, settings, location))) {
    tracemarkListingRunDestroy(run);
    run = NULL;
  } else {
    tracemarkRunIdGet(run->id);
    run->marks = tracemarkInFlightCreate(path.data, run->id);
  }
  tracemarkStringBufferDestroy(&path);
  return run;
}
