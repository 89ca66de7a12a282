//===- files.h - folders, whole files, appended records ---------*- C -*-===//
//
// What listings and manifests need of a file system: folders made with their
// parents, files that are there whole or not at all, records appended with one
// write. Paths are C strings in the host's encoding. Every function is thread
// safe and leaves nothing half-written behind on failure.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_FILES_H
#define TRACEMARK_LIB_BASE_FILES_H

#include "lib/base/string_buffer.h"

/// Makes `path` and its missing parents. Fails with ENOTDIR if something else
/// than a folder is in the way. `sync`: new folders survive a power loss.
TRACEMARK_MUST_USE TracemarkStatus tracemarkFilesMakeFolder(const char *path,
                                                            bool sync);

/// Tells whether files can be created in the folder `path`, by creating one
/// and removing it (access() does not see read-only mounts for root).
TRACEMARK_MUST_USE TracemarkStatus tracemarkFilesProbeFolder(const char *path);

/// Writes a whole file at `path` that must not exist yet: a file without a name
/// in the same folder, which then gets its name; fails with EEXIST if some
/// other writer was first. A process that is killed leaves the whole file or
/// nothing, but a temporary where the file system knows no files without a
/// name. `sync`: the file and its name survive a power loss.
TRACEMARK_MUST_USE TracemarkStatus tracemarkFilesCreateExclusive(
    const char *path, const char *data, size_t length, bool sync);

/// Appends one record (its last byte is a line feed) with one write call on an
/// O_APPEND descriptor, so that records of several processes do not mix. Where
/// a writer that was killed left a part of a record, the new one begins on a
/// line of its own; an empty line may be left between records.
TRACEMARK_MUST_USE TracemarkStatus tracemarkFilesAppendRecord(const char *path,
                                                              const char *data,
                                                              size_t length,
                                                              bool sync);

/// Appends the whole content of the file `path` to `text`. Fails with EISDIR or
/// EINVAL if it is no file that has an end, and with ENOMEM; `text` may hold a
/// part of it then.
TRACEMARK_MUST_USE TracemarkStatus
tracemarkFilesRead(const char *path, TracemarkStringBuffer *text);

/// Tells whether `path` is a file of that many bytes.
bool tracemarkFilesHasSize(const char *path, size_t length);

/// Tells whether `path` is a file of exactly these bytes.
bool tracemarkFilesHasContent(const char *path, const char *data,
                              size_t length);

#endif // TRACEMARK_LIB_BASE_FILES_H
