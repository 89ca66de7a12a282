//===- folders.h - a folder for each test -----------------------*- C -*-===//

#ifndef TRACEMARK_TEST_UNIT_FOLDERS_H
#define TRACEMARK_TEST_UNIT_FOLDERS_H

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "testing.h"

/// Setup and teardown: the test runs in an empty folder of its own.
static inline int enterFolder(void **state) {
  char template[] = "/tmp/tracemark-files-XXXXXX";
  char *folder = mkdtemp(template);
  *state = folder ? strdup(folder) : NULL;
  return *state && chdir(folder) == 0 ? 0 : -1;
}

static inline int removeEntry(const char *path, const struct stat *status,
                              int kind, struct FTW *where) {
  return remove(path);
}

static inline int leaveFolder(void **state) {
  int result = chdir("/");
  if (result == 0)
    result = nftw(*state, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
  free(*state);
  return result;
}

/// Entries of a folder, hidden ones too.
static inline int countEntries(const char *folder) {
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));)
    count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
  closedir(directory);
  return count;
}

#endif // TRACEMARK_TEST_UNIT_FOLDERS_H
