//===- strings.h - MLIR's strings for C -------------------------*- C -*-===//
//
// MlirStringRef is not zero-terminated and compares through a function; these
// are the few helpers every file of lib/ir and passes/ wants. No ownership:
// views live as long as what they look at.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_STRINGS_H
#define TRACEMARK_LIB_IR_STRINGS_H

#include "lib/base/arena.h"
#include "lib/base/string_buffer.h"

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

/// View of a string literal or other zero-terminated text.
static inline MlirStringRef tracemarkStringFrom(const char *text) {
  return mlirStringRefCreate(text, strlen(text));
}

static inline bool tracemarkStringIs(MlirStringRef string, const char *text) {
  size_t length = strlen(text);
  return string.length == length &&
         (length == 0 || memcmp(string.data, text, length) == 0);
}

static inline bool tracemarkStringStartsWith(MlirStringRef string,
                                             const char *prefix) {
  size_t length = strlen(prefix);
  return string.length >= length && memcmp(string.data, prefix, length) == 0;
}

static inline bool tracemarkStringEndsWith(MlirStringRef string,
                                           const char *suffix) {
  size_t length = strlen(suffix);
  return string.length >= length &&
         memcmp(string.data + string.length - length, suffix, length) == 0;
}

/// MlirStringCallback that appends to a TracemarkStringBuffer.
void tracemarkStringAppendCallback(MlirStringRef part, void *buffer);

/// Name of an operation, "linalg.matmul"; lives as long as the context.
static inline MlirStringRef tracemarkOperationName(MlirOperation operation) {
  return mlirIdentifierStr(mlirOperationGetName(operation));
}

static inline bool tracemarkOperationIs(MlirOperation operation,
                                        const char *name) {
  return tracemarkStringIs(tracemarkOperationName(operation), name);
}

/// Tells whether `operation` is a builtin module that stands in nothing.
static inline bool tracemarkOperationIsTopModule(MlirOperation operation) {
  return mlirOperationIsNull(mlirOperationGetParentOperation(operation)) &&
         tracemarkOperationIs(operation, "builtin.module");
}

/// Value of a string attribute of `operation`, inherent or discardable; data
/// is NULL if there is none of that name and kind.
MlirStringRef tracemarkOperationStringAttribute(MlirOperation operation,
                                                const char *name);

/// Value of `sym_name`; data is NULL if there is none.
static inline MlirStringRef tracemarkOperationSymbol(MlirOperation operation) {
  return tracemarkOperationStringAttribute(operation, "sym_name");
}

#endif // TRACEMARK_LIB_IR_STRINGS_H
