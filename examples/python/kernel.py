"""Find a fast schedule of a program, and call its kernel on NumPy arrays.

Run: python examples/python/kernel.py [--budget 30]
"""

import argparse

import mlirgym
import numpy as np

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--budget", type=int, default=30, help="samples [default: %(default)s]")
given = parser.parse_args()

program = mlirgym.generate_program("matmul_bias_relu_128_256_64")
execution = mlirgym.Execution("timings.db", threads=1)
best = mlirgym.optimize(program, budget=given.budget, execution=execution)
print(f"{program.name}: {best.baseline_ns / 1e3:.0f} us -> {best.best_ns / 1e3:.0f} us")
print(f"{best.speedup:.1f} times as fast by {best.schedule}")

kernel = execution.compile(program, best.schedule)
rng = np.random.default_rng(0)
x = rng.standard_normal((128, 256), np.float32)
weights = rng.standard_normal((256, 64), np.float32)
bias = rng.standard_normal(64, np.float32)
y = kernel(x, weights, bias)

reference = np.maximum(x @ weights + bias, 0)
print(f"largest difference from NumPy: {np.abs(y - reference).max():.1e}")
print(f"in a later session: mlirgym.call('{kernel.hash[:12]}', x, weights, bias)")
