//===- occurrences.c - which run of a pass this is ------------------------===//

#include "lib/ir/occurrences.h"

#include "lib/base/string_buffer.h"

#include <pthread.h>
#include <stdlib.h>

#include <uthash.h>

#include "lib/base/banned.h"

/// How often one pass ran on one operation in this step.
typedef struct OperationCount {
  void *operation;
  int64_t count;
  UT_hash_handle hh;
} OperationCount;

typedef struct PassCount {
  char *argument;
  int64_t earlier; // sum over earlier steps
  int64_t largest; // of this step
  OperationCount *operations;
  UT_hash_handle hh;
} PassCount;

struct TracemarkOccurrences {
  pthread_mutex_t lock;
  PassCount *passes;
  void *root; // of the run, to notice the next one
  size_t depth;
};

TracemarkOccurrences *tracemarkOccurrencesCreate(void) {
  TracemarkOccurrences *occurrences = calloc(1, sizeof(*occurrences));
  if (occurrences && pthread_mutex_init(&occurrences->lock, NULL) != 0) {
    free(occurrences);
    return NULL;
  }
  return occurrences;
}

static void endStep(PassCount *pass) {
  pass->earlier += pass->largest;
  pass->largest = 0;
  OperationCount *count, *next;
  HASH_ITER(hh, pass->operations, count, next) {
    HASH_DEL(pass->operations, count);
    free(count);
  }
}

/// A new outermost execution: closes the step before it, and the run before it
/// if that was on another root; true in that case.
static bool beginStep(TracemarkOccurrences *occurrences, void *root) {
  bool sameRun = occurrences->root == root;
  for (PassCount *pass = occurrences->passes; pass; pass = pass->hh.next) {
    endStep(pass);
    if (!sameRun)
      pass->earlier = 0;
  }
  occurrences->root = root;
  return !sameRun;
}

static PassCount *findPass(TracemarkOccurrences *occurrences,
                           MlirStringRef argument) {
  PassCount *pass = NULL;
  HASH_FIND(hh, occurrences->passes, argument.data, argument.length, pass);
  if (pass)
    return pass;
  pass = calloc(1, sizeof(*pass));
  char *copy = tracemarkTextCopy(argument.data, argument.length);
  if (pass && copy) {
    pass->argument = copy;
    HASH_ADD_KEYPTR(hh, occurrences->passes, pass->argument, argument.length,
                    pass);
    if (pass->hh.tbl)
      return pass;
  }
  free(copy);
  free(pass);
  return NULL;
}

static int64_t countOn(PassCount *pass, void *operation) {
  OperationCount *count = NULL;
  HASH_FIND_PTR(pass->operations, &operation, count);
  if (!count) {
    count = calloc(1, sizeof(*count));
    if (!count)
      return 0;
    count->operation = operation;
    HASH_ADD_PTR(pass->operations, operation, count);
    if (!count->hh.tbl) {
      free(count);
      return 0;
    }
  }
  int64_t number = ++count->count;
  if (number > pass->largest)
    pass->largest = number;
  return pass->earlier + number;
}

TracemarkOccurrence tracemarkOccurrencesBegin(TracemarkOccurrences *occurrences,
                                              MlirStringRef argument,
                                              MlirOperation operation,
                                              bool wanted) {
  TracemarkOccurrence result = {0};
  pthread_mutex_lock(&occurrences->lock);
  result.isStep = occurrences->depth++ == 0;
  if (result.isStep)
    result.isFirst = beginStep(occurrences, operation.ptr);
  PassCount *pass = argument.length ? findPass(occurrences, argument) : NULL;
  if (pass && wanted)
    result.number = countOn(pass, operation.ptr);
  pthread_mutex_unlock(&occurrences->lock);
  return result;
}

void tracemarkOccurrencesEnd(TracemarkOccurrences *occurrences) {
  pthread_mutex_lock(&occurrences->lock);
  --occurrences->depth;
  pthread_mutex_unlock(&occurrences->lock);
}

void tracemarkOccurrencesForEach(TracemarkOccurrences *occurrences,
                                 MlirStringCallback callback, void *userData) {
  pthread_mutex_lock(&occurrences->lock);
  for (PassCount *pass = occurrences->passes; pass; pass = pass->hh.next)
    callback(mlirStringRefCreateFromCString(pass->argument), userData);
  pthread_mutex_unlock(&occurrences->lock);
}

void tracemarkOccurrencesDestroy(TracemarkOccurrences *occurrences) {
  PassCount *pass, *next;
  HASH_ITER(hh, occurrences->passes, pass, next) {
    endStep(pass);
    HASH_DEL(occurrences->passes, pass);
    free(pass->argument);
    free(pass);
  }
  pthread_mutex_destroy(&occurrences->lock);
  free(occurrences);
}
