//===- plugin_api.h - MLIR's plugin structs for lib/plugin ----*- C++ -*-===//
//
// The two entry functions of a plugin return structs of MLIR's own headers;
// lib/plugin sees them through this file, so that no include of MLIR's C++
// headers stands outside lib/bridge.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BRIDGE_PLUGIN_API_H
#define TRACEMARK_LIB_BRIDGE_PLUGIN_API_H

#include "mlir/CAPI/IR.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#endif // TRACEMARK_LIB_BRIDGE_PLUGIN_API_H
