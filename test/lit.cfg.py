"""lit configuration. Run it through the site file: `lit build/test`.

Substitutions: %mlir-opt (stock mlir-opt), %plugin (libTracemark.so), %tracemark-opt (both:
mlir-opt with the plugin loaded), %inputs (test/Inputs), %source (the project's folder).
"""

import os

import lit.formats

config.name = "Tracemark"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "python", "e2e", "fuzz"]
config.test_source_root = os.path.join(config.tracemark_source_dir, "test")
config.test_exec_root = os.path.join(config.tracemark_build_dir, "test")

config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --dump-input-filter=all --allow-unused-prefixes=false"
for name in list(config.environment):
    if name.startswith("TRACEMARK_"):
        del config.environment[name]

plugin = os.path.join(config.tracemark_build_dir, "lib", "libTracemark.so")
mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
if config.sanitizer:
    # The stock mlir-opt is not instrumented: its own leaks are not ours, and allocations cross
    # the border between it and us.
    settings = {
        "address": "ASAN_OPTIONS=detect_leaks=0:new_delete_type_mismatch=0:alloc_dealloc_mismatch=0:detect_odr_violation=0 "
        "UBSAN_OPTIONS=print_stacktrace=1",
        # Not ignore_noninstrumented_modules: our code is called from such modules, and then nothing
        # of it is seen (a planted race was not found with it).
        "thread": f"TSAN_OPTIONS=second_deadlock_stack=1:suppressions={config.test_source_root}/tsan.supp",
    }[config.sanitizer]
    mlir_opt = f"env LD_PRELOAD={config.sanitizer_runtime} {settings} {mlir_opt}"
    config.available_features.add("sanitizer")
config.substitutions += [
    ("%mlir-opt", mlir_opt),
    ("%tracemark-opt", f"{mlir_opt} --load-pass-plugin={plugin}"),
    ("%plugin", plugin),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%source", config.tracemark_source_dir),
    ("%python", "python3"),
]
