#!/usr/bin/env python3
"""Prints a large linalg module, the same text for the same arguments.

A public function calls private ones, as after dispatch formation. Each private function has a weight
constant of its own and one root (matmul, convolution or reduction in turn) with a chain of elementwise
generics behind it, so that naming, listing and hashing all have work.
"""

import argparse
import math
import random
import sys

ELEMENTWISE = ["addf", "mulf", "subf", "maximumf"]


def dims(indices):
    return ", ".join(f"d{i}" for i in indices)


def affine_map(rank, kept):
    return f"affine_map<({dims(range(rank))}) -> ({dims(kept)})>"


def tensor(shape):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + "f32>"


def iterators(*kinds):
    return "[" + ", ".join(f'"{kind}"' for kind in kinds) + "]"


def weight(shape, rng):
    data = rng.randbytes(4 * math.prod(shape)).hex().upper()
    return f'    %w = arith.constant dense<"0x{data}"> : {tensor(shape)}'


def zeros(shape):
    t = tensor(shape)
    return f"""    %empty = tensor.empty() : {t}
    %init = linalg.fill ins(%zero : f32) outs(%empty : {t}) -> {t}"""


# Each root takes %x and gives %root; it returns its text, the shape of %x and the shape of %root.
def matmul(elements, rng):
    m, k = rng.choice([1, 16, 128, 384]), rng.choice([16, 32, 64])
    n = max(1, elements // k)
    t = tensor([m, n])
    text = f"""{weight([k, n], rng)}
{zeros([m, n])}
    %root = linalg.matmul ins(%x, %w : {tensor([m, k])}, {tensor([k, n])}) outs(%init : {t}) -> {t}"""
    return text, [m, k], [m, n]


def convolution(elements, rng):
    size, channels = rng.choice([7, 14, 28]), rng.choice([4, 8, 16])
    out = max(1, elements // (9 * channels))
    x, w, y = [1, size + 2, size + 2, channels], [3, 3, channels, out], [1, size, size, out]
    text = f"""{weight(w, rng)}
{zeros(y)}
    %root = linalg.conv_2d_nhwc_hwcf ins(%x, %w : {tensor(x)}, {tensor(w)}) outs(%init : {tensor(y)}) -> {tensor(y)}"""
    return text, x, y


def reduction(elements, rng):
    m, n = rng.choice([8, 64, 512]), max(1, elements)
    maps = ", ".join([affine_map(2, [0, 1]), affine_map(2, [1]), affine_map(2, [0])])
    text = f"""{weight([n], rng)}
{zeros([m])}
    %root = linalg.generic {{indexing_maps = [{maps}], iterator_types = {iterators("parallel", "reduction")}}}
        ins(%x, %w : {tensor([m, n])}, {tensor([n])}) outs(%init : {tensor([m])}) {{
    ^bb0(%p: f32, %q: f32, %o: f32):
      %product = arith.mulf %p, %q : f32
      %sum = arith.addf %product, %o : f32
      linalg.yield %sum : f32
    }} -> {tensor([m])}"""
    return text, [m, n], [m]


def elementwise(index, operand, shape, rng):
    rank, t = len(shape), tensor(shape)
    same = affine_map(rank, range(rank))
    return f"""    %e{index} = tensor.empty() : {t}
    %g{index} = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = {iterators(*["parallel"] * rank)}}}
        ins({operand} : {t}) outs(%e{index} : {t}) {{
    ^bb0(%p: f32, %o: f32):
      %v = arith.{rng.choice(ELEMENTWISE)} %p, %one : f32
      linalg.yield %v : f32
    }} -> {t}"""


ROOTS = [matmul, convolution, reduction]


def dispatch(number, elements, chain, rng):
    """Text of one private function, its argument's shape and its result's."""
    root, x, y = ROOTS[number % len(ROOTS)](elements, rng)
    lines = [
        f"  func.func private @dispatch_{number}(%x: {tensor(x)}) -> {tensor(y)} {{",
        "    %zero = arith.constant 0.0 : f32",
        "    %one = arith.constant 1.0 : f32",
        root,
    ]
    value = "%root"
    for index in range(chain):
        lines.append(elementwise(index, value, y, rng))
        value = f"%g{index}"
    lines.append(f"    return {value} : {tensor(y)}\n  }}")
    return "\n".join(lines), x, y


def module(functions, elements, chain, seed):
    rng = random.Random(seed)
    yield "module {"
    calls = []
    for number in range(functions):
        text, x, y = dispatch(number, elements, chain, rng)
        yield text
        calls.append(
            f"    %x{number} = tensor.empty() : {tensor(x)}\n"
            f"    %y{number} = call @dispatch_{number}(%x{number}) : ({tensor(x)}) -> {tensor(y)}"
        )
    yield "  func.func @main() {"
    yield from calls
    yield "    return\n  }\n}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--functions", type=int, default=200, help="private functions (default %(default)s)")
    parser.add_argument("--weight", type=int, default=1024, help="f32 elements of each weight, about (default %(default)s)")
    parser.add_argument("--chain", type=int, default=6, help="elementwise ops behind each root (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for part in module(arguments.functions, arguments.weight, arguments.chain, arguments.seed):
        sys.stdout.write(part + "\n")


if __name__ == "__main__":
    main()
