//===- listing_settings.h - how listings are to be written ------*- C -*-===//
//
// The settings of listing_settings.def as a struct, with their table. A pass
// gets its values from the pipeline text, the process from its flags and
// variables; the listing writer sees no difference.
//
// Ownership: strings are views; whoever fills a TracemarkListingSettings keeps
// them as long as it is used.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_SETTINGS_H
#define TRACEMARK_LIB_IR_LISTING_SETTINGS_H

#include "lib/base/string_buffer.h"
#include "tracemark/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Index of a setting in tracemarkListingOptions.
typedef enum TracemarkListingSetting {
#define TRACEMARK_LISTING_OPTION(id, ...) TRACEMARK_LISTING_##id,
#include "lib/ir/listing_settings.def"
  TRACEMARK_LISTING_SETTING_COUNT
} TracemarkListingSetting;

enum {
  /// The first settings are the options of the pass.
  TRACEMARK_LISTING_PASS_OPTION_COUNT = 0
#define TRACEMARK_LISTING_OPTION(...) +1
#define TRACEMARK_LISTING_FLAG(...)
#include "lib/ir/listing_settings.def"
  ,
  /// This one and all behind it are flags of the process.
  TRACEMARK_LISTING_FIRST_FLAG = 0
#define TRACEMARK_LISTING_PASS_OPTION(...) +1
#define TRACEMARK_LISTING_OPTION(...)
#include "lib/ir/listing_settings.def"
};

extern const TracemarkOptionDescriptor
    tracemarkListingOptions[TRACEMARK_LISTING_SETTING_COUNT];

/// Keywords of the setting `locations`, in their order.
enum {
  TRACEMARK_LISTING_LOCATIONS_FUSE,
  TRACEMARK_LISTING_LOCATIONS_REPLACE,
  TRACEMARK_LISTING_LOCATIONS_KEEP,
};

#define TRACEMARK_LISTING_TYPE_BOOLEAN bool
#define TRACEMARK_LISTING_TYPE_INTEGER int64_t
#define TRACEMARK_LISTING_TYPE_STRING MlirStringRef
#define TRACEMARK_LISTING_TYPE_ENUM int64_t // index of the keyword

/// Values of the setting `scope`, in the order of its keywords.
enum {
  TRACEMARK_LISTING_SCOPE_AUTO,   // as ENTRY
  TRACEMARK_LISTING_SCOPE_ENTRY,  // a file for each entry point and the rest
  TRACEMARK_LISTING_SCOPE_MODULE, // one; an error on nested operations
};

/// Several values of a repeatable setting are joined by line feeds.
typedef struct TracemarkListingSettings {
#define TRACEMARK_LISTING_OPTION(id, field, kind, ...)                         \
  TRACEMARK_LISTING_TYPE_##kind field;
#include "lib/ir/listing_settings.def"
} TracemarkListingSettings;

/// Gives every setting its default.
void tracemarkListingSettingsInit(TracemarkListingSettings *settings);

void tracemarkListingSettingsPut(TracemarkListingSettings *settings,
                                 TracemarkListingSetting setting,
                                 TracemarkOptionValue value);

/// Settings of a pass whose options are the first ones of the table.
void tracemarkListingSettingsFromPass(TracemarkListingSettings *settings,
                                      const TracemarkOptionValue *options);

/// Emits at `location` which settings do not go together.
TRACEMARK_MUST_USE MlirLogicalResult tracemarkListingSettingsCheck(
    const TracemarkListingSettings *settings, MlirLocation location);

/// Reads the text of one value. False, with what was expected and found
/// appended to `problem`, if it is none; nothing for a boolean means true.
TRACEMARK_MUST_USE bool
tracemarkListingSettingParse(TracemarkListingSetting setting,
                             MlirStringRef text, TracemarkOptionValue *value,
                             TracemarkStringBuffer *problem);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_LIB_IR_LISTING_SETTINGS_H
