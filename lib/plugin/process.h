//===- process.h - the one mutable global -----------------------*- C++ -*-===//
//
// Flags of the plugin, made from lib/ir/listing_settings.def, and the session
// they ask for. Flags count where they stand behind --load-pass-plugin; the
// environment variables of the same meaning (TRACEMARK_SOURCE_LISTING_AFTER,
// ...) anywhere, and flags win. Without a flag or variable no context is
// touched.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_PLUGIN_PROCESS_H
#define TRACEMARK_LIB_PLUGIN_PROCESS_H

#include "tracemark/pass.h"

namespace tracemark {

/// Registers the passes and the flags, once per process however often the
/// library is loaded. Main thread, while the command line is parsed.
void registerWithProcess();

/// Follows `context` with the process's session, if a flag asked for it.
void attachToContext(MlirContext context);

} // namespace tracemark

#endif // TRACEMARK_LIB_PLUGIN_PROCESS_H
