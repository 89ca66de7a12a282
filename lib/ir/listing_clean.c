//===- listing_clean.c - removal of earlier listings ----------------------===//

#include "lib/ir/listing_clean.h"

#include "lib/base/json.h"
#include "lib/ir/in_flight.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "lib/base/banned.h"

static TracemarkStatus lastError(void) {
  return tracemarkStatusFromErrno(errno == ENOENT ? 0 : errno);
}

/// A component of a path that leads neither up nor elsewhere.
static bool isPlainName(const char *name, size_t length) {
  return length > 0 && !memchr(name, '/', length) && name[0] != '.';
}

static bool isListingName(const char *name) {
  size_t length = strlen(name);
  return isPlainName(name, length) && length > 5 &&
         strcmp(name + length - 5, ".mlir") == 0;
}

/// Removes `<stage>/<file>` below the open folder, and the stage's folder with
/// its last file.
static TracemarkStatus removeFile(int folder, const char *path) {
  const char *slash = strchr(path, '/');
  if (!slash || !isPlainName(path, (size_t)(slash - path)) ||
      !isListingName(slash + 1))
    return tracemarkStatusOk(); // no file of ours
  char *stage = tracemarkTextCopy(path, (size_t)(slash - path));
  if (!stage)
    return tracemarkStatusFromErrno(ENOMEM);
  TracemarkStatus status = tracemarkStatusOk();
  int inner =
      openat(folder, stage, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner >= 0) {
    if (unlinkat(inner, slash + 1, 0) != 0)
      status = lastError();
    close(inner);
    unlinkat(folder, stage, AT_REMOVEDIR);
  } else if (errno != ENOTDIR && errno != ELOOP) {
    status = lastError();
  }
  free(stage);
  return status;
}

static TracemarkStatus removeListings(int folder) {
  int file =
      openat(folder, "manifest.jsonl", O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return lastError();
  FILE *manifest = fdopen(file, "r");
  if (!manifest) {
    close(file);
    return tracemarkStatusFromErrno(ENOMEM);
  }
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  TracemarkStatus status = tracemarkStatusOk();
  while (tracemarkStatusIsOk(status) &&
         (length = getline(&line, &capacity, manifest)) >= 0) {
    json_t *record = json_loadb(line, (size_t)length, 0, NULL);
    const char *path = json_string_value(json_object_get(record, "file"));
    if (path)
      status = removeFile(folder, path);
    json_decref(record);
  }
  if (tracemarkStatusIsOk(status) && ferror(manifest))
    status = tracemarkStatusFromErrno(errno ? errno : EIO);
  free(line);
  fclose(manifest);
  // Last: until then it says what is left to do.
  if (tracemarkStatusIsOk(status) && unlinkat(folder, "manifest.jsonl", 0) != 0)
    status = lastError();
  return status;
}

/// Removes the marks of processes that ended out of order: a living one holds
/// a lock on its file.
static TracemarkStatus removeMarks(int folder) {
  int inner = openat(folder, TRACEMARK_IN_FLIGHT_FOLDER,
                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0)
    return errno == ENOTDIR || errno == ELOOP ? tracemarkStatusOk()
                                              : lastError();
  DIR *names = fdopendir(inner);
  if (!names) {
    close(inner);
    return tracemarkStatusFromErrno(ENOMEM);
  }
  for (struct dirent *entry; (entry = readdir(names));) {
    char head[sizeof(TRACEMARK_IN_FLIGHT_HEAD)] = "";
    int file = openat(inner, entry->d_name,
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
      continue;
    if (pread(file, head, sizeof(head) - 1, 0) == sizeof(head) - 1 &&
        strcmp(head, TRACEMARK_IN_FLIGHT_HEAD) == 0 &&
        flock(file, LOCK_EX | LOCK_NB) == 0)
      unlinkat(inner, entry->d_name, 0);
    close(file);
  }
  closedir(names);
  unlinkat(folder, TRACEMARK_IN_FLIGHT_FOLDER, AT_REMOVEDIR);
  return tracemarkStatusOk();
}

TracemarkStatus tracemarkListingClean(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return tracemarkStatusFromErrno(errno);
  TracemarkStatus status = removeListings(folder);
  if (tracemarkStatusIsOk(status))
    status = removeMarks(folder);
  close(folder);
  return status;
}
