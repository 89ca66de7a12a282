"""IREE's compiler and runtime as their released packages have them, and programs for them."""

import functools
import importlib.util
import pathlib
import re
import subprocess

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRIVER = ROOT / "build/bin/tracemark-iree-compile"
LOCAL = ["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic"]
# A matmul with a bias and a relu behind it; IREE makes one dispatch of it.
DENSE = """
func.func @dense(%a: tensor<64x128xf32>, %b: tensor<128x32xf32>, %c: tensor<32xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %m = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>) outs(%f : tensor<64x32xf32>) -> tensor<64x32xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<64x32xf32>, tensor<32xf32>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}
"""
DENSE_NAME = "dense_dispatch_0_matmul_64x32x128_f32_bias_relu"
DENSE_INPUTS = ["--function=dense", "--input=64x128xf32=1", "--input=128x32xf32=2", "--input=32xf32=3"]
TYPES = {"f32": numpy.float32, "i64": numpy.int64, "i32": numpy.int32}


def missing():
    """Why IREE cannot be tried here, or None."""
    try:
        absent = [name for name in ("iree.compiler", "iree.runtime") if importlib.util.find_spec(name) is None]
    except ModuleNotFoundError:
        absent = ["iree"]
    if absent:
        return f"no Python package {', '.join(absent)} (pip install iree-base-compiler iree-base-runtime)"
    return None if DRIVER.exists() else f"no {DRIVER}"


@functools.cache
def folder_of(package):
    return pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0])


def library():
    return folder_of("iree.compiler") / "_mlir_libs/libIREECompiler.so"


def plain_compiler():
    return folder_of("iree.compiler") / "_mlir_libs/iree-compile"


def runtime(program):
    return folder_of("iree._runtime_libs") / program


def run(*command, cwd=None, code=0):
    """Both outputs of a run that ends with the exit code."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == code, f"{' '.join(map(str, command))}\nexit code {done.returncode}\n{done.stderr[-4000:]}"
    return done.stdout + done.stderr


def compile_ours(*arguments, cwd=None, code=0):
    return run(DRIVER, f"--iree-compiler-library={library()}", *arguments, cwd=cwd, code=code)


def arguments_of(model, folder, dim):
    """`--input=` flags with seeded numbers for the one function of a model; `dim` is every dynamic extent."""
    text = model.read_text()
    name, signature = re.search(r"func\.func (?:public )?@([\w.$-]+)\((.*?)\) ->", text, re.DOTALL).groups()
    random = numpy.random.default_rng(7)
    flags = [f"--function={name}"]
    for number, spelled in enumerate(re.findall(r"%\w+: tensor<([^>]*)>", signature)):
        *shape, element = spelled.split("x")
        shape = [dim if extent == "?" else int(extent) for extent in shape]
        integers = element.startswith("i")
        values = random.integers(0, 8, shape) if integers else random.standard_normal(shape) * 0.1
        path = folder / f"input{number}.npy"
        numpy.save(path, values.astype(TYPES[element]))
        flags.append(f"--input=@{path}")
    return flags


def outputs_of(module, arguments, folder):
    """What a compiled model gives, as arrays."""
    path = folder / f"{module.stem}.npy"
    run(runtime("iree-run-module"), f"--module={module}", "--device=local-sync", f"--output=@{path}", *arguments)
    return numpy.load(path)
