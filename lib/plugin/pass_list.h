//===- pass_list.h - every pass of ours -------------------------*- C -*-===//

#ifndef TRACEMARK_LIB_PLUGIN_PASS_LIST_H
#define TRACEMARK_LIB_PLUGIN_PASS_LIST_H

#include "tracemark/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The descriptors of passes.def, then NULL.
extern const TracemarkPassDescriptor *const tracemarkPassList[];

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_LIB_PLUGIN_PASS_LIST_H
