//===- driver.h - iree-compile with our passes between phases ---*- C -*-===//

#ifndef TRACEMARK_LIB_IREE_DRIVER_H
#define TRACEMARK_LIB_IREE_DRIVER_H

/// Runs iree-compile's own main with what is left of the arguments when ours
/// are taken off, and our passes where its pipeline stops for them. Returns the
/// exit code. To be called once, by a program that exports the functions that
/// driver.c defines under names of IREE's (-rdynamic).
int tracemarkIreeMain(int count, char **arguments);

#endif // TRACEMARK_LIB_IREE_DRIVER_H
