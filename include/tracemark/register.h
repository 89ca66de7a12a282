//===- tracemark/register.h - our passes and flags in a tool ----*- C -*-===//
//
// For tools on MLIR's command line machinery (MlirOptMain and the like) that
// link libTracemark.so in place of loading it with --load-pass-plugin.
//
//   int main(int argc, char **argv) {
//     tracemarkRegisterPasses();
//     ... register dialects and passes, run MlirOptMain ...
//   }
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_REGISTER_H
#define TRACEMARK_REGISTER_H

#ifdef __cplusplus
extern "C" {
#endif

/// Makes the passes known to pipeline texts of this process, and the flags
/// `--source-listing-*` to its command line. Main thread, before the command
/// line is parsed; again, or with the plugin loaded too, without effect. The
/// flags need a tool that has --load-dialect-plugin, as all on MlirOptMain do.
__attribute__((visibility("default"))) void tracemarkRegisterPasses(void);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_REGISTER_H
