//===- files.c - folders, whole files, appended records -------------------===//

#include "lib/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/banned.h"

static TracemarkStatus lastError(void) {
  return tracemarkStatusFromErrno(errno ? errno : EIO);
}

/// The folder that `path` is in; the caller frees it.
static char *copyParent(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash)
    return tracemarkTextCopy(".", 1);
  return tracemarkTextCopy(path, slash == path ? 1 : (size_t)(slash - path));
}

/// Makes names created in the folder that `path` is in survive a power loss.
static TracemarkStatus syncParent(const char *path) {
  char *folder = copyParent(path);
  if (!folder)
    return tracemarkStatusFromErrno(ENOMEM);
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  TracemarkStatus status =
      file < 0 || fsync(file) != 0 ? lastError() : tracemarkStatusOk();
  if (file >= 0)
    close(file);
  free(folder);
  return status;
}

static TracemarkStatus makeOneFolder(const char *path, bool sync) {
  if (mkdir(path, 0777) == 0)
    return sync ? syncParent(path) : tracemarkStatusOk();
  int code = errno;
  struct stat info;
  // An existing parent may answer EROFS or EACCES instead of EEXIST; of a link
  // that leads nowhere only stat tells why.
  if (stat(path, &info) != 0)
    return code == EEXIST ? lastError() : tracemarkStatusFromErrno(code);
  return tracemarkStatusFromErrno(S_ISDIR(info.st_mode) ? 0 : ENOTDIR);
}

TracemarkStatus tracemarkFilesMakeFolder(const char *path, bool sync) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/')
    --length;
  char *prefix = tracemarkTextCopy(path, length);
  if (!prefix)
    return tracemarkStatusFromErrno(ENOMEM);
  TracemarkStatus status = tracemarkStatusOk();
  for (size_t end = 1; end <= length && tracemarkStatusIsOk(status); ++end) {
    if (prefix[end] != '/' && prefix[end] != '\0')
      continue;
    char saved = prefix[end];
    prefix[end] = '\0';
    status = makeOneFolder(prefix, sync);
    prefix[end] = saved;
  }
  free(prefix);
  return status;
}

static TracemarkStatus writeAll(int file, const char *data, size_t length) {
  while (length) {
    ssize_t written = write(file, data, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return lastError();
    data += written;
    length -= (size_t)written;
  }
  return tracemarkStatusOk();
}

/// Creates a file with a name that no one else uses beside `path`, in `name`
/// (the caller destroys it). Random, not counted: other processes write into
/// the same folder.
static int openTemporary(const char *path, TracemarkStringBuffer *name) {
  uint64_t random;
  do {
    if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
      return -1;
    tracemarkStringBufferTruncate(name, 0);
    tracemarkStringBufferAppendFormat(name, "%s.tmp-%016" PRIx64, path, random);
    if (name->failed) {
      errno = ENOMEM;
      return -1;
    }
    int file = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0)
      return file;
  } while (errno == EEXIST);
  return -1;
}

TracemarkStatus tracemarkFilesProbeFolder(const char *path) {
  TracemarkStringBuffer probe = {0}, name = {0};
  tracemarkStringBufferAppendFormat(&probe, "%s/.tracemark", path);
  TracemarkStatus status = tracemarkStatusOk();
  int file = probe.failed ? -1 : openTemporary(probe.data, &name);
  if (file < 0) {
    status = lastError();
  } else {
    close(file);
    unlink(name.data);
  }
  tracemarkStringBufferDestroy(&probe);
  tracemarkStringBufferDestroy(&name);
  return status;
}

static TracemarkStatus fill(int file, const char *data, size_t length,
                            bool sync) {
  TracemarkStatus status = writeAll(file, data, length);
  if (tracemarkStatusIsOk(status) && sync && fsync(file) != 0)
    status = lastError();
  return status;
}

/// close reports what a full or remote disk noticed late.
static TracemarkStatus closeFile(int file, TracemarkStatus status) {
  if (close(file) != 0 && tracemarkStatusIsOk(status))
    return lastError();
  return status;
}

/// Opens a file without a name in the folder of `path`, or fails; ENOSYS where
/// there are no such files.
static int openNameless(const char *path) {
  char *folder = copyParent(path);
  if (!folder)
    return -1;
  int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
    errno = ENOSYS;
  free(folder);
  return file;
}

/// Gives a nameless file its name. The name below /proc is the way that needs
/// no privilege.
static TracemarkStatus nameFile(int file, const char *path) {
  char link[32];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
  if (linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) != 0)
    return lastError();
  return tracemarkStatusOk();
}

