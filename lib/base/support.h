//===- support.h - attributes, checked sizes, string views ------*- C -*-===//
//
// The smallest things every room uses. Knows no MLIR: results of lib/base are
// TracemarkStatus (must be used), above it MlirLogicalResult.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_BASE_SUPPORT_H
#define TRACEMARK_LIB_BASE_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TRACEMARK_MUST_USE __attribute__((warn_unused_result))
#define TRACEMARK_PRINTF(textIndex, firstIndex)                                \
  __attribute__((format(printf, textIndex, firstIndex)))
#define TRACEMARK_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/// Result of a fallible function of lib/base: 0 or an errno value.
typedef struct TracemarkStatus {
  int code;
} TracemarkStatus;

static inline TracemarkStatus tracemarkStatusOk(void) {
  return (TracemarkStatus){0};
}
static inline TracemarkStatus tracemarkStatusFromErrno(int code) {
  return (TracemarkStatus){code};
}
static inline bool tracemarkStatusIsOk(TracemarkStatus status) {
  return status.code == 0;
}
/// "No space left on device"; `buffer` may be used for it. Thread safe.
static inline const char *tracemarkStatusText(TracemarkStatus status,
                                              char *buffer, size_t size) {
  return strerror_r(status.code, buffer, size);
}

/// `a * b` and `a + b` that stick at UINT64_MAX instead of wrapping.
static inline uint64_t tracemarkSaturatingMultiply(uint64_t a, uint64_t b) {
  uint64_t result;
  return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}
static inline uint64_t tracemarkSaturatingAdd(uint64_t a, uint64_t b) {
  uint64_t result;
  return __builtin_add_overflow(a, b, &result) ? UINT64_MAX : result;
}

#endif // TRACEMARK_LIB_BASE_SUPPORT_H
