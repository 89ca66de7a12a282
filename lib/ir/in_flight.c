//===- in_flight.c - which passes are running, for after a crash ----------===//

#include "lib/ir/in_flight.h"

#include "lib/base/files.h"
#include "lib/base/string_buffer.h"
#include "lib/ir/strings.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/banned.h"

/// The file is lines of LINE bytes: one about the process, one for each pass
/// that may run at a time. The first byte of a mark is its state.
enum { LINE = 256, MARKS = 512, WORDS = MARKS / 64, DEPTH = 16 };
/// Files that one process may have in one folder.
enum { FILES = 64 };
enum { RUNNING = '+', DONE = '-' };

#define XFS_MAGIC 0x58465342 // missing in linux/magic.h

struct TracemarkInFlight {
  char *path, *folder; // owned
  int file;            // locked as long as the process lives
  pid_t owner;
  char *lines;   // of the file
  bool isMapped; // else `lines` are memory, written to the file at each change
  _Atomic uint64_t taken[WORDS]; // a bit for each mark
};

/// Tells whether a page of a mapped file with all its blocks can be written
/// whatever happens to the disk. Where data is copied when it is written, or
/// lies on another machine, a full disk would end the process with SIGBUS.
static bool canMap(int file) {
  struct statfs info;
  if (fstatfs(file, &info) != 0)
    return false;
  switch ((uint32_t)info.f_type) {
  case EXT4_SUPER_MAGIC:
  case XFS_MAGIC:
  case TMPFS_MAGIC:
  case OVERLAYFS_SUPER_MAGIC:
    return true;
  default:
    return false;
  }
}

/// A line being filled; what does not fit is left out.
typedef struct Text {
  char *at, *end;
} Text;

static void put(Text *text, const char *data, size_t length) {
  size_t room = (size_t)(text->end - text->at);
  memcpy(text->at, data, length < room ? length : room);
  text->at += length < room ? length : room;
}

static void putText(Text *text, const char *data) {
  put(text, data, strlen(data));
}

/// As `%XX` what would end a field or a line.
static void putEscaped(Text *text, MlirStringRef string) {
  for (size_t i = 0; i < string.length; ++i) {
    unsigned char byte = (unsigned char)string.data[i];
    if (byte > ' ' && byte != '%' && byte != 0x7F) {
      put(text, &string.data[i], 1);
    } else {
      char escaped[] = {'%', "0123456789ABCDEF"[byte >> 4],
                        "0123456789ABCDEF"[byte & 15]};
      put(text, escaped, sizeof(escaped));
    }
  }
}