/// The way for file systems without nameless files, and without /proc.
static TracemarkStatus createFromTemporary(const char *path, const char *data,
                                           size_t length, bool sync) {
  TracemarkStringBuffer name = {0};
  int file = openTemporary(path, &name);
  if (file < 0) {
    TracemarkStatus status = lastError();
    tracemarkStringBufferDestroy(&name);
    return status;
  }
  TracemarkStatus status = closeFile(file, fill(file, data, length, sync));
  if (tracemarkStatusIsOk(status)) {
    // FAT has the first only, others have the second only.
    int result =
        renameat2(AT_FDCWD, name.data, AT_FDCWD, path, RENAME_NOREPLACE);
    if (result != 0 && (errno == EINVAL || errno == ENOSYS))
      result = link(name.data, path);
    if (result != 0)
      status = lastError();
  }
  unlink(name.data);
  tracemarkStringBufferDestroy(&name);
  return status;
}

TracemarkStatus tracemarkFilesCreateExclusive(const char *path,
                                              const char *data, size_t length,
                                              bool sync) {
  int file = openNameless(path);
  TracemarkStatus status = file < 0 ? lastError() : tracemarkStatusOk();
  bool isNamed = true;
  if (file >= 0) {
    status = fill(file, data, length, sync);
    if (tracemarkStatusIsOk(status)) {
      status = nameFile(file, path);
      isNamed = tracemarkStatusIsOk(status) || status.code == EEXIST;
    }
    status = closeFile(file, status);
  }
  if (status.code == ENOSYS || !isNamed)
    status = createFromTemporary(path, data, length, sync);
  return tracemarkStatusIsOk(status) && sync ? syncParent(path) : status;
}

/// Takes back the part of a record that a full disk let through, unless
/// another writer has appended behind it.
static TracemarkStatus takeBack(int file, off_t written) {
  struct stat info;
  off_t end = lseek(file, 0, SEEK_CUR);
  if (end >= written && fstat(file, &info) == 0 && info.st_size == end &&
      ftruncate(file, end - written) != 0)
    return lastError();
  return tracemarkStatusFromErrno(ENOSPC);
}

/// Tells whether a file ends within a line.
static bool endsWithinLine(int file) {
  struct stat info;
  char last;
  return fstat(file, &info) == 0 && info.st_size > 0 &&
         pread(file, &last, 1, info.st_size - 1) == 1 && last != '\n';
}

/// Tells whether a writer was killed within its record. One that lives shows a
/// part of it for a moment, where the record goes on to the next page: it is
/// given a millisecond, after which an empty line would be all the harm.
static bool endsTorn(int file) {
  const struct timespec pause = {.tv_nsec = 50000};
  for (int tries = 0; endsWithinLine(file); ++tries) {
    if (tries == 20)
      return true;
    nanosleep(&pause, NULL);
  }
  return false;
}

TracemarkStatus tracemarkFilesAppendRecord(const char *path, const char *data,
                                           size_t length, bool sync) {
  int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return lastError();
  char lineFeed = '\n';
  struct iovec parts[] = {{.iov_base = &lineFeed, .iov_len = 1},
                          {.iov_base = (char *)data, .iov_len = length}};
  int first = endsTorn(file) ? 0 : 1;
  size_t wanted = length + (first == 0);
  ssize_t written;
  do
    written = writev(file, parts + first, 2 - first);
  while (written < 0 && errno == EINTR);
  TracemarkStatus status = tracemarkStatusOk();
  if (written < 0)
    status = lastError();
  else if ((size_t)written != wanted)
    status = takeBack(file, written);
  if (tracemarkStatusIsOk(status) && sync && fsync(file) != 0)
    status = lastError();
  status = closeFile(file, status);
  return tracemarkStatusIsOk(status) && sync ? syncParent(path) : status;
}

TracemarkStatus tracemarkFilesRead(const char *path,
                                   TracemarkStringBuffer *text) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return lastError();
  TracemarkStatus status = tracemarkStatusOk();
  struct stat info;
  if (fstat(file, &info) != 0)
    status = lastError();
  else if (!S_ISREG(info.st_mode))
    status = tracemarkStatusFromErrno(S_ISDIR(info.st_mode) ? EISDIR : EINVAL);
  char chunk[1 << 14];
  for (ssize_t got = 1; got != 0 && tracemarkStatusIsOk(status);) {
    got = read(file, chunk, sizeof(chunk));
    if (got > 0)
      tracemarkStringBufferAppend(text, chunk, (size_t)got);
    else if (got < 0 && errno != EINTR)
      status = lastError();
    if (text->failed)
      status = tracemarkStatusFromErrno(ENOMEM);
  }
  close(file);
  return status;
}

bool tracemarkFilesHasSize(const char *path, size_t length) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         (uint64_t)info.st_size == length;
}

bool tracemarkFilesHasContent(const char *path, const char *data,
                              size_t length) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  struct stat info;
  bool same = fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
              (uint64_t)info.st_size == length;
  char chunk[1 << 14];
  size_t offset = 0;
  while (same && offset < length) {
    ssize_t got = read(file, chunk, sizeof(chunk));
    if (got < 0 && errno == EINTR)
      continue;
    same = got > 0 && (size_t)got <= length - offset &&
           memcmp(chunk, data + offset, (size_t)got) == 0;
    offset += got > 0 ? (size_t)got : 0;
  }
  close(file);
  return same;
}
