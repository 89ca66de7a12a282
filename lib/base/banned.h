//===- banned.h - functions that must not be called -------------*- C -*-===//
//
// Included last by every C file of ours. A call of one of these is a compile
// error: they overflow, keep hidden state, or end the host's process.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_BANNED_H
#define TRACEMARK_LIB_BASE_BANNED_H

#undef alloca
#pragma GCC poison strcpy strcat sprintf vsprintf gets strtok alloca abort exit _exit setenv putenv

#endif // TRACEMARK_LIB_BASE_BANNED_H
