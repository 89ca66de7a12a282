"""What SPIR-V keeps, as docs/profilers.md says: the names, and lines only where the serialiser is asked for them."""

import re

import pytest
from machine import lower, output
from profiling import LLVM, has

KERNEL = """
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<
    #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  gpu.module @kernels {
    gpu.func @square(%a: memref<64xf32, #spirv.storage_class<StorageBuffer>>) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %i = gpu.block_id x
      %0 = memref.load %a[%i] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      %1 = arith.mulf %0, %0 : f32
      memref.store %1, %a[%i] : memref<64xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}
"""
PASSES = (
    "builtin.module(tracemark-name-dispatches{entry=gpu},gpu.module(cse),convert-gpu-to-spirv,tracemark-select-locations,"
    "spirv.module(spirv-lower-abi-attrs,canonicalize,spirv-update-vce))"
)
NAME = "square_load_mulf_store_64_f32"


@pytest.fixture(params=["fuse", "replace"])
def kernel(request, tmp_path):
    """Listings of the kernel's module, and how they stand in the locations; kernel.mlir is the spirv.module alone."""
    (tmp_path / "input.mlir").write_text(KERNEL)
    listings = lower("input.mlir", PASSES, "cse", tmp_path, flags=[f"--source-listing-locations={request.param}"])
    text = output(LLVM / "mlir-opt", "lowered.mlir", "--mlir-print-debuginfo", "--mlir-print-local-scope", cwd=tmp_path)
    (module,) = re.findall(r"^  spirv\.module .*?^  \}.*?$", text, re.MULTILINE | re.DOTALL)
    # The tests of the serialiser want the extension for debug info and do not ask for it themselves.
    module = re.sub(r"(requires #spirv\.vce<.*?\[.*?\], \[)", r"\1SPV_KHR_non_semantic_info, ", module)
    (tmp_path / "kernel.mlir").write_text(module + "\n")
    return listings, request.param


def test_the_ops_have_lines_of_the_listing(kernel):
    listings, _ = kernel
    text = (listings.folder / "kernel.mlir").read_text()
    file, line = listings.line_of(NAME, "arith.mulf")
    assert re.search(rf'spirv\.FMul .*loc\(.*"{file}":{line}:\d+\]?\)$', text, re.MULTILINE)


@pytest.mark.skipif(not has("spirv-dis"), reason="spirv-dis is not installed (Debian: spirv-tools)")
def test_the_serialiser_of_the_command_line_writes_the_name_and_no_line(kernel):
    listings, _ = kernel
    output(LLVM / "mlir-translate", "--serialize-spirv", "--no-implicit-module", "kernel.mlir", "-o", "kernel.spv",
           cwd=listings.folder)  # fmt: skip
    text = output("spirv-dis", "--raw-id", "kernel.spv", cwd=listings.folder)
    assert re.search(rf'OpEntryPoint GLCompute %\d+ "{NAME}"', text)
    assert "OpFMul" in text and "OpLine" not in text and "OpString" not in text


def test_a_serialiser_that_is_asked_writes_lines_of_plain_locations(kernel):
    """MLIR's own test of emitDebugInfo: it serialises with it and reads back."""
    listings, locations = kernel
    text = output(
        LLVM / "mlir-translate", "--test-spirv-roundtrip-debug", "--no-implicit-module", "--mlir-print-debuginfo",
        "--mlir-print-local-scope", "kernel.mlir", cwd=listings.folder,
    )  # fmt: skip
    (location,) = re.findall(r"spirv\.FMul .* loc\((.*)\)$", text, re.MULTILINE)
    file, line = listings.line_of(NAME, "arith.mulf")
    if locations == "replace":
        assert re.fullmatch(rf'"{file}":{line}:\d+', location)
    else:
        assert location == "unknown"


def test_llvms_backend_writes_no_line(tmp_path):
    (tmp_path / "input.mlir").write_text(
        "llvm.func spir_kernelcc @square(%a: !llvm.ptr<1>) {\n  %0 = llvm.load %a : !llvm.ptr<1> -> f32\n"
        "  %1 = llvm.fmul %0, %0 : f32\n  llvm.store %1, %a : f32, !llvm.ptr<1>\n  llvm.return\n}\n"
    )
    debug_info = "tracemark-select-locations,ensure-debug-info-scope-on-llvm-func{emission-kind=Full}"
    lower("input.mlir", f"builtin.module(cse,{debug_info})", "cse", tmp_path)
    output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "kernel.ll", cwd=tmp_path)
    assert re.search(r"fmul .*!dbg", (tmp_path / "kernel.ll").read_text())
    for flags in [], ["--spirv-ext=+SPV_KHR_non_semantic_info", "--spv-emit-nonsemantic-debug-info"]:
        text = output(LLVM / "llc", "-mtriple=spirv64-unknown-unknown", *flags, "kernel.ll", "-o", "-", cwd=tmp_path)
        assert "OpEntryPoint Kernel %" in text and '"square"' in text
        assert ("DebugCompilationUnit" in text) == bool(flags)
        assert "OpLine" not in text and "DebugLine" not in text
