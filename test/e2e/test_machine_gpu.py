"""The same for kernels of GPUs, of which none is needed: what the profilers of NVIDIA and AMD read is in the binary."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from machine import (
    NVDISASM,
    LineTable,
    Listings,
    LlvmIr,
    disassemble,
    gpu_environment,
    lower,
    needs_lld,
    needs_nvdisasm,
    needs_ptxas,
    output,
    pipeline,
)
from profiling import EXAMPLES, INPUTS, LLVM, has

pytestmark = pytest.mark.skipif(not has("clang-22"), reason="no C compiler to link with")

STAGES = ("tracemark-name-dispatches", "gpu-kernel-outlining", "reconcile-unrealized-casts")
# What each kernel computes.
KERNELS = {
    "forward_dispatch_0_matmul_64x64x128_f32_kernel": ("mul", "add"),
    "forward_dispatch_1_sqrt_64x64_f32_kernel": ("sqrt",),
    "forward_dispatch_2_div_64x64_f32_kernel": ("div",),
}
INSTRUCTIONS = {
    "ptx": {"mul": r"mul\.rn\.f32", "add": r"add\.rn\.f32", "sqrt": r"sqrt\.\w+\.f32", "div": r"div\.rn\.f32"},
    "sass": {"mul": r"FMUL", "add": r"FADD", "sqrt": r"MUFU\.(RSQ|SQRT)", "div": r"MUFU\.RCP"},
    "gcn": {"mul": r"v_mul_f32\w*", "add": r"v_add_f32\w*", "sqrt": r"v_sqrt_f32\w*", "div": r"v_rcp_f32\w*"},
}


def op_of(what, stage, language):
    """The op that an instruction comes from, at each stage."""
    early = {"mul": "linalg.matmul", "add": "linalg.matmul", "sqrt": "linalg.sqrt", "div": "linalg.div"}
    middle = {"mul": "arith.mulf", "add": "arith.addf", "sqrt": "math.sqrt", "div": "arith.divf"}
    # On NVIDIA a square root is a call of libdevice, which is inlined.
    root = "llvm.intr.sqrt" if language == "gcn" else "llvm.call"
    late = {"mul": "llvm.fmul", "add": "llvm.fadd", "sqrt": root, "div": "llvm.fdiv"}
    return dict(zip(STAGES, (early, middle, late), strict=True))[stage][what]


@dataclass
class Kernels(Listings):
    """A program that was linked to the stand-in for the runtime, and run."""

    stage: str
    launches: list[str]

    def modules(self):
        """What was loaded, in the order of the kernels."""
        by_name = {}
        for path in self.folder.glob("module?"):
            content = path.read_bytes()
            by_name |= {name: path for name in self.launches if name.encode() in content}
        return [by_name[name] for name in self.launches]

    def check(self, kernel, language, found):
        """`found`: (instruction, file, line) of a whole kernel."""
        owner = kernel.removesuffix("_kernel") if self.stage == STAGES[0] else kernel
        owner_file, first, last = self.entry(owner)
        for what in KERNELS[kernel]:
            pattern, op = INSTRUCTIONS[language][what], op_of(what, self.stage, language)
            places = [(file, line) for name, file, line in found if re.fullmatch(pattern, name)]
            assert places, f"{kernel} has no {pattern}"
            for file, line in places:
                assert self.op(file, line) == op, f"{kernel}: {pattern} is on line {line}: {self.text(file, line)}"
                assert file == owner_file and first < line < last


def compile_kernels(passes, stage, folder):
    """Lowers the example, links it to the stand-in and runs it."""
    listings = lower(EXAMPLES / "kernels.mlir", passes, stage, folder / "build", gpu_environment(folder))
    output(LLVM / "mlir-translate", "--mlir-to-llvmir", "lowered.mlir", "-o", "model.ll", cwd=listings.folder)
    code = [LLVM / "llc", "-relocation-model=pic", "-filetype=obj", "model.ll", "-o", "model.o"]
    output(*code, cwd=listings.folder)
    output("clang-22", "model.o", INPUTS / "gpu_runtime.c", "-o", "model", cwd=listings.folder)
    launches = output("./model", cwd=listings.folder).splitlines()
    return Kernels(listings.folder, stage, [launch.split()[0] for launch in launches])


@pytest.fixture(scope="module", params=STAGES)
def stage(request):
    return request.param


@pytest.fixture(scope="module")
def nvidia(stage, tmp_path_factory):
    return compile_kernels(pipeline("nvidia"), stage, tmp_path_factory.mktemp("nvidia"))


@pytest.fixture(scope="module")
def ptx(stage, tmp_path_factory):
    passes = pipeline("nvidia").replace("format=bin opts=-lineinfo", "format=isa")
    return compile_kernels(passes, stage, tmp_path_factory.mktemp("ptx"))


@pytest.fixture(scope="module")
def amd(stage, tmp_path_factory):
    return compile_kernels(pipeline("amd"), stage, tmp_path_factory.mktemp("amd"))


@pytest.fixture(scope="module")
def gcn(stage, tmp_path_factory):
    passes = pipeline("amd").replace("format=bin", "format=isa")
    return compile_kernels(passes, stage, tmp_path_factory.mktemp("gcn"))


def assembly_lines(text):
    """(instruction, file, line) by the .file and .loc directives of an assembler's text."""
    files = {
        number: "/".join(filter(None, names))
        for number, *names in re.findall(r'\.file\s+(\d+) "([^"]*)"(?: "([^"]*)")?', text)
    }
    found, place = [], (None, 0)
    for row in text.splitlines():
        if match := re.match(r"\s+\.loc\s+(\d+) (\d+)", row):
            place = files[match[1]], int(match[2])
        elif match := re.match(r"\s+(?:@\S+\s+)?([a-z][\w.]*)\s", row):
            found.append((match[1], *place))
    return found


