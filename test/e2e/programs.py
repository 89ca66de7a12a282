"""Random programs with hostile symbols and references in every place, for the properties of naming.

A program knows its symbols by number, so it can be written with any names for them, in any order: what the pass should
have made of it is the same program with the names that it gave.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hypothesis import strategies as st

SIGNATURE = "(memref<8xf32>) -> ()"

# Bodies over %{v}a, in order of their number; `v` stands before every SSA name.
WORK = (
    "linalg.exp ins(%{v}a : memref<8xf32>) outs(%{v}a : memref<8xf32>)",
    "linalg.log ins(%{v}a : memref<8xf32>) outs(%{v}a : memref<8xf32>)",
    "linalg.exp ins(%{v}a : memref<8xf32>) outs(%{v}a : memref<8xf32>)\n"
    "linalg.exp ins(%{v}a : memref<8xf32>) outs(%{v}a : memref<8xf32>)",
    "linalg.add ins(%{v}a, %{v}a : memref<8xf32>, memref<8xf32>) outs(%{v}a : memref<8xf32>)",
    '"own.f32"(%{v}a) : (memref<8xf32>) -> ()',
    "",  # no dispatch
)
LLVM_WORK = (
    "%{v}0 = llvm.load %{v}a : !llvm.ptr -> f32\n%{v}1 = llvm.fmul %{v}0, %{v}0 : f32\n"
    "llvm.store %{v}1, %{v}a : f32, !llvm.ptr",
    "%{v}0 = llvm.load %{v}a : !llvm.ptr -> f32\n%{v}1 = llvm.fadd %{v}0, %{v}0 : f32\n"
    "llvm.store %{v}1, %{v}a : f32, !llvm.ptr",
)

STEMS = st.sampled_from(["f", "a", "main_dispatch_0", "_", "f_exp", "exp", "_mlir_ciface_f"])
ENDINGS = st.sampled_from(
    ["", "_exp", "_exp_8_f32", "_exp_exp_8_f32", "_add_8_f32", "_log_8_f32", "_h01234567", "_2", "_8_f32", "."]
)
HOSTILE = st.sampled_from(
    ["$", "a.b", "x/y", 'q"uo"te', "back\\slash", "é🚀", "new\nline", "blank s", "@at", "::", "%3", "<", "tab\t"]
)
SYMBOLS = st.one_of(
    st.builds(str.__add__, STEMS, ENDINGS),
    st.builds(str.__add__, HOSTILE, ENDINGS),
    st.integers(90, 310).map(lambda length: "l" * length),
    st.builds(lambda count, end: "f" * count + end, st.integers(1, 3), ENDINGS),
)


def quote(symbol: str) -> str:
    """`@"..."`, every byte but letters, digits and '_' escaped."""
    raw = symbol.encode()
    return '@"' + "".join(chr(b) if (chr(b).isalnum() and b < 128) or b == 95 else f"\\{b:02X}" for b in raw) + '"'


@dataclass
class Entry:
    """A function (or an export of one); its number is its marker in the text."""

    number: int
    kind: str  # func, llvm, gpu, unregistered, export
    work: int
    private: bool = True
    interface: bool = False
    exports: int = -1  # of an export: number of the function
    calls: list[int] = field(default_factory=list)


@dataclass
class Table:
    """A symbol table; entries by number, tables in it by name."""

    kind: str  # module, gpu, unregistered, executable, inner
    name: str
    entries: list[Entry] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    references: list[tuple[str, object]] = field(default_factory=list)  # place, tree of attributes
    own: object = None  # tree of attributes of the table itself

    def paths(self) -> dict[int, tuple[str | int, ...]]:
        """Path from here to each entry: names of tables, then the entry's number."""
        found: dict[int, tuple[str | int, ...]] = {entry.number: (entry.number,) for entry in self.entries}
        for table in self.tables:
            if table.kind != "inner":
                found.update({number: (table.name, *path) for number, path in table.paths().items()})
        return found


@dataclass
class Program:
    """The top table and the symbols by number."""

    top: Table
    names: list[str]

    def text(self, names=None, seed=None, value="v", location="") -> str:
        """The program with these names; with a seed its ops in another order."""
        writer = Writer(names or self.names, random.Random(seed) if seed is not None else None, value, location)
        return writer.module(self.top, "module", "") + "\n"


