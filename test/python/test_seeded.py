"""Seeded inputs are the same numbers for every host."""

import numpy as np
import pytest
from test_harness import needs_compiler, run, signature
from tracemark.inputs import plan_inputs
from tracemark.seeded import seeded_array

# Gives its one argument back, whatever its elements are.
MODEL = """
#include <string.h>
struct buffer { char *allocated, *aligned; int64_t offset, numbers[2 * RANK]; };
void _mlir_ciface_main(struct buffer *result, struct buffer *argument);
void _mlir_ciface_main(struct buffer *result, struct buffer *argument) {
  int64_t bytes = SIZE;
  for (int i = 0; i < RANK; ++i)
    bytes *= argument->numbers[i];
  *result = *argument;
  result->allocated = result->aligned = malloc(bytes);
  memcpy(result->aligned, argument->aligned, bytes);
}
"""


@needs_compiler
@pytest.mark.parametrize(
    "spelled",
    [
        "tensor<300xf32>", "tensor<20x30xf32>", "tensor<50x4xf64>", "tensor<400xf16>", "tensor<1x400xf16>", "tensor<400xbf16>",
        "tensor<1x400xbf16>", "tensor<60xi64>", "tensor<60xi8>", "tensor<60xi1>", "tensor<9x5xcomplex<f32>>",
        "tensor<45xcomplex<f64>>",
    ],
)  # fmt: skip
def test_arrays_are_what_the_harness_makes(spelled, tmp_path):
    entry = signature([spelled], [spelled])
    (planned,) = plan_inputs(entry, {})
    defines = f"#define RANK {len(planned.type.shape)}\n#define SIZE {planned.type.element.size}\n"
    _, (made,) = run(tmp_path, entry, defines + MODEL)
    array = seeded_array(planned, 0)
    assert array.shape == made.shape and array.tobytes() == made.tobytes()
    assert len(np.unique(made)) > 1


def test_numbers_differ_by_argument_and_scalars_have_no_shape():
    entry = signature(["tensor<8xf32>", "tensor<8xf32>", "i32"], [])
    first, second, scalar = (seeded_array(planned, number) for number, planned in enumerate(plan_inputs(entry, {})))
    assert not np.array_equal(first, second)
    assert scalar.shape == () and 0 <= scalar.item() < 4
