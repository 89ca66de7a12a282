"""lit configuration. Run it through the site file: `lit build/test`.

Substitutions: %mlir-opt (stock mlir-opt), %plugin (libTracemark.so), %tracemark-opt (both:
mlir-opt with the plugin loaded), %tracemark-c (the host in C with libTracemarkC.so), %plugin-host (the same
with libTracemark.so), %c-host, %c-library, %core (libTracemarkCore.a), %inputs (test/Inputs), %source (the project's folder).
"""

import os

import lit.formats

config.name = "Tracemark (C only)" if config.c_only else "Tracemark"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "python", "e2e", "fuzz"]
tests = os.path.join(config.tracemark_source_dir, "test")
config.test_source_root = os.path.join(tests, "passes") if config.c_only else tests
config.test_exec_root = os.path.join(config.tracemark_build_dir, "test-c" if config.c_only else "test")

config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --dump-input-filter=all --allow-unused-prefixes=false"
for name in list(config.environment):
    if name.startswith("TRACEMARK_"):
        del config.environment[name]

plugin = os.path.join(config.tracemark_build_dir, "lib", "libTracemark.so")
mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
sanitize = ""
if config.sanitizer:
    # The stock mlir-opt is not instrumented: its own leaks are not ours, and allocations cross
    # the border between it and us.
    settings = {
        "address": "ASAN_OPTIONS=detect_leaks=0:new_delete_type_mismatch=0:alloc_dealloc_mismatch=0:detect_odr_violation=0 "
        "UBSAN_OPTIONS=print_stacktrace=1",
        # Not ignore_noninstrumented_modules: our code is called from such modules, and then nothing
        # of it is seen (a planted race was not found with it).
        "thread": f"TSAN_OPTIONS=second_deadlock_stack=1:suppressions={tests}/tsan.supp",
    }[config.sanitizer]
    sanitize = f"env LD_PRELOAD={config.sanitizer_runtime} {settings} "
    config.available_features.add("sanitizer")
c_host = os.path.join(config.tracemark_build_dir, "bin", "c_host")
c_library = os.path.join(config.tracemark_build_dir, "lib", "libTracemarkC.so")
with_plugin = f"{sanitize}{mlir_opt} --load-pass-plugin={plugin}"
with_c_library = f"{sanitize}{c_host} --library={c_library}"
if config.c_only:
    # They use flags of mlir-opt that the host in C has not.
    config.excludes += ["options.mlir", "print_flags.mlir", "hashes.mlir", "kept-names.mlir", "invalid.mlir", "modules.mlir"]
    config.excludes += ["write_failure.mlir", "location_modes.mlir", "settled.mlir", "forms.mlir"]
    # The option is refused there.
    config.excludes += ["check.mlir"]
config.substitutions += [
    ("%mlir-opt", sanitize + mlir_opt),
    ("%tracemark-opt", with_c_library if config.c_only else with_plugin),
    ("%tracemark-c", with_c_library),
    ("%plugin-host", f"{sanitize}{c_host} --library={plugin}"),
    ("%c-host", c_host),
    ("%c-library", c_library),
    ("%core", os.path.join(config.tracemark_build_dir, "lib", "libTracemarkCore.a")),
    ("%plugin", plugin),
    ("%inputs", os.path.join(tests, "Inputs")),
    ("%source", config.tracemark_source_dir),
    ("%python", "python3"),
]
