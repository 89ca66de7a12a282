//===- tracemark/bridge/attributes.h - what attributes hold -----*- C -*-===//
//
// mlir-c shows neither what a dialect's attribute holds nor the number of
// bytes behind a constant. Any thread may call these on operations that it may
// read.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_ATTRIBUTES_H
#define TRACEMARK_BRIDGE_ATTRIBUTES_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `visit` for every attribute inside the attributes of `operation`
/// (inherent and discardable, in arrays, dictionaries and the attributes and
/// types of dialects), outer ones first, equal ones once. Skip leaves out what
/// is inside the visited one, Interrupt ends the walk. Costs a dictionary of
/// the operation's properties: not for every operation of a program.
void tracemarkBridgeAttributesWalk(MlirOperation operation,
                                   MlirWalkResult (*visit)(MlirAttribute,
                                                           void *userData),
                                   void *userData);

/// Calls `visit` for the type of every result and block argument in `root`, but
/// for most of those that were visited just before; false from `visit` ends the
/// walk, and is what it returns then.
bool tracemarkBridgeTypesWalk(MlirOperation root,
                              bool (*visit)(MlirType, void *userData),
                              void *userData);

/// Gives the inherent attributes of an op that is not registered (what stands
/// in `<{...}>`), which mlir-c finds by name but does not enumerate: a
/// dictionary, null if there are none or the op is registered.
MlirAttribute tracemarkBridgeUnregisteredProperties(MlirOperation operation);

/// Gives what `operation` keeps outside of its properties, at no cost: a
/// dictionary of all discardable attributes, and of the inherent ones of an op
/// that has no properties. Ops of equal attributes give one dictionary.
MlirAttribute tracemarkBridgePlainAttributes(MlirOperation operation);

/// Sets attributes that no op has as inherent ones, all at once: MLIR makes a
/// new dictionary for each change.
void tracemarkBridgeSetPlainAttributes(MlirOperation operation, intptr_t count,
                                       const MlirNamedAttribute *attributes);

/// Sets one attribute, inherent or not, as mlirOperationSetAttributeByName
/// does, which looks the name up each time.
void tracemarkBridgeSetAttribute(MlirOperation operation, MlirIdentifier name,
                                 MlirAttribute attribute);

/// Returns the symbol reference of one part whose text is the string attribute
/// `name`; mlir-c looks the text up.
MlirAttribute tracemarkBridgeReferenceGet(MlirAttribute name);

/// Gives all attributes of `operation` as one dictionary, sorted by name;
/// builds it if the op has properties.
MlirAttribute tracemarkBridgeAttributes(MlirOperation operation);

/// The inherent attributes of a linalg.generic, null if absent, and its
/// `operandSegmentSizes`.
typedef struct TracemarkGenericAttributes {
  MlirAttribute doc, indexingMaps, iteratorTypes, libraryCall;
  int32_t inputs, outputs;
} TracemarkGenericAttributes;

/// Fills in what a registered linalg.generic holds, which asking by name takes
/// long for; false for other ops.
bool tracemarkBridgeGenericAttributes(MlirOperation operation,
                                      TracemarkGenericAttributes *attributes);

/// Gives the value of a registered arith.constant, which asking by name takes
/// long for; null for other ops.
MlirAttribute tracemarkBridgeArithConstant(MlirOperation operation);

/// Tells whether two ops are of one name and keep equal properties (what all
/// inherent attributes are, of an op that has any), without making attributes
/// of them.
bool tracemarkBridgeHasEqualProperties(MlirOperation a, MlirOperation b);

/// Tells whether `operation` could have, as its attribute `name`, a constant of
/// the type of `elements` that does not hold its elements as a dense one does.
/// Not for every operation of a program: builds its properties.
bool tracemarkBridgeTakesElements(MlirOperation operation, MlirStringRef name,
                                  MlirAttribute elements);

/// Calls `callback` once with the raw bytes of a dense constant of numbers
/// (those of one element if it is a splat) or of a resource, as this host lays
/// them out. False, without a call, if `attribute` is neither or a resource
/// without data. The bytes live as long as the call.
bool tracemarkBridgeElementsData(MlirAttribute attribute,
                                 MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_ATTRIBUTES_H
