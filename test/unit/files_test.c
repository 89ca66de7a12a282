//===- files_test.c - folders, whole files, appended records --------------===//

#include "lib/base/files.h"

#include "lib/base/string_buffer.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "testing.h"

static int enterFolder(void **state) {
  char template[] = "/tmp/tracemark-files-XXXXXX";
  char *folder = mkdtemp(template);
  *state = folder ? strdup(folder) : NULL;
  return *state && chdir(folder) == 0 ? 0 : -1;
}

static int removeEntry(const char *path, const struct stat *status, int kind,
                       struct FTW *where) {
  return remove(path);
}

static int leaveFolder(void **state) {
  int result = chdir("/");
  if (result == 0)
    result = nftw(*state, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
  free(*state);
  return result;
}

static int countEntries(const char *folder) {
  DIR *directory = opendir(folder);
  assert_non_null(directory);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(directory));)
    count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
  closedir(directory);
  return count;
}

static void foldersAreMadeWithTheirParents(void **state) {
  assert_int_equal(tracemarkFilesMakeFolder("a/b//c/").code, 0);
  assert_int_equal(tracemarkFilesMakeFolder("a/b/c").code, 0);
  assert_int_equal(tracemarkFilesProbeFolder("a/b/c").code, 0);
  assert_int_equal(countEntries("a/b/c"), 0);
}

static void aFileInTheWayIsNotAFolder(void **state) {
  assert_int_equal(tracemarkFilesCreateExclusive("file", "x", 1).code, 0);
  assert_int_equal(tracemarkFilesMakeFolder("file").code, ENOTDIR);
  assert_int_equal(tracemarkFilesMakeFolder("file/below").code, ENOTDIR);
  assert_int_equal(tracemarkFilesProbeFolder("missing").code, ENOENT);
}

static void aSecondWriterOfOnePathIsTold(void **state) {
  assert_int_equal(tracemarkFilesCreateExclusive("one", "first", 5).code, 0);
  assert_int_equal(tracemarkFilesCreateExclusive("one", "other", 5).code,
                   EEXIST);
  assert_true(tracemarkFilesHasContent("one", "first", 5));
  assert_false(tracemarkFilesHasContent("one", "other", 5));
  assert_false(tracemarkFilesHasContent("one", "firs", 4));
  assert_false(tracemarkFilesHasContent("none", "", 0));
}

static void nothingIsLeftWhenTheDiskIsFull(void **state) {
  assert_int_equal(tracemarkFilesAppendRecord("/dev/full", "x", 1).code,
                   ENOSPC);
  assert_int_equal(tracemarkFilesCreateExclusive("gone/file", "x", 1).code,
                   ENOENT);
}

enum { THREADS = 4, RECORDS = 500, RECORD = 64 };

static void *appendRecords(void *argument) {
  char record[RECORD];
  memset(record, 'a' + *(int *)argument, RECORD);
  record[RECORD - 1] = '\n';
  for (int i = 0; i < RECORDS; ++i)
    if (!tracemarkStatusIsOk(
            tracemarkFilesAppendRecord("records", record, RECORD)))
      return argument;
  return NULL;
}

static void recordsOfSeveralWritersDoNotMix(void **state) {
  pthread_t threads[THREADS];
  int letters[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    letters[i] = i;
    assert_int_equal(
        pthread_create(&threads[i], NULL, appendRecords, &letters[i]), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    void *failed;
    pthread_join(threads[i], &failed);
    assert_null(failed);
  }
  FILE *file = fopen("records", "r");
  assert_non_null(file);
  char line[RECORD + 1];
  int counts[THREADS] = {0};
  while (fgets(line, sizeof(line), file)) {
    assert_int_equal(strlen(line), RECORD);
    for (int i = 1; i < RECORD - 1; ++i)
      assert_int_equal(line[i], line[0]);
    ++counts[line[0] - 'a'];
  }
  fclose(file);
  for (int i = 0; i < THREADS; ++i)
    assert_int_equal(counts[i], RECORDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(foldersAreMadeWithTheirParents,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(aFileInTheWayIsNotAFolder, enterFolder,
                                      leaveFolder),
      cmocka_unit_test_setup_teardown(aSecondWriterOfOnePathIsTold, enterFolder,
                                      leaveFolder),
      cmocka_unit_test_setup_teardown(nothingIsLeftWhenTheDiskIsFull,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(recordsOfSeveralWritersDoNotMix,
                                      enterFolder, leaveFolder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
