//===- run_id_test.c - what tells one process from another ----------------===//

#include "lib/base/run_id.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

static void aProcessHasOneId(void **state) {
  char first[TRACEMARK_RUN_ID_SIZE], second[TRACEMARK_RUN_ID_SIZE];
  tracemarkRunIdGet(first);
  tracemarkRunIdGet(second);
  assert_string_equal(first, second);
  assert_int_equal(strspn(first, "0123456789abcdef"),
                   TRACEMARK_RUN_ID_SIZE - 1);
}

static void otherProcessesHaveOthers(void **state) {
  enum { COUNT = 20 };
  char ids[COUNT + 1][TRACEMARK_RUN_ID_SIZE] = {""};
  tracemarkRunIdGet(ids[COUNT]);
  for (int i = 0; i < COUNT; ++i) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
      char id[TRACEMARK_RUN_ID_SIZE];
      tracemarkRunIdGet(id);
      _exit(write(ends[1], id, sizeof(id)) != sizeof(id));
    }
    assert_int_equal(read(ends[0], ids[i], TRACEMARK_RUN_ID_SIZE),
                     TRACEMARK_RUN_ID_SIZE);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    for (int j = 0; j <= COUNT; ++j)
      assert_true(j == i || strcmp(ids[i], ids[j]) != 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aProcessHasOneId),
      cmocka_unit_test(otherProcessesHaveOthers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
