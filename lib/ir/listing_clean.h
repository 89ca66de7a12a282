//===- listing_clean.h - removal of earlier listings ------------*- C -*-===//
//
// Private to the listing run, which sees to it that no other run writes.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_CLEAN_H
#define TRACEMARK_LIB_IR_LISTING_CLEAN_H

#include "lib/base/support.h"

/// Removes every file that a record of `<folder>/manifest.jsonl` names, as
/// `<stage>/<file>` below the folder, then the manifest and the marks of runs
/// that ended, then the folders that are empty. Follows no symbolic link and
/// touches nothing else. A file that is not there is no failure.
TRACEMARK_MUST_USE TracemarkStatus tracemarkListingClean(const char *folder);

#endif // TRACEMARK_LIB_IR_LISTING_CLEAN_H
