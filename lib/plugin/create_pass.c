//===- create_pass.c - a pass by its argument -----------------------------===//
//
// In both libraries: what makes the pass is lib/bridge in the one and
// lib/external in the other.
//
//===----------------------------------------------------------------------===//

#include "tracemark/create_pass.h"

#include "lib/base/string_buffer.h"
#include "lib/base/suggest.h"
#include "lib/plugin/pass_list.h"
#include "tracemark/bridge/pass.h"

#include "lib/base/banned.h"

#define TRACEMARK_PASS(descriptor)                                             \
  extern const TracemarkPassDescriptor descriptor;
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS

const TracemarkPassDescriptor *const tracemarkPassList[] = {
#define TRACEMARK_PASS(descriptor) &descriptor,
#include "lib/plugin/passes.def"
#undef TRACEMARK_PASS
    NULL};

static const TracemarkPassDescriptor *findPass(const char *argument,
                                               TracemarkStringBuffer *error) {
  TracemarkSuggestion suggestion;
  tracemarkSuggestionStart(&suggestion, argument, strlen(argument));
  for (const TracemarkPassDescriptor *const *pass = tracemarkPassList; *pass;
       ++pass) {
    if (strcmp((*pass)->argument, argument) == 0)
      return *pass;
    tracemarkSuggestionOffer(&suggestion, (*pass)->argument,
                             strlen((*pass)->argument));
  }
  tracemarkStringBufferAppendFormat(error, "no pass is called '%s'", argument);
  if (suggestion.best[0])
    tracemarkStringBufferAppendFormat(error, "; did you mean '%s'?",
                                      suggestion.best);
  return NULL;
}

static void ignore(MlirStringRef message, void *userData) {}

MlirPass tracemarkCreatePass(const char *argument, const char *options,
                             MlirStringCallback onError, void *userData) {
  TracemarkStringBuffer error = {0};
  MlirPass pass = {NULL};
  if (!onError)
    onError = ignore;
  const TracemarkPassDescriptor *descriptor = findPass(argument, &error);
  if (descriptor)
    pass = tracemarkBridgePassCreate(descriptor, options ? options : "",
                                     onError, userData);
  else
    onError(
        mlirStringRefCreate(tracemarkStringBufferText(&error), error.length),
        userData);
  tracemarkStringBufferDestroy(&error);
  return pass;
}
