"""IREE's compiler takes the listings of its executables into its artefact. Needs iree-compile (PyPI: iree-base-compiler)."""

import shutil
import sys
from pathlib import Path

import iree_host
import pytest
from profiling import LLVM, plugin
from test_embedded_sources import run

HERE = str(Path(sys.executable).parent)
COMPILER = shutil.which("iree-compile") or shutil.which("iree-compile", path=HERE)
TARGET = ("--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
          "--iree-llvmcpu-target-cpu=generic")  # fmt: skip
MODEL = """
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


@pytest.mark.skipif(not COMPILER, reason="iree-compile is not installed")
def test_the_artefact_holds_the_listing_and_its_lines(tmp_path):
    (tmp_path / "model.mlir").write_text(MODEL)
    form = ("--mlir-print-op-generic", "--mlir-print-debuginfo")
    run(COMPILER, "model.mlir", *TARGET, "--compile-to=executable-sources", *form, "-o", "sources.mlir", cwd=tmp_path)
    passes = "builtin.module(tracemark-source-listing{stage=dispatches scope=module},tracemark-embed-sources)"
    run(LLVM / "mlir-opt", "sources.mlir", f"--load-pass-plugin={plugin()}", "--allow-unregistered-dialect",
        f"--pass-pipeline={passes}", *form, "-o", "embedded.mlir", cwd=tmp_path)  # fmt: skip
    run(COMPILER, "embedded.mlir", *TARGET, "--compile-from=executable-sources", "-o", "model.vmfb", cwd=tmp_path)
    targets = ("--compile-from=executable-sources", "--compile-to=executable-targets")
    compiled = run(COMPILER, "embedded.mlir", *TARGET, *targets, "-o", "-", cwd=tmp_path)
    assert 'source_locs = {dispatches = loc("listings/dispatches/module.mlir":' in compiled
    artefact = (tmp_path / "model.vmfb").read_bytes()
    assert (tmp_path / "listings/dispatches/module.mlir").read_bytes() in artefact
    assert artefact.count(b"listings/dispatches/module.mlir\0") >= 2  # of the text, and of the export's line


@pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))
def test_a_listing_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "model.mlir").write_text(MODEL)
    (tmp_path / "file").touch()
    flags = ("--source-listing-after=flow", "--source-listing-to=file")
    said = iree_host.compile_ours("model.mlir", *iree_host.LOCAL, *flags, "-o", "model.vmfb", cwd=tmp_path)
    assert "cannot write listings to folder 'file': Not a directory; the compile goes on without" in said
    assert b"_dispatch_0" in (tmp_path / "model.vmfb").read_bytes()


@pytest.mark.skipif(bool(iree_host.missing()), reason=str(iree_host.missing()))
@pytest.mark.parametrize(
    ("flag", "name"),
    [("prefix-map=listings=/src/lists", "/src/lists/flow/"), ("locations=replace", "listings/flow/"), ("locations=keep", "")],
    ids=["mapped", "replaced", "kept"],
)
def test_the_driver_embeds_whatever_becomes_of_the_locations(tmp_path, flag, name):
    (tmp_path / "model.mlir").write_text(MODEL)
    flags = ("--source-listing-after=flow", f"--source-listing-{flag}")
    iree_host.compile_ours("model.mlir", *iree_host.LOCAL, *flags, "-o", "model.vmfb", cwd=tmp_path)
    artefact = (tmp_path / "model.vmfb").read_bytes()
    (dispatch,) = (tmp_path / "listings/flow").glob("*_dispatch_0*.mlir")
    assert (dispatch.read_bytes() in artefact) == bool(name)
    assert not name or f"{name}{dispatch.name}\0".encode() in artefact
