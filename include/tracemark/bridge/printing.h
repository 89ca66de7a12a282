//===- tracemark/bridge/printing.h - text with positions --------*- C -*-===//
//
// mlir-c prints an operation with some of its flags; the others follow the
// host's command line, and where each nested operation stands in the text is
// not told. Here every flag is set, and the positions are kept.
//
// Threads: prints with local scope only, so that nothing outside `operation`
// is read and operations of one module can be printed at once. Ownership: the
// caller destroys the positions.
//
//   TracemarkPositions positions;
//   bool custom = tracemarkBridgePrint(operation, 16, TRACEMARK_PRINT_CHECKED,
//                                      append, &text, &positions);
//   if (tracemarkBridgePositionsFind(positions, nested, &line, &column)) ...
//   tracemarkBridgePositionsDestroy(positions);
//
//===----------------------------------------------------------------------===//

#ifndef TRACEMARK_BRIDGE_PRINTING_H
#define TRACEMARK_BRIDGE_PRINTING_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the operations of one printed text stand, and the printer's state.
typedef struct TracemarkPositions {
  void *ptr;
} TracemarkPositions;

typedef enum TracemarkPrintForm {
  TRACEMARK_PRINT_CHECKED, // custom if the operation verifies, else generic
  /// Custom, without a look at whether it verifies: printers of dialects crash
  /// on operations that do not, but for references that lead nowhere.
  TRACEMARK_PRINT_CUSTOM,
  TRACEMARK_PRINT_GENERIC,
} TracemarkPrintForm;

/// Prints `operation` to `callback` (in large pieces) without locations and
/// value users. Constants of more than `elideLargerThan` elements that are no
/// splats are elided, resources are named without their data, so that the text
/// is small and parses. Tells whether the text is in custom form.
bool tracemarkBridgePrint(MlirOperation operation, int64_t elideLargerThan,
                          TracemarkPrintForm form, MlirStringCallback callback,
                          void *userData, TracemarkPositions *positions);

/// Tells whether `operation` verifies, without a diagnostic.
bool tracemarkBridgeVerifies(MlirOperation operation);

/// Gives the line (from 1) and the column (from 0) at which the text of
/// `operation` begins; false if it has none of its own.
bool tracemarkBridgePositionsFind(TracemarkPositions positions,
                                  MlirOperation operation, unsigned *line,
                                  unsigned *column);

/// Prints a type as in that text. mlir-c makes a printer's state for each type,
/// which costs as much as printing several operations.
void tracemarkBridgePrintType(TracemarkPositions positions, MlirType type,
                              MlirStringCallback callback, void *userData);

void tracemarkBridgePositionsDestroy(TracemarkPositions positions);

#ifdef __cplusplus
}
#endif

#endif // TRACEMARK_BRIDGE_PRINTING_H
