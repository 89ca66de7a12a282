//===- listing_settings.c - how listings are to be written ----------------===//

#include "lib/ir/listing_settings.h"

#include "lib/ir/diagnostics.h"
#include "lib/ir/option_values.h"
#include "lib/ir/strings.h"

#include <inttypes.h>

#include "lib/base/banned.h"

const TracemarkOptionDescriptor
    tracemarkListingOptions[TRACEMARK_LISTING_SETTING_COUNT] = {
#define TRACEMARK_LISTING_OPTION(id, field, itsKind, itsName, itsHelp, ...)    \
  {.name = itsName,                                                            \
   .help = itsHelp,                                                            \
   .kind = TRACEMARK_OPTION_##itsKind,                                         \
   __VA_ARGS__},
#include "lib/ir/listing_settings.def"
};

#define VALUE_BOOLEAN(value) ((value).integer != 0)
#define VALUE_INTEGER(value) ((value).integer)
#define VALUE_STRING(value) ((value).string)
#define VALUE_ENUM(value) ((value).integer)

void tracemarkListingSettingsPut(TracemarkListingSettings *settings,
                                 TracemarkListingSetting setting,
                                 TracemarkOptionValue value) {
  switch (setting) {
#define TRACEMARK_LISTING_OPTION(id, field, kind, ...)                         \
  case TRACEMARK_LISTING_##id:                                                 \
    settings->field = VALUE_##kind(value);                                     \
    break;
#include "lib/ir/listing_settings.def"
  case TRACEMARK_LISTING_SETTING_COUNT:
    break;
  }
}

void tracemarkListingSettingsInit(TracemarkListingSettings *settings) {
  for (int i = 0; i < TRACEMARK_LISTING_SETTING_COUNT; ++i)
    tracemarkListingSettingsPut(
        settings, (TracemarkListingSetting)i,
        tracemarkOptionDefault(&tracemarkListingOptions[i]));
}

void tracemarkListingSettingsFromPass(TracemarkListingSettings *settings,
                                      const TracemarkOptionValue *options) {
  tracemarkListingSettingsInit(settings);
  for (int i = 0; i < TRACEMARK_LISTING_PASS_OPTION_COUNT; ++i)
    tracemarkListingSettingsPut(settings, (TracemarkListingSetting)i,
                                options[i]);
}

MlirLogicalResult
tracemarkListingSettingsCheck(const TracemarkListingSettings *settings,
                              MlirLocation location) {
  if (settings->scope == TRACEMARK_LISTING_SCOPE_MODULE &&
      settings->only.length != 0)
    return tracemarkEmitError(
        location,
        "expected no 'only', which selects entry points, for "
        "listings of scope 'module', found '%.*s'",
        (int)settings->only.length, settings->only.data);
  if (settings->locations == TRACEMARK_LISTING_LOCATIONS_FUSE ||
      tracemarkStringIs(settings->debugInfo, "latest"))
    return mlirLogicalResultSuccess();
  return tracemarkEmitError(
      location,
      "source listing setting 'debug-info' needs the former locations: "
      "expected 'locations' to be 'fuse', found '%s'",
      tracemarkListingOptions[TRACEMARK_LISTING_LOCATIONS]
          .keywords[settings->locations]);
}

static void appendExpected(const TracemarkOptionDescriptor *option,
                           TracemarkStringBuffer *problem) {
  switch (option->kind) {
  case TRACEMARK_OPTION_BOOLEAN:
    tracemarkStringBufferAppendText(problem, "'true' or 'false'");
    return;
  case TRACEMARK_OPTION_INTEGER:
    tracemarkStringBufferAppendFormat(problem,
                                      "a number from %" PRId64 " to %" PRId64,
                                      option->minimum, option->maximum);
    return;
  case TRACEMARK_OPTION_STRING:
    tracemarkStringBufferAppendText(
        problem, option->isMapping ? "OLD=NEW" : "a value that is not empty");
    return;
  case TRACEMARK_OPTION_ENUM:
    tracemarkStringBufferAppendText(problem, "one of ");
    for (const char *const *keyword = option->keywords; *keyword; ++keyword)
      tracemarkStringBufferAppendFormat(
          problem, "%s'%s'", keyword == option->keywords ? "" : ", ", *keyword);
    return;
  }
}

bool tracemarkListingSettingParse(TracemarkListingSetting setting,
                                  MlirStringRef text,
                                  TracemarkOptionValue *value,
                                  TracemarkStringBuffer *problem) {
  const TracemarkOptionDescriptor *option = &tracemarkListingOptions[setting];
  if (tracemarkOptionRead(option, text, value) == TRACEMARK_OPTION_GOOD)
    return true;
  tracemarkStringBufferAppendText(problem, "expects ");
  appendExpected(option, problem);
  tracemarkStringBufferAppendFormat(problem, ", found '%.*s'", (int)text.length,
                                    text.data);
  return false;
}