@needs_ptxas
def test_ptx(ptx):
    assert ptx.launches == list(KERNELS)
    for kernel, path in zip(KERNELS, ptx.modules(), strict=True):
        text = path.read_text()
        # With `debug` behind the target ptxas would not optimise.
        assert re.search(r"^\.target sm_80$", text, re.MULTILINE)
        ptx.check(kernel, "ptx", assembly_lines(text))


def sass(path):
    """(address, instruction, file, line) of nvdisasm -g, without the subroutines of ptxas: these have no lines."""
    found, place = [], (None, 0)
    for row in output(NVDISASM, "-g", "-c", path, cwd=path.parent).splitlines():
        if row.startswith("$__internal"):
            break
        if match := re.search(r'//## File "(.*?)", line (\d+)', row):
            place = match[1], int(match[2])
        elif match := re.match(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:@!?\w+\s+)?([A-Z][\w.]*)", row):
            found.append((int(match[1], 16), match[2], *place))
    return found


@needs_ptxas
@needs_nvdisasm
def test_nvdisasm(nvidia):
    assert nvidia.launches == list(KERNELS)
    for kernel, path in zip(KERNELS, nvidia.modules(), strict=True):
        nvidia.check(kernel, "sass", [(name, file, line) for _, name, file, line in sass(path)])


@needs_ptxas
@needs_nvdisasm
def test_dwarfdump_of_a_cubin(nvidia):
    for kernel, path in zip(KERNELS, nvidia.modules(), strict=True):
        assert kernel in output(LLVM / "llvm-readelf", "-s", path, cwd=path.parent)
        table = LineTable(path)
        nvidia.check(kernel, "sass", [(name, *table.find(address)) for address, name, _, _ in sass(path)])


@needs_lld
def test_amd_code_objects(amd):
    assert amd.launches == list(KERNELS)
    for kernel, path in zip(KERNELS, amd.modules(), strict=True):
        table = LineTable(path)
        code = [instruction for instruction in disassemble(path) if instruction.function == kernel]
        amd.check(kernel, "gcn", [(item.text.split()[0], *table.find(item.address)) for item in code])


def test_amd_assembly(gcn):
    assert gcn.launches == list(KERNELS)
    for kernel, path in zip(KERNELS, gcn.modules(), strict=True):
        gcn.check(kernel, "gcn", assembly_lines(path.read_text()))
        target = ["-triple=amdgcn-amd-amdhsa", "-mcpu=gfx942", "-filetype=obj"]
        output(LLVM / "llvm-mc", *target, path, "-o", f"{path}.o", cwd=path.parent)
        table = LineTable(Path(f"{path}.o"))
        code = disassemble(Path(f"{path}.o"))
        gcn.check(kernel, "gcn", [(item.text.split()[0], *table.find(item.address)) for item in code])


@needs_ptxas
@needs_nvdisasm
def test_kernels_named_after_their_contents_have_a_listing_each(tmp_path):
    passes = pipeline("nvidia")
    for former, new in (
        ("tracemark-outline-dispatches{fuse=none},", ""),
        ("tracemark-name-dispatches,", ""),
        (
            "gpu-kernel-outlining,",
            "gpu-kernel-outlining,tracemark-name-dispatches{entry=gpu},gpu.module(gpu.func(cse)),",
        ),
    ):
        assert former in passes
        passes = passes.replace(former, new)
    kernels = compile_kernels(passes, "cse", tmp_path)
    names = [
        "forward_kernel_load_mulf_addf_store_64x64_f32",
        "forward_kernel_load_sqrt_store_64x64_f32",
        "forward_kernel_load_divf_store_64x64_f32",
    ]
    assert [re.sub(r"_D_", "_64x64_", name) for name in kernels.launches] == names
    # Threads write them in any order.
    tags = {record["symbol"][-1]: record["tag"] for record in kernels.records}
    assert set(tags) == set(kernels.launches)
    assert all(re.search(r"\broot=load_", tag) for tag in tags.values())
    assert len(kernels.records) == len({record["file"] for record in kernels.records}) == len(names)
    for kernel, path, what in zip(kernels.launches, kernels.modules(), ("add", "sqrt", "div"), strict=True):
        places = [(file, line) for _, name, file, line in sass(path) if re.fullmatch(INSTRUCTIONS["sass"][what], name)]
        assert places
        for file, line in places:
            assert file == kernels.entry(kernel)[0]
            assert kernels.op(file, line) == op_of(what, STAGES[1], "sass")


@pytest.mark.parametrize("vendor", ["nvidia", "amd"])
def test_before_opt_every_instruction_of_a_kernel_has_a_line(vendor, stage, tmp_path):
    passes = re.sub(r"format=bin[^}]*", "format=llvm", pipeline(vendor)).replace(" O=3", " O=0")
    kernels = compile_kernels(passes, stage, tmp_path)
    for kernel, path in zip(KERNELS, kernels.modules(), strict=True):
        ir = LlvmIr(output(LLVM / "llvm-dis", path, "-o", "-", cwd=tmp_path))
        file, first, last = kernels.entry(kernel.removesuffix("_kernel") if stage == STAGES[0] else kernel)
        body = ir.functions[kernel]
        assert any("insertvalue" in row for row in body), "it is optimised"
        for row in body:
            assert ir.places(row), row
            assert ir.places(row)[0][0] == file, row
            assert first <= ir.places(row)[0][1] <= last, row
