//===- run_id.h - what tells one process from another -----------*- C -*-===//
//
// The same in every part of one process, without a place that both would have
// to know; other in every other process, on this machine or another.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_RUN_ID_H
#define TRACEMARK_LIB_BASE_RUN_ID_H

#include "lib/base/support.h"

enum { TRACEMARK_RUN_ID_SIZE = 17 }; // 16 hex digits and a zero byte

/// Writes the id of the calling process: a hash of the machine's boot, the pid
/// with its namespace, and the time the process began. Where /proc does not
/// tell, it is random at each call. Thread safe.
void tracemarkRunIdGet(char id[TRACEMARK_RUN_ID_SIZE]);

#endif // TRACEMARK_LIB_BASE_RUN_ID_H
