//===- spirv_entries_test.c - what SPIR-V modules name as entry points ----===//

#include "lib/ir/spirv_entries.h"

#include "lib/base/string_buffer.h"

#include "parsing.h"

#include <stdio.h>

/// Questions to MLIR, by the linker's --wrap.
static size_t questions;
MlirAttribute
__real_mlirOperationGetAttributeByName(MlirOperation operation, // NOLINT
                                       MlirStringRef name);
MlirAttribute
__wrap_mlirOperationGetAttributeByName(MlirOperation operation, // NOLINT
                                       MlirStringRef name);
MlirAttribute
__wrap_mlirOperationGetAttributeByName(MlirOperation operation, // NOLINT
                                       MlirStringRef name) {
  ++questions;
  return __real_mlirOperationGetAttributeByName(operation, name);
}

/// A module of `count` functions, every second of which is an entry point, the
/// last one named first.
static MlirModule makeModule(MlirContext context, size_t count) {
  TracemarkStringBuffer text = {0};
  tracemarkStringBufferAppendText(&text, "\"spirv.module\"() ({");
  for (size_t i = 0; i < count; ++i)
    tracemarkStringBufferAppendFormat(
        &text, "\"spirv.func\"() ({}) {sym_name = \"f%zu\"} : () -> ()\n", i);
  for (size_t i = count; i-- > 0;)
    if (i % 2)
      tracemarkStringBufferAppendFormat(
          &text, "\"spirv.EntryPoint\"() {fn = @f%zu} : () -> ()\n", i);
  tracemarkStringBufferAppendText(&text, "}) : () -> ()");
  MlirModule module =
      parseTestModule(context, tracemarkStringBufferText(&text));
  tracemarkStringBufferDestroy(&text);
  return module;
}

/// Asks for every function, and for some that are not there; returns how often
/// MLIR was asked for it.
static size_t askForAll(MlirContext context, size_t count) {
  MlirModule top = makeModule(context, count);
  MlirOperation module = mlirBlockGetFirstOperation(mlirModuleGetBody(top));
  TracemarkArena arena = {0};
  TracemarkSpirvEntries entries = {.arena = &arena};
  questions = 0;
  for (size_t i = 0; i < count + 2; ++i) {
    char name[32];
    int length = snprintf(name, sizeof(name), "f%zu", i);
    assert_int_equal(
        tracemarkSpirvEntriesHas(&entries, module,
                                 mlirStringRefCreate(name, (size_t)length)),
        i < count && i % 2);
  }
  tracemarkArenaDestroy(&arena);
  mlirModuleDestroy(top);
  return questions;
}

static void aModuleIsLookedThroughOnce(void **state) {
  (void)state;
  MlirContext context = createTestContext();
  mlirContextSetAllowUnregisteredDialects(context, true);
  size_t few = askForAll(context, 100), many = askForAll(context, 1000);
  assert_true(few >= 50);
  assert_true(many <= 10 * few);
  mlirContextDestroy(context);
}

static void modulesAreToldApart(void **state) {
  (void)state;
  MlirContext context = createTestContext();
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule top = parseTestModule(
      context, "\"spirv.module\"() ({"
               "  \"spirv.EntryPoint\"() {fn = @f} : () -> ()"
               "}) : () -> ()"
               "\"spirv.module\"() ({"
               "  \"spirv.EntryPoint\"() {fn = @g::@f} : () -> ()"
               "  \"spirv.EntryPoint\"() : () -> ()"
               "}) : () -> ()"
               "\"spirv.module\"() ({}) : () -> ()"
               "\"spirv.module\"() : () -> ()");
  TracemarkArena arena = {0};
  TracemarkSpirvEntries entries = {.arena = &arena};
  bool isFirst = true;
  for (MlirOperation module =
           mlirBlockGetFirstOperation(mlirModuleGetBody(top));
       !mlirOperationIsNull(module);
       module = mlirOperationGetNextInBlock(module), isFirst = false)
    assert_int_equal(
        tracemarkSpirvEntriesHas(&entries, module, tracemarkStringFrom("f")),
        isFirst);
  tracemarkArenaDestroy(&arena);
  mlirModuleDestroy(top);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(aModuleIsLookedThroughOnce),
      cmocka_unit_test(modulesAreToldApart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