class Writer:
    """Writes one program."""

    def __init__(self, names, order, value, location):
        self.names, self.order, self.value, self.location = names, order, value, location

    def path(self, path) -> str:
        return "::".join(quote(self.names[part] if isinstance(part, int) else part) for part in path)

    def attribute(self, tree, paths) -> str:
        kind, value = tree
        if kind == "ref":
            return self.path(paths[value])
        if kind == "sealed":
            return f"#own.sealed<{self.path(paths[value])}>"
        if kind == "array":
            return "[" + ", ".join(self.attribute(item, paths) for item in value) + "]"
        if kind == "dict":
            return "{" + ", ".join(f"k{i} = {self.attribute(item, paths)}" for i, item in enumerate(value)) + "}"
        return value

    def function(self, entry: Entry) -> str:
        name, mark = quote(self.names[entry.number]), f"test.id = {entry.number} : i64"
        extra = ", llvm.emit_c_interface" if entry.interface else ""
        v = self.value
        body = WORK[entry.work % len(WORK)].replace("{v}", v)
        calls = "\n".join(f"func.call {quote(self.names[n])}(%{v}a) : {SIGNATURE}" for n in entry.calls)
        if entry.kind == "func":
            private = "private " if entry.private else ""
            head = f"func.func {private}{name}(%{v}a: memref<8xf32>) attributes {{{mark}{extra}}}"
            return f"{head} {{\n{body}\n{calls}\nreturn\n}} {self.location}"
        if entry.kind == "gpu":
            return f"gpu.func {name}(%{v}a: memref<8xf32>) kernel attributes {{{mark}}} {{\n{body}\ngpu.return\n}}"
        if entry.kind == "llvm":
            linkage = "internal " if entry.private else ""
            body = LLVM_WORK[entry.work % len(LLVM_WORK)].replace("{v}", v)
            text = f"llvm.func {linkage}{name}(%{v}a: !llvm.ptr) attributes {{{mark}}} {{\n{body}\nllvm.return\n}}"
            if entry.interface:
                wrapper = quote("_mlir_ciface_" + self.names[entry.number])
                call = f"llvm.call {name}(%{v}a) : (!llvm.ptr) -> ()"
                text += f"\nllvm.func {linkage}{wrapper}(%{v}a: !llvm.ptr) {{\n{call}\nllvm.return\n}}"
            return text
        visibility = ', sym_visibility = "private"' if entry.private else ""
        if entry.kind == "export":
            return (f'"flow.executable.export"() {{sym_name = {name[1:]}, function_ref = '
                    f"{quote(self.names[entry.exports])}, {mark}}} : () -> ()")  # fmt: skip
        return (f'"util.func"() ({{\n^bb0(%{v}a: memref<8xf32>):\n{body}\n"util.return"() : () -> ()\n}}) '
                f"{{sym_name = {name[1:]}{visibility}, {mark}}} : () -> ()")  # fmt: skip

    def reference(self, table: Table, place: str, tree, paths) -> str:  # noqa: PLR0911
        v, host = self.value, f"test_host_{table.references.index((place, tree))}"
        if place == "op":
            return f'"own.op"() {{sym = {self.attribute(tree, paths)}}} : () -> ()'
        if place == "nested":
            inner = f'"own.leaf"() {{sym = {self.attribute(tree, paths)}}} : () -> ()'
            return f'"own.around"() ({{\n"own.between"() ({{\n{inner}\n}}) : () -> ()\n}}) : () -> ()'
        number = tree[1]
        name = quote(self.names[number])
        if place == "call":
            return (f"func.func @{host}(%{v}a: memref<8xf32>) {{\nfunc.call {name}(%{v}a) : {SIGNATURE}\n"
                    f"%{v}f = func.constant {name} : {SIGNATURE}\nreturn\n}}")  # fmt: skip
        if place == "address":
            return (f"llvm.func @{host}() {{\n%{v}p = llvm.mlir.addressof {name} : !llvm.ptr\n"
                    f"llvm.call {name}(%{v}p) : (!llvm.ptr) -> ()\nllvm.return\n}}")  # fmt: skip
        if place == "alias":
            return (f"llvm.mlir.alias external @{host} : !llvm.func<void (ptr)> {{\n"
                    f"%{v}p = llvm.mlir.addressof {name} : !llvm.ptr\nllvm.return %{v}p : !llvm.ptr\n}}")  # fmt: skip
        if place == "launch":
            return (f"func.func @{host}(%{v}a: memref<8xf32>) {{\n%{v}c = arith.constant 1 : index\n"
                    f"gpu.launch_func {self.path(paths[number])} blocks in (%{v}c, %{v}c, %{v}c) "
                    f"threads in (%{v}c, %{v}c, %{v}c) args(%{v}a : memref<8xf32>)\nreturn\n}}")  # fmt: skip
        return (f'"stream.cmd.dispatch"() {{entry_points = [{self.path(paths[number])}], '
                f"map = {{deep = [{self.path(paths[number])}]}}}} : () -> ()")  # fmt: skip

    def module(self, table: Table, keyword: str, name: str) -> str:
        paths = table.paths()
        parts = [self.function(entry) for entry in table.entries]
        parts += [self.table(inner) for inner in table.tables]
        parts += [self.reference(table, place, tree, paths) for place, tree in table.references]
        if self.order:
            self.order.shuffle(parts)
        body = "\n".join(parts)
        own = f"own.sym = {self.attribute(table.own, paths)}" if table.own else "own.none"
        if keyword == "module":
            return f"module {name} attributes {{gpu.container_module, {own}}} {{\n{body}\n}}"
        if keyword == "gpu":
            return f"gpu.module {name} attributes {{{own}}} {{\n{body}\n}}"
        return f'"{keyword}"() ({{\n{body}\n}}) {{sym_name = {name[1:]}, {own}}} : () -> ()'

    def table(self, table: Table) -> str:
        if table.kind == "inner":
            return self.module(table, "module", "")
        keyword = {"module": "module", "gpu": "gpu", "unregistered": "own.table", "executable": "flow.executable"}
        return self.module(table, keyword[table.kind], quote(table.name))