static void putNumber(Text *text, uint64_t number, unsigned base) {
  char digits[20], *at = digits + sizeof(digits);
  do {
    *--at = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  put(text, at, (size_t)(digits + sizeof(digits) - at));
}

static uint64_t readClock(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void writeThrough(const TracemarkInFlight *marks, const char *from,
                         size_t length) {
  if (!marks->isMapped &&
      pwrite(marks->file, from, length, (off_t)(from - marks->lines)) < 0)
    return; // a full disk: the mark is an old one
}

static bool makeFile(TracemarkInFlight *marks, const char *runId) {
  const size_t size = (size_t)LINE * (MARKS + 1);
  marks->file = open(marks->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (marks->file < 0)
    return false;
  // Blocks are there from now on: a store to a hole may find the disk full.
  if (posix_fallocate(marks->file, 0, (off_t)size) != 0 ||
      flock(marks->file, LOCK_EX | LOCK_NB) != 0)
    return false;
  marks->isMapped = canMap(marks->file);
  marks->lines =
      mmap(NULL, size, PROT_READ | PROT_WRITE,
           marks->isMapped ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS,
           marks->isMapped ? marks->file : -1, 0);
  if (marks->lines == MAP_FAILED)
    return false;
  Text text = {marks->lines, marks->lines + LINE - 1};
  memset(marks->lines, ' ', LINE);
  marks->lines[LINE - 1] = '\n';
  putText(&text, TRACEMARK_IN_FLIGHT_HEAD " run=");
  putText(&text, runId);
  putText(&text, " pid=");
  putNumber(&text, (uint64_t)marks->owner, 10);
  putText(&text, " since=");
  putNumber(&text, readClock(), 10);
  writeThrough(marks, marks->lines, LINE);
  return true;
}

/// Several sessions of a process may list into one folder.
static bool namePath(TracemarkInFlight *marks, const char *runId, int number) {
  TracemarkStringBuffer path = {0};
  tracemarkStringBufferAppendFormat(&path, "%s/%s", marks->folder, runId);
  if (number > 1)
    tracemarkStringBufferAppendFormat(&path, "-%d", number);
  free(marks->path);
  marks->path = path.failed ? NULL : tracemarkTextCopy(path.data, path.length);
  tracemarkStringBufferDestroy(&path);
  return marks->path != NULL;
}

TracemarkInFlight *tracemarkInFlightCreate(const char *folder,
                                           const char *runId) {
  TracemarkInFlight *marks = calloc(1, sizeof(*marks));
  if (!marks)
    return NULL;
  marks->file = -1;
  marks->owner = getpid();
  marks->lines = MAP_FAILED;
  TracemarkStringBuffer path = {0};
  tracemarkStringBufferAppendFormat(&path, "%s/" TRACEMARK_IN_FLIGHT_FOLDER,
                                    folder);
  if (!path.failed)
    marks->folder = tracemarkTextCopy(path.data, path.length);
  bool made = false;
  // Another process may remove the empty folder before our file is in it.
  for (int tries = 0, number = 1; marks->folder && !made && tries < 4;) {
    if (!tracemarkStatusIsOk(tracemarkFilesMakeFolder(marks->folder, false)) ||
        !namePath(marks, runId, number))
      break;
    made = makeFile(marks, runId);
    if (!made && (marks->file >= 0 || (errno != ENOENT && errno != EEXIST)))
      break;
    if (!made && errno == EEXIST && ++number > FILES)
      break;
    tries += !made && errno == ENOENT;
  }
  tracemarkStringBufferDestroy(&path);
  if (made)
    return marks;
  tracemarkInFlightFinish(marks);
  tracemarkInFlightDestroy(marks);
  return NULL;
}

/// Takes a free mark; -1 if there is none. Threads begin to look at different
/// places, so that they seldom meet.
static int take(TracemarkInFlight *marks) {
  size_t first = (size_t)((uintptr_t)pthread_self() >> 12) % WORDS;
  for (size_t i = 0; i < WORDS; ++i) {
    size_t word = (first + i) % WORDS;
    uint64_t bits =
        atomic_load_explicit(&marks->taken[word], memory_order_relaxed);
    while (~bits) {
      int bit = __builtin_ctzll(~bits);
      if (atomic_compare_exchange_weak_explicit(
              &marks->taken[word], &bits, bits | UINT64_C(1) << bit,
              memory_order_acquire, memory_order_relaxed))
        return (int)(word * 64) + bit;
    }
  }
  return -1;
}

static void putSymbol(Text *text, MlirOperation operation) {
  MlirStringRef names[DEPTH];
  int count = 0;
  for (; count < DEPTH && !mlirOperationIsNull(operation);
       operation = mlirOperationGetParentOperation(operation))
    if ((names[count] = tracemarkOperationSymbol(operation)).data)
      ++count;
  while (count > 0) {
    putText(text, "@");
    putEscaped(text, names[--count]);
    putText(text, count ? "::" : "");
  }
}

int tracemarkInFlightBegin(TracemarkInFlight *marks, MlirStringRef pass,
                           MlirOperation operation) {
  int mark = marks && pass.length ? take(marks) : -1;
  if (mark < 0)
    return -1;
  char *line = marks->lines + (size_t)LINE * (size_t)(mark + 1);
  Text text = {line + 1, line + LINE - 1};
  putText(&text, " since=");
  putNumber(&text, readClock(), 10);
  putText(&text, " thread=");
  putNumber(&text, (uint64_t)pthread_self(), 16);
  putText(&text, " pass=");
  putEscaped(&text, pass);
  putText(&text, " op=");
  putEscaped(&text, tracemarkOperationName(operation));
  putText(&text, " symbol=");
  putSymbol(&text, operation);
  memset(text.at, ' ', (size_t)(text.end - text.at));
  line[LINE - 1] = '\n';
  // Last, so that a reader never takes the rest of an older mark for this one.
  __atomic_store_n(line, (char)RUNNING, __ATOMIC_RELEASE);
  writeThrough(marks, line, LINE);
  return mark;
}

void tracemarkInFlightEnd(TracemarkInFlight *marks, int mark) {
  if (mark < 0)
    return;
  char *line = marks->lines + (size_t)LINE * (size_t)(mark + 1);
  __atomic_store_n(line, (char)DONE, __ATOMIC_RELEASE);
  writeThrough(marks, line, 1);
  atomic_fetch_and_explicit(&marks->taken[mark / 64],
                            ~(UINT64_C(1) << (mark % 64)),
                            memory_order_release);
}

void tracemarkInFlightFinish(TracemarkInFlight *marks) {
  if (marks->file < 0 || marks->owner != getpid())
    return;
  unlink(marks->path);
  rmdir(marks->folder); // stays if other processes have theirs in it
}

void tracemarkInFlightDestroy(TracemarkInFlight *marks) {
  if (marks->lines != MAP_FAILED)
    munmap(marks->lines, (size_t)LINE * (MARKS + 1));
  if (marks->file >= 0)
    close(marks->file);
  free(marks->path);
  free(marks->folder);
  free(marks);
}
