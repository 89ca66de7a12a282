//===- files.c - folders, whole files, appended records -------------------===//

#include "lib/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/string_buffer.h"

#include "lib/base/banned.h"

static TracemarkStatus lastError(void) {
  return tracemarkStatusFromErrno(errno ? errno : EIO);
}

TracemarkStatus tracemarkFilesMakeFolder(const char *path) {
  size_t length = strlen(path);
  char *prefix = tracemarkTextCopy(path, length);
  if (!prefix)
    return tracemarkStatusFromErrno(ENOMEM);
  TracemarkStatus status = tracemarkStatusOk();
  for (size_t end = 1; end <= length && tracemarkStatusIsOk(status); ++end) {
    if (prefix[end] != '/' && prefix[end] != '\0')
      continue;
    char saved = prefix[end];
    prefix[end] = '\0';
    if (mkdir(prefix, 0777) != 0) {
      int code = errno;
      struct stat info;
      // An existing parent may answer EROFS or EACCES instead of EEXIST.
      if (stat(prefix, &info) != 0)
        status = tracemarkStatusFromErrno(code);
      else if (!S_ISDIR(info.st_mode))
        status = tracemarkStatusFromErrno(ENOTDIR);
    }
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

TracemarkStatus tracemarkFilesCreateExclusive(const char *path,
                                              const char *data, size_t length) {
  TracemarkStringBuffer name = {0};
  int file = openTemporary(path, &name);
  if (file < 0) {
    TracemarkStatus status = lastError();
    tracemarkStringBufferDestroy(&name);
    return status;
  }
  TracemarkStatus status = writeAll(file, data, length);
  // close reports what a full or remote disk noticed late.
  if (close(file) != 0 && tracemarkStatusIsOk(status))
    status = lastError();
  if (tracemarkStatusIsOk(status) && link(name.data, path) != 0)
    status = lastError();
  unlink(name.data);
  tracemarkStringBufferDestroy(&name);
  return status;
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

TracemarkStatus tracemarkFilesAppendRecord(const char *path, const char *data,
                                           size_t length) {
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return lastError();
  ssize_t written;
  do
    written = write(file, data, length);
  while (written < 0 && errno == EINTR);
  TracemarkStatus status = tracemarkStatusOk();
  if (written < 0)
    status = lastError();
  else if ((size_t)written != length)
    status = takeBack(file, written);
  if (close(file) != 0 && tracemarkStatusIsOk(status))
    status = lastError();
  return status;
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
