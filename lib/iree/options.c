//===- options.c - command line of tracemark-iree-compile -----------------===//

#include "lib/iree/options.h"

#include "lib/iree/phases.h"

#include <stdlib.h>

#include "lib/base/banned.h"

/// Value of `--name=value` (one dash will do, as for iree-compile), or NULL.
static const char *valueOf(const char *argument, const char *name) {
  size_t dashes = strspn(argument, "-"), length = strlen(name);
  argument += dashes;
  return dashes > 0 && dashes <= 2 && strncmp(argument, name, length) == 0 &&
                 argument[length] == '='
             ? argument + length + 1
             : NULL;
}

static bool readNames(const char *value, TracemarkIreeNames *names,
                      TracemarkStringBuffer *error) {
  static const char *const keywords[] = {"descriptive", "iree", "off"};
  for (size_t i = 0; i < TRACEMARK_COUNT_OF(keywords); ++i)
    if (strcmp(value, keywords[i]) == 0) {
      *names = (TracemarkIreeNames)i;
      return true;
    }
  tracemarkStringBufferAppendFormat(
      error,
      "--dispatch-names expects 'descriptive', 'iree' or 'off', found '%s'",
      value);
  return false;
}

/// Adds ` name='value'`; false if no quotes can hold the value.
static bool addListingOption(TracemarkStringBuffer *text, const char *option,
                             TracemarkStringBuffer *error) {
  const char *equals = strchr(option, '=');
  const char *value = equals ? equals + 1 : "true";
  int length = equals ? (int)(equals - option) : (int)strlen(option);
  const char *quote = strchr(value, '\'') ? "\"" : "'";
  if (strstr(value, quote)) {
    tracemarkStringBufferAppendFormat(
        error, "--source-listing-%s: a value with both kinds of quotes",
        option);
    return false;
  }
  tracemarkStringBufferAppendFormat(text, " %.*s=%s%s%s", length, option, quote,
                                    value, quote);
  return true;
}

/// Takes one argument if it is ours: sets `*isOurs`; false if it is refused.
static bool take(TracemarkIreeOptions *options, const char *argument,
                 bool *isOurs, TracemarkStringBuffer *error) {
  static const char listing[] = "--source-listing-";
  const char *value;
  *isOurs = true;
  if ((value = valueOf(argument, "dispatch-names")))
    return readNames(value, &options->names, error);
  if ((value = valueOf(argument, "source-listing-after")))
    return tracemarkIreePhasesAdd(value, &options->phases, error);
  if ((value = valueOf(argument, "iree-compiler-library"))) {
    options->library = value;
    return true;
  }
  if ((value = valueOf(argument, "source-listing-to")))
    options->folder = value;
  if (strncmp(argument, listing, strlen(listing)) == 0)
    return addListingOption(&options->listing, argument + strlen(listing),
                            error);
  *isOurs = false;
  if ((value = valueOf(argument, "iree-hal-executable-debug-level")))
    options->warnsOfLevel = strcmp(value, "3") == 0;
  options->help |=
      strcmp(argument, "--help") == 0 || strcmp(argument, "-help") == 0;
  options->version |= strcmp(argument, "--version") == 0;
  return true;
}

bool tracemarkIreeOptionsRead(int count, char **arguments,
                              TracemarkIreeOptions *options,
                              TracemarkStringBuffer *error) {
  *options = (TracemarkIreeOptions){
      .folder = "listings",
      .arguments = calloc((size_t)count + 1, sizeof(char *))};
  if (!options->arguments) {
    tracemarkStringBufferAppendText(error, "out of memory for arguments");
    return false;
  }
  for (int i = 0; i < count; ++i) {
    bool isOurs = false;
    if (i > 0 && !take(options, arguments[i], &isOurs, error))
      return false;
    if (!isOurs)
      options->arguments[options->count++] = arguments[i];
  }
  return true;
}

void tracemarkIreeOptionsDestroy(TracemarkIreeOptions *options) {
  tracemarkStringBufferDestroy(&options->listing);
  free(options->arguments);
}
