//===- parsing.cpp - does a text parse ------------------------------------===//

#include "tracemark/bridge/parsing.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

TracemarkParsed tracemarkBridgeParse(MlirContext live, MlirStringRef text,
                                     bool verify) {
  DialectRegistry registry;
  unwrap(live)->getDialectRegistry().appendTo(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  ScopedDiagnosticHandler silent(&context,
                                 [](Diagnostic &) { return success(); });
  ParserConfig config(&context, verify);
  return parseSourceString<ModuleOp>(unwrap(text), config)
             ? TRACEMARK_PARSED_YES
             : TRACEMARK_PARSED_NO;
}
