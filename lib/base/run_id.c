//===- run_id.c - what tells one process from another ---------------------===//

#include "lib/base/run_id.h"

#include "lib/base/hash.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include "lib/base/banned.h"

/// Field of /proc/self/stat behind the name in parentheses, from 0.
enum { FIELD_START_TIME = 19 };

static size_t readFile(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  ssize_t got = read(file, text, size - 1);
  close(file);
  text[got > 0 ? got : 0] = '\0';
  return got > 0 ? (size_t)got : 0;
}

/// The start time in /proc/self/stat; NULL if it is not there.
static const char *findStartTime(const char *stat) {
  const char *at = strrchr(stat, ')'); // the name may hold spaces and ')'
  for (int i = 0; at && i <= FIELD_START_TIME; ++i)
    if ((at = strchr(at, ' ')))
      ++at;
  return at;
}

void tracemarkRunIdGet(char id[TRACEMARK_RUN_ID_SIZE]) {
  char boot[64], stat[1024], space[64], text[256];
  uint64_t hash;
  const char *start = NULL;
  if (readFile("/proc/self/stat", stat, sizeof(stat)))
    start = findStartTime(stat);
  size_t bootLength =
      readFile("/proc/sys/kernel/random/boot_id", boot, sizeof(boot));
  ssize_t spaceLength = readlink("/proc/self/ns/pid", space, sizeof(space) - 1);
  if (start && bootLength && spaceLength > 0) {
    space[spaceLength] = '\0';
    int length = snprintf(text, sizeof(text), "%s %s %d %" PRIuMAX, boot, space,
                          (int)getpid(), strtoumax(start, NULL, 10));
    hash = tracemarkHashBytes(text, (size_t)length);
  } else if (getrandom(&hash, sizeof(hash), 0) != (ssize_t)sizeof(hash)) {
    hash = 0;
  }
  snprintf(id, TRACEMARK_RUN_ID_SIZE, "%016" PRIx64, hash);
}
