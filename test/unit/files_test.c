//===- files_test.c - folders, whole files, appended records --------------===//

#include "lib/base/files.h"

#include "lib/base/string_buffer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folders.h"
#include "testing.h"

static void foldersAreMadeWithTheirParents(void **state) {
  assert_int_equal(tracemarkFilesMakeFolder("a/b//c/", false).code, 0);
  assert_int_equal(tracemarkFilesMakeFolder("a/b/c", false).code, 0);
  assert_int_equal(tracemarkFilesProbeFolder("a/b/c").code, 0);
  assert_int_equal(countEntries("a/b/c"), 0);
}

static void aFileInTheWayIsNotAFolder(void **state) {
  assert_int_equal(tracemarkFilesCreateExclusive("file", "x", 1, false).code,
                   0);
  assert_int_equal(tracemarkFilesMakeFolder("file", false).code, ENOTDIR);
  assert_int_equal(tracemarkFilesMakeFolder("file/below", false).code, ENOTDIR);
  assert_int_equal(tracemarkFilesProbeFolder("missing").code, ENOENT);
}

static void aSecondWriterOfOnePathIsTold(void **state) {
  assert_int_equal(tracemarkFilesCreateExclusive("one", "first", 5, false).code,
                   0);
  assert_int_equal(tracemarkFilesCreateExclusive("one", "other", 5, false).code,
                   EEXIST);
  assert_true(tracemarkFilesHasContent("one", "first", 5));
  assert_false(tracemarkFilesHasContent("one", "other", 5));
  assert_false(tracemarkFilesHasContent("one", "firs", 4));
  assert_false(tracemarkFilesHasContent("none", "", 0));
}

static void nothingIsLeftWhenTheDiskIsFull(void **state) {
  assert_int_equal(tracemarkFilesAppendRecord("/dev/full", "x", 1, false).code,
                   ENOSPC);
  assert_int_equal(
      tracemarkFilesCreateExclusive("gone/file", "x", 1, false).code, ENOENT);
}

/// The last record of a killed writer is cut; ours begins on its own line.
static void aTornRecordEndsBeforeTheNext(void **state) {
  assert_int_equal(tracemarkFilesAppendRecord("r", "one\n", 4, false).code, 0);
  assert_int_equal(tracemarkFilesAppendRecord("r", "tor", 3, false).code, 0);
  assert_int_equal(tracemarkFilesAppendRecord("r", "two\n", 4, false).code, 0);
  assert_int_equal(tracemarkFilesAppendRecord("r", "six\n", 4, false).code, 0);
  assert_true(tracemarkFilesHasContent("r", "one\ntor\ntwo\nsix\n", 16));
}

static void syncedFilesAreTheSame(void **state) {
  assert_int_equal(tracemarkFilesMakeFolder("s/t", true).code, 0);
  assert_int_equal(tracemarkFilesCreateExclusive("s/t/f", "x", 1, true).code,
                   0);
  assert_int_equal(tracemarkFilesCreateExclusive("f", "y", 1, true).code, 0);
  assert_int_equal(tracemarkFilesAppendRecord("s/r", "z\n", 2, true).code, 0);
  assert_true(tracemarkFilesHasContent("s/t/f", "x", 1));
  assert_true(tracemarkFilesHasContent("f", "y", 1));
  assert_true(tracemarkFilesHasContent("s/r", "z\n", 2));
  assert_int_equal(countEntries("s/t"), 1);
}

/// A file of more than the limit cannot be written, and nothing of it stays.
static void nothingIsLeftOfAFileThatDoesNotFit(void **state) {
  static char data[1 << 16];
  struct rlimit former, limit;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &former), 0);
  limit = former;
  limit.rlim_cur = sizeof(data) / 2;
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
  int created =
      tracemarkFilesCreateExclusive("f", data, sizeof(data), false).code;
  int whole = tracemarkFilesAppendRecord("r", "one\n", 4, false).code;
  memset(data, 'r', sizeof(data));
  int appended =
      tracemarkFilesAppendRecord("r", data, sizeof(data), false).code;
  setrlimit(RLIMIT_FSIZE, &former);
  signal(SIGXFSZ, handler);
  assert_int_equal(created, EFBIG);
  assert_int_equal(whole, 0);
  assert_int_equal(appended, ENOSPC);
  assert_int_equal(countEntries("."), 1);
  assert_true(tracemarkFilesHasContent("r", "one\n", 4));
}

/// Records of a size that many of them go on to another page of the file.
enum { THREADS = 4, RECORDS = 500, RECORD = 1499 };

static void *appendRecords(void *argument) {
  char record[RECORD];
  memset(record, 'a' + *(int *)argument, RECORD);
  record[RECORD - 1] = '\n';
  for (int i = 0; i < RECORDS; ++i)
    if (!tracemarkStatusIsOk(
            tracemarkFilesAppendRecord("records", record, RECORD, false)))
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

static void aFileIsReadBehindWhatWasThere(void **state) {
  char text[50000];
  for (size_t i = 0; i < sizeof(text); ++i)
    text[i] = (char)i;
  assert_int_equal(
      tracemarkFilesCreateExclusive("file", text, sizeof(text), false).code, 0);
  TracemarkStringBuffer buffer = {0};
  tracemarkStringBufferAppendText(&buffer, "head");
  assert_int_equal(tracemarkFilesRead("file", &buffer).code, 0);
  assert_int_equal(buffer.length, sizeof(text) + 4);
  assert_memory_equal(buffer.data + 4, text, sizeof(text));
  tracemarkStringBufferDestroy(&buffer);
}

static void whatHasNoContentIsNotRead(void **state) {
  TracemarkStringBuffer buffer = {0};
  assert_int_equal(tracemarkFilesRead("missing", &buffer).code, ENOENT);
  assert_int_equal(mkdir("folder", 0777), 0);
  assert_int_equal(tracemarkFilesRead("folder", &buffer).code, EISDIR);
  assert_int_equal(mkfifo("pipe", 0666), 0);
  assert_int_equal(tracemarkFilesRead("pipe", &buffer).code, EINVAL);
  assert_int_equal(buffer.length, 0);
  tracemarkStringBufferDestroy(&buffer);
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
      cmocka_unit_test_setup_teardown(aTornRecordEndsBeforeTheNext, enterFolder,
                                      leaveFolder),
      cmocka_unit_test_setup_teardown(syncedFilesAreTheSame, enterFolder,
                                      leaveFolder),
      cmocka_unit_test_setup_teardown(nothingIsLeftOfAFileThatDoesNotFit,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(recordsOfSeveralWritersDoNotMix,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(aFileIsReadBehindWhatWasThere,
                                      enterFolder, leaveFolder),
      cmocka_unit_test_setup_teardown(whatHasNoContentIsNotRead, enterFolder,
                                      leaveFolder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
