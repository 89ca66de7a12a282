//===- listing_plan.h - text of a unit and where its ops stand --*- C -*-===//
//
// Private to the listing writer: one print and one walk give everything the
// later steps need, so that none of them walks or searches again.
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_LIB_IR_LISTING_PLAN_H
#define TRACEMARK_LIB_IR_LISTING_PLAN_H

#include "lib/base/arena.h"
#include "lib/base/string_buffer.h"

#include "tracemark/bridge/printing.h"

#include "mlir-c/IR.h"

typedef enum TracemarkKnown {
  TRACEMARK_KNOWN_NOT_ASKED,
  TRACEMARK_KNOWN_NO,
  TRACEMARK_KNOWN_YES,
} TracemarkKnown;

/// One operation of the unit.
typedef struct TracemarkListedOperation {
  MlirOperation operation;
  uint32_t parent;       // index; of the unit: 0
  uint32_t line, column; // both from 1; of the nearest printed ancestor if
                         // the operation prints no text of its own
  bool printed;
  bool isElsewhere;      // only its declaration stands here, with no body
  bool mayRefer;         // its own text may hold a symbol reference
  bool mayElide;         // its own text may hold an elided constant
  uint8_t isSymbolTable; // TracemarkKnown
} TracemarkListedOperation;

typedef struct TracemarkListingPlan {
  TracemarkArena arena;
  TracemarkStringBuffer text; // the opening, then the unit; ends with "\n".
                              // What is appended later is in no line below
  bool custom;                // the text is in custom form
  size_t *lineStarts;         // offset of line i + 1; one more than lines
  uint32_t lineCount;
  TRACEMARK_ARENA_ARRAY(TracemarkListedOperation) operations; // in pre-order
  TracemarkPositions positions; // none after DropPositions
} TracemarkListingPlan;

/// Prints `opening` (whole lines) and `unit`, and walks it. False when out of
/// memory, or with 2^32 lines or operations. The caller destroys the plan in
/// any case.
TRACEMARK_MUST_USE bool tracemarkListingPlanCreate(MlirOperation unit,
                                                   int64_t elideLargerThan,
                                                   TracemarkPrintForm form,
                                                   const char *opening,
                                                   TracemarkListingPlan *plan);
void tracemarkListingPlanDestroy(TracemarkListingPlan *plan);

/// Gives memory back that grows with the unit; no type can be appended then.
void tracemarkListingPlanDropPositions(TracemarkListingPlan *plan);

/// The text of a line (from 1) without its line feed; empty past the end.
MlirStringRef tracemarkListingPlanLine(const TracemarkListingPlan *plan,
                                       uint32_t line);

/// Appends a type as the text has it.
void tracemarkListingPlanAppendType(const TracemarkListingPlan *plan,
                                    MlirType type, TracemarkStringBuffer *text);

#endif // TRACEMARK_LIB_IR_LISTING_PLAN_H
