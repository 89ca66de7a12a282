//===- hash.h - one hash for names of contents ------------------*- C -*-===//
//
// XXH3 of 64 bits without a seed: the same on every machine, so it may be
// written into files and names. Not for anything an attacker chooses.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_HASH_H
#define TRACEMARK_LIB_BASE_HASH_H

#include "lib/base/support.h"

uint64_t tracemarkHashBytes(const void *data, size_t length);

#endif // TRACEMARK_LIB_BASE_HASH_H
