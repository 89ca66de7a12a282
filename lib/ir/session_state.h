//===- session_state.h - what a session knows -------------------*- C -*-===//
//
// Private to session.c (life cycle), session_attach.c (the same for hosts that
// have options as text), session_events.c (passes that run) and
// session_report.c (what is said at the end).
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_SESSION_STATE_H
#define TRACEMARK_LIB_IR_SESSION_STATE_H

#include "lib/ir/listing.h"
#include "lib/ir/occurrences.h"
#include "lib/ir/session.h"
#include "lib/ir/stage_requests.h"
#include "tracemark/bridge/actions.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct TracemarkSeenPass {
  struct TracemarkSeenPass *next;
  char argument[];
} TracemarkSeenPass;

/// One context that the session follows, in the session's list of them.
typedef struct TracemarkAttachment {
  TracemarkSession *session;
  MlirContext context;
  TracemarkOccurrences *occurrences;
  TracemarkListedParts *parts;            // NULL when out of memory
  _Atomic(TracemarkPassExecution *) step; // the outermost one that runs
  /// With `changed`, between two steps: the operation of the last one, and the
  /// hash of its structure. NULL: not known.
  const void *hashed;
  uint64_t hash;
  struct TracemarkAttachment *next, **link;
} TracemarkAttachment;

struct TracemarkSession {
  TracemarkStageRequests requests;
  const char *const *ownPasses;
  TracemarkListingSettings settings;
  TracemarkStringBuffer texts[TRACEMARK_LISTING_SETTING_COUNT]; // of settings
  TracemarkListingSelection only; // of entry points; set when checked
  TracemarkStringBuffer problem;  // with the first bad value
  bool outOfMemory;               // while settings were taken
  bool settingsChecked;           // and found good
  pthread_mutex_t lock;
  // Under the lock, with which requests were reached:
  bool checked, refused;
  TracemarkListingRun *run; // set before the first execution goes on
  TracemarkSeenPass *seen, **seenEnd;
  TracemarkAttachment *attached; // contexts that have not let go
  bool hasFollowed;              // a context, ever
  atomic_bool writeFailed;       // said already; nothing more is written
  atomic_bool runFailed;         // an execution failed for it
  atomic_bool shownReached; // the stage that debug info is to show was listed
  atomic_bool repointed;    // locations point at a listing
  atomic_bool listed;       // a stage was reached
};

/// Checks the settings by themselves and together, once. Emits at `location`
/// what is wrong.
TRACEMARK_MUST_USE MlirLogicalResult
tracemarkSessionCheck(TracemarkSession *session, MlirLocation location);

/// Adds the passes that ran to those that Report names. Under the lock.
void tracemarkSessionNoteSeen(TracemarkSession *session,
                              TracemarkOccurrences *occurrences);

/// The handler's callbacks; `userData` is the attachment.
void tracemarkSessionBeforePass(TracemarkPassExecution *execution,
                                void *userData);
void tracemarkSessionAfterPass(TracemarkPassExecution *execution,
                               void *userData);

#endif // TRACEMARK_LIB_IR_SESSION_STATE_H
