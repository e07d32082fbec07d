"""Computes a program of repro/ under a schedule and compares it with NumPy.

`python -m strangers.values PROGRAM SCHEDULE` (in tests/) prints the result for each of three sets
of inputs. It is a separate process, so that a crash is its exit code.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import mlirgym
import numpy as np

from strangers.commandline import PROGRAM

REPRO = Path(__file__).parent / "repro"


def windows(image, kernel, strides, combine):
    """`combine` of each window of `image`, [rows, columns, ...], and the kernel."""
    rows = (image.shape[0] - kernel[0]) // strides[0] + 1
    columns = (image.shape[1] - kernel[1]) // strides[1] + 1
    return np.array(
        [
            [
                combine(
                    image[
                        r * strides[0] : r * strides[0] + kernel[0],
                        c * strides[1] : c * strides[1] + kernel[1],
                    ]
                )
                for c in range(columns)
            ]
            for r in range(rows)
        ]
    )


def depthwise(image, kernel, strides=(1, 1)):
    size = kernel.shape[:2]
    return windows(image[0], size, strides, lambda w: (w * kernel).sum(axis=(0, 1)))[None]


#: Correct result of each program, from its inputs in order.
REFERENCES = {
    "conv1d_window1.mlir": lambda a, k: np.exp(a[:16] * k[0]),
    "constant_added.mlir": lambda *_: np.full(13, 595, np.int32),
    "f64_large.mlir": lambda *_: np.full(13, 85e200),
    "index_added.mlir": lambda a: a + np.arange(11, dtype=np.float32),
    "maxnumf_reduction.mlir": lambda a, o: np.maximum(o, np.tanh(a).max(axis=1).T),
    "reversed_index.mlir": lambda a: 2 * a[::-1],
    "i32_row_max.mlir": lambda a: a.max(axis=1),
    "affine_body.mlir": lambda x: x.repeat(2, axis=0),
    "gather_constants.mlir": lambda a: (
        np.exp(a[[0, 7, 4], [15, 3, 4]]),
        np.exp(a[:, [9, 2]].T[:, :, None]),
    ),
    "mask_i8.mlir": lambda s: np.where(np.tri(16, dtype=bool), s, -1e9),
    "materialize.mlir": lambda a, *_: np.exp(a),
    "pack_padding.mlir": lambda a, b, c: c + a @ b,
    "tensor_reshape.mlir": lambda a: np.exp(a).reshape(16, 8),
    "used_global.mlir": lambda a, o: o + a @ np.full((16, 12), 0.5),
    "pooling_nchw_max_1_1_5_9_3_1_1": lambda a: a[:, :, :3, :3].max(axis=(2, 3), keepdims=True),
    # One row of outputs of one column: the stride does not matter.
    "depthwise_conv_2d_nhwc_hwc_1_8_8_4_3_3_1_1": lambda a, k: depthwise(a[:, :3, :3], k),
    "depthwise_conv_2d_nhwc_hwc_1_9_12_8_2_5_8_8": depthwise,
    "conv_2d_nhwc_hwcf_1_5_5_2_4_3_3_1_2": lambda a, k: windows(
        a[0, :3], (3, 3), (1, 2), lambda w: np.einsum("hwc,hwcf->f", w, k)
    )[None],
}


class Given(mlirgym.Workload):
    """A program with inputs of our own choice."""

    def __init__(self, text, schedule, reference, draw):
        self.text, self.schedule, self.draw = text, schedule, draw
        self.reference_of = reference

    def payload_module(self):
        return self.text

    def schedule_module(self, parameters):
        return self.schedule

    def get_input_arrays(self):
        return [self.draw(array).astype(array.dtype) for array in super().get_input_arrays()]

    def get_reference(self, *inputs):
        wide = [array if array.dtype.kind == "i" else array.astype(np.float64) for array in inputs]
        return self.reference_of(*wide)


def text_of(program):
    if program.endswith(".mlir"):
        return (REPRO / program).read_text()
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder, "one.json")
        suite.write_text(json.dumps({"summary": "One program.", "programs": [program]}))
        subprocess.run(
            [PROGRAM, "suite", "export", suite, folder], check=True, stdout=subprocess.DEVNULL
        )
        return Path(folder, program + ".mlir").read_text()


def draws(seed):
    """Inputs that a kernel which reads the wrong places would not survive."""
    rng = np.random.default_rng(seed)

    def scale(array):  # exponentials of products must not overflow
        return 1000 if array.dtype.kind == "i" else 1 / 16

    def rising(array):
        return np.arange(array.size, dtype=np.float64).reshape(array.shape) * scale(array)

    return {
        "random": lambda array: rng.integers(-64, 64, array.shape) * scale(array),
        "rising": rising,
        "falling": lambda array: -rising(array),
    }


def main(program, schedule):
    text = text_of(program)
    execution = mlirgym.Execution()
    answers = {}
    for name, draw in draws(0).items():
        engine = mlirgym.Engine(Given(text, schedule, REFERENCES[program], draw), execution)
        try:
            run = engine.call({})
        except mlirgym.ScheduleError as error:
            answers[name] = ["refused", str(error)]
            continue
        answers[name] = [run.status, run.message]
    print(json.dumps(answers))


if __name__ == "__main__":
    main(*sys.argv[1:])