@st.composite
def trees(draw, numbers, depth=2, sealed=True):
    """An attribute with references to some of these entries."""
    kinds = ["ref"] * 3 + (["array", "dict"] if depth else []) + (["sealed"] if sealed else []) + ["plain"]
    kind = draw(st.sampled_from(kinds))
    if kind in ("ref", "sealed"):
        return kind, draw(st.sampled_from(numbers))
    if kind == "plain":
        return kind, draw(st.sampled_from(["unit", "3 : i64", '"@f"', "@nowhere", "@nowhere::@f", "f32", "[1, 2]"]))
    return kind, draw(st.lists(trees(numbers, depth - 1, sealed), max_size=3))


@st.composite
def programs(draw):
    """A program of up to about fifteen entries."""
    names: list[str] = []

    def entry(kind, used, **more):
        symbol = draw(SYMBOLS.filter(lambda name: name not in used and "_mlir_ciface_" + name not in used))
        used |= {symbol, "_mlir_ciface_" + symbol}
        names.append(symbol)
        return Entry(len(names) - 1, kind, draw(st.integers(0, 5)), **more)

    def table(kind, name, depth):
        result, used = Table(kind, name), {f"t{i}" for i in range(9)}
        of_kind = {"gpu": ["gpu"], "unregistered": ["unregistered"], "inner": ["func"]}
        kinds = of_kind.get(kind, ["func", "func", "llvm", "unregistered"])
        for _ in range(draw(st.integers(1, 4 if depth else 3))):
            which = draw(st.sampled_from(kinds))
            made = entry(which, used, private=draw(st.booleans()), interface=draw(st.booleans()))
            result.entries.append(made)
        funcs = [item.number for item in result.entries if item.kind == "func"]
        for item in result.entries:
            if item.kind == "func" and draw(st.booleans()):
                item.calls = draw(st.lists(st.sampled_from(funcs), max_size=2))
        if kind == "module" and depth:
            for index in range(draw(st.integers(0, 3))):
                inner = draw(st.sampled_from(["module", "gpu", "unregistered", "executable"]))
                name = f"t{index}"
                result.tables.append(executable(name) if inner == "executable" else table(inner, name, depth - 1))
        paths = list(result.paths())
        if kind != "inner":
            result.own = draw(st.none() | trees(paths))
            places = ["op", "nested", "dispatch", *(["call", "address", "alias", "launch"] if kind == "module" else [])]
            for place in draw(st.lists(st.sampled_from(places), max_size=4)) if kind != "gpu" else []:
                add_reference(result, place, paths)
        return result

    def add_reference(result, place, paths):
        kernels = [item.number for inner in result.tables if inner.kind == "gpu" for item in inner.entries]
        of_kind = {kind: [item.number for item in result.entries if item.kind == kind] for kind in ("func", "llvm")}
        allowed = {"call": of_kind["func"], "address": of_kind["llvm"], "alias": of_kind["llvm"], "launch": kernels}
        if place in ("op", "nested"):
            tree = draw(trees(paths))
        elif chosen := allowed.get(place, paths):
            tree = ("ref", draw(st.sampled_from(chosen)))
        else:
            return
        if (place, tree) not in result.references:
            result.references.append((place, tree))

    def executable(name):
        result = Table("executable", name)
        inner = table("inner", "", 0)
        for function in inner.entries:
            function.calls = []
        result.tables.append(inner)
        used: set[str] = set()
        for function in inner.entries:
            export = entry("export", used, exports=function.number)
            if draw(st.booleans()) and names[function.number] not in used:
                names[export.number] = names[function.number]
                used.add(names[function.number])
            result.entries.append(export)
        return result

    return Program(table("module", "", 2), names)
