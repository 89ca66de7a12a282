//===- pass.c - passes with options, in C ---------------------------------===//

#include "tracemark/bridge/pass.h"

#include "lib/external/options.h"
#include "lib/ir/strings.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "lib/base/banned.h"

/// What a pass and its clones share; constant once it is made, but for
/// `shared`.
typedef struct Instance {
  const TracemarkPassDescriptor *descriptor;
  const TracemarkOptionValue *values;
  TracemarkArena arena; // of the values' strings
  atomic_size_t passes; // that hold it; a clone is constructed too
  _Alignas(max_align_t) char shared[];
} Instance;

static void construct(void *userData) {
  Instance *instance = userData;
  atomic_fetch_add(&instance->passes, 1);
}

static void destroyInstance(Instance *instance) {
  tracemarkArenaDestroy(&instance->arena);
  free(instance);
}

static void destruct(void *userData) {
  Instance *instance = userData;
  if (atomic_fetch_sub(&instance->passes, 1) == 1)
    destroyInstance(instance);
}

static MlirLogicalResult initialize(MlirContext context, void *userData) {
  Instance *instance = userData;
  return instance->descriptor->initialize
             ? instance->descriptor->initialize(context, instance->values,
                                                instance->shared)
             : mlirLogicalResultSuccess();
}

static void *cloneInstance(void *userData) { return userData; }

static void run(MlirOperation operation, MlirExternalPass pass,
                void *userData) {
  Instance *instance = userData;
  if (mlirLogicalResultIsFailure(instance->descriptor->run(
          operation, instance->values, instance->shared)))
    mlirExternalPassSignalFailure(pass);
}

enum { MAX_DIALECTS = 8 };

/// Fills in the handles of the dialects that the pass needs.
static bool findDialects(const TracemarkPassDescriptor *descriptor,
                         MlirDialectHandle *handles,
                         TracemarkStringBuffer *error) {
  for (intptr_t i = 0; i < descriptor->dialectCount; ++i) {
    if (i < MAX_DIALECTS)
      handles[i] = descriptor->dialects[i]();
    if (i >= MAX_DIALECTS || !handles[i].ptr) {
      tracemarkStringBufferAppendFormat(
          error,
          "'%s' makes operations of dialects for which this host exports no "
          "handle (mlirGetDialectHandle__*)",
          descriptor->argument);
      return false;
    }
  }
  return true;
}

static MlirPass makePass(Instance *instance, MlirDialectHandle *handles) {
  const TracemarkPassDescriptor *descriptor = instance->descriptor;
  return mlirCreateExternalPass(
      mlirTypeIDCreate(descriptor), tracemarkStringFrom(descriptor->name),
      tracemarkStringFrom(descriptor->argument),
      tracemarkStringFrom(descriptor->description),
      tracemarkStringFrom(descriptor->anchor ? descriptor->anchor : ""),
      descriptor->dialectCount, handles,
      (MlirExternalPassCallbacks){.construct = construct,
                                  .destruct = destruct,
                                  .initialize = initialize,
                                  .clone = cloneInstance,
                                  .run = run},
      instance);
}

/// Options that need what the C API does not have.
static bool refuseOptions(const TracemarkPassDescriptor *descriptor,
                          const TracemarkOptionValue *values,
                          TracemarkStringBuffer *error) {
  static const struct {
    const char *pass, *option, *lack;
  } refused[] = {
      {"tracemark-source-listing", "check",
       "the C API does not tell which dialects a text may be parsed with"},
  };
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(refused); ++i)
    for (intptr_t j = 0; j < descriptor->optionCount; ++j)
      if (strcmp(refused[i].pass, descriptor->argument) == 0 &&
          strcmp(refused[i].option, descriptor->options[j].name) == 0 &&
          values[j].integer) {
        tracemarkStringBufferAppendFormat(
            error, "'%s' cannot have option '%s' in this host: %s",
            descriptor->argument, refused[i].option, refused[i].lack);
        return false;
      }
  return true;
}

MlirPass tracemarkBridgePassCreate(const TracemarkPassDescriptor *descriptor,
                                   const char *options,
                                   MlirStringCallback onError, void *userData) {
  TracemarkStringBuffer error = {0};
  MlirDialectHandle handles[MAX_DIALECTS];
  MlirPass pass = {NULL};
  Instance *instance = calloc(1, sizeof(*instance) + descriptor->sharedSize);
  if (!instance) {
    tracemarkStringBufferAppendText(&error, "out of memory for a pass");
  } else {
    instance->descriptor = descriptor;
    instance->values =
        tracemarkOptionsParse(&instance->arena, descriptor, options, &error);
    if (instance->values &&
        refuseOptions(descriptor, instance->values, &error) &&
        findDialects(descriptor, handles, &error))
      pass = makePass(instance, handles);
    else
      destroyInstance(instance);
  }
  if (!pass.ptr)
    onError(
        mlirStringRefCreate(tracemarkStringBufferText(&error), error.length),
        userData);
  tracemarkStringBufferDestroy(&error);
  return pass;
}
