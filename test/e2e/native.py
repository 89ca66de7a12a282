"""Lowers a function on tensors to machine code and calls it with numpy arrays.

For tests that compare what two versions of a program compute. Needs MLIR's tools (MLIR_BIN, or
Debian's folder), a C compiler driver that links, and numpy.
"""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess

import numpy

TOOLS = pathlib.Path(os.environ.get("MLIR_BIN", "/usr/lib/llvm-22/bin"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = pathlib.Path(os.environ.get("TRACEMARK_PLUGIN", ROOT / "build/lib/libTracemark.so"))

BUFFERIZE = (
    "canonicalize,cse,one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map},drop-equivalent-buffer-results"
)
LOWER = BUFFERIZE + (
    ",func.func(buffer-hoisting,scf-forall-to-for),convert-linalg-to-loops,canonicalize,cse,expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts"
)
TYPES = {"f32": numpy.float32, "f64": numpy.float64, "i64": numpy.int64, "i32": numpy.int32, "i1": numpy.bool_}


def missing():
    """Why nothing can be run here, or None."""
    for tool in ("mlir-opt", "mlir-translate", "opt", "llc"):
        if not (TOOLS / tool).exists():
            return f"{tool} is not in {TOOLS}"
    if not compiler():
        return "no C compiler to link with"
    return None if PLUGIN.exists() else f"no plugin at {PLUGIN}"


def compiler():
    return shutil.which("cc") or shutil.which("clang-22") or shutil.which("gcc")


def run(*command, text=None):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stderr[:4000]}"
    return done.stdout


def mlir_opt(text, pipeline, plugin=False):
    load = [f"--load-pass-plugin={PLUGIN}"] if plugin else []
    return run(TOOLS / "mlir-opt", *load, f"--pass-pipeline=builtin.module({pipeline})", text=text)


class Tensor:
    """Type of an argument or result: element type and shape, `dim` for every dynamic dimension."""

    def __init__(self, spelled, dim):
        *shape, element = spelled.split("x")
        self.shape = tuple(dim if size == "?" else int(size) for size in shape)
        self.type = TYPES[element]


def signature(text, dim):
    """Name, argument and result types of the one public function."""
    header = re.search(r"func\.func (?:public )?@(\w+)\((.*?)\)(?: -> (.*?))?(?: attributes \{.*\})? \{", text)
    name, arguments, results = header.groups()

    def types(part):
        return [Tensor(spelled, dim) for spelled in re.findall(r"tensor<([^>]*)>", part or "")]

    return name, types(arguments), types(results)


def descriptor_type(rank):
    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64)]
        if rank:
            _fields_ += [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    return Descriptor


def to_descriptor(array):
    """A memref descriptor of `array`, which must be contiguous."""
    made = descriptor_type(array.ndim)(array.ctypes.data, array.ctypes.data, 0)
    for i in range(array.ndim):
        made.sizes[i] = array.shape[i]
        made.strides[i] = array.strides[i] // array.itemsize
    return made


def from_descriptor(made, kind):
    """A copy of what a descriptor points at."""
    rank = len(kind.shape)
    shape = tuple(made.sizes[i] for i in range(rank))
    item = numpy.dtype(kind.type).itemsize
    strides = tuple(made.strides[i] * item for i in range(rank))
    if 0 in shape:
        return numpy.zeros(shape, kind.type)
    extent = sum((size - 1) * stride for size, stride in zip(shape, strides)) + item
    memory = (ctypes.c_char * extent).from_address(made.aligned + made.offset * item)
    return numpy.ndarray(shape, kind.type, memory, strides=strides).copy()


class Program:
    """A compiled function; its results are in memory that it allocates, or in that of inputs."""

    def __init__(self, text, folder, name, interface):
        wrappers = "func.func(llvm-request-c-wrappers)," if interface else ""
        llvm = mlir_opt(text, wrappers + LOWER)
        files = {kind: folder / f"{name}.{kind}" for kind in ("ll", "o", "so")}
        ir = run(TOOLS / "mlir-translate", "--mlir-to-llvmir", text=llvm)
        files["ll"].write_text(run(TOOLS / "opt", "-O2", "-S", text=ir))
        run(TOOLS / "llc", "-O2", "-relocation-model=pic", "-filetype=obj", files["ll"], "-o", files["o"])
        libraries = TOOLS.parent / "lib"
        run(compiler(), "-shared", files["o"], "-o", files["so"], f"-L{libraries}", f"-Wl,-rpath,{libraries}",
            "-lmlir_c_runner_utils", "-lm")
        self.library = ctypes.CDLL(str(files["so"]))

    def __call__(self, name, inputs, results):
        # Inputs may be overwritten: every call gets its own.
        arrays = [array.copy() for array in inputs]
        descriptors = [to_descriptor(array) for array in arrays]

        class Results(ctypes.Structure):
            _fields_ = [(f"result{i}", descriptor_type(len(kind.shape))) for i, kind in enumerate(results)]

        made = Results()
        self.library["_mlir_ciface_" + name](ctypes.byref(made), *[ctypes.byref(item) for item in descriptors])
        return [from_descriptor(getattr(made, f"result{i}"), kind) for i, kind in enumerate(results)]


def random_inputs(types, seed, integers):
    """Values that keep activations of a deep network near one."""
    generator = numpy.random.default_rng(seed)
    arrays = []
    for kind in types:
        if kind.type in (numpy.float32, numpy.float64):
            fan_in = max(1, int(numpy.prod(kind.shape[1:]))) if len(kind.shape) > 1 else 16
            scale = 1.0 if fan_in > 100000 else (2.0 / fan_in) ** 0.5
            array = generator.standard_normal(kind.shape) * scale
        else:
            array = generator.integers(0, integers, kind.shape)
        arrays.append(numpy.asarray(array, kind.type))
    return arrays


def inline_aliases(path):
    """The functions of a file as text that can stand beside those of others."""
    lines = run(TOOLS / "mlir-opt", path, "--mlir-print-local-scope").splitlines()
    end = len(lines) - lines[::-1].index("}") - 1
    return "\n".join(lines[lines.index("module {") + 1 : end]) + "\n"


class Comparison:
    """A module as it is and outlined, compiled once for each way in `fuse`."""

    def __init__(self, text, folder, fuse):
        self.whole = Program(text, folder, "whole", interface=True)
        self.outlined = []
        for way in fuse:
            parts = mlir_opt(text, f"tracemark-outline-dispatches{{fuse={way}}}", plugin=True)
            self.outlined.append(Program(parts, folder, f"outlined_{way}", interface=False))

    def run(self, text, dim=5, integers=7, seed=1):
        """Calls the public function that `text` begins with; returns all (expected, found)."""
        name, arguments, results = signature(text, dim)
        inputs = random_inputs(arguments, seed, integers)
        expected = self.whole(name, inputs, results)
        return [pair for program in self.outlined for pair in zip(expected, program(name, inputs, results))]
