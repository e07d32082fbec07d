"""A program of your own with its parameters, inputs and NumPy reference, tuned.

Run: python examples/python/workload.py [--budget 12]
"""

import argparse

import mlirgym


class Distances(mlirgym.Workload):
    """Squared distance of each point to each centre, as in k-means."""

    points, centres, dimensions = 512, 64, 16

    def payload_module(self):
        """Return the program, in MLIR."""
        x = f"tensor<{self.points}x{self.dimensions}xf32>"
        c = f"tensor<{self.centres}x{self.dimensions}xf32>"
        d = f"tensor<{self.points}x{self.centres}xf32>"
        return f"""
        func.func @distances(%x: {x}, %c: {c}) -> {d} {{
          %zero = arith.constant 0.0 : f32
          %empty = tensor.empty() : {d}
          %init = linalg.fill ins(%zero : f32) outs(%empty : {d}) -> {d}
          %sum = linalg.generic {{
              indexing_maps = [affine_map<(p, q, k) -> (p, k)>, affine_map<(p, q, k) -> (q, k)>,
                               affine_map<(p, q, k) -> (p, q)>],
              iterator_types = ["parallel", "parallel", "reduction"]}}
              ins(%x, %c : {x}, {c}) outs(%init : {d}) {{
            ^bb0(%a: f32, %b: f32, %sum: f32):
              %difference = arith.subf %a, %b : f32
              %square = arith.mulf %difference, %difference : f32
              %next = arith.addf %sum, %square : f32
              linalg.yield %next : f32
          }} -> {d}
          return %sum : {d}
        }}"""

    def parameters(self):
        """Return the choices of the search, by name."""
        return {"points": [2, 4, 8, 16], "centres": [8, 16, 32]}

    def schedule_module(self, parameters):
        """Return the schedule for one choice of each."""
        return "op0: tile({points},{centres},1) vectorize".format(**parameters)

    def get_reference(self, x, c):
        """Compute the correct result with NumPy."""
        return ((x[:, None, :] - c[None, :, :]) ** 2).sum(-1)


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--budget", type=int, default=12, help="samples [default: %(default)s]")
given = parser.parse_args()

engine = mlirgym.Engine(Distances(), mlirgym.Execution("timings.db", threads=1))
best = engine.tune("evolutionary", budget=given.budget)
print(f"best of {best.samples}: {best.parameters}, {best.speedup:.1f} times as fast")
run = engine.call(best.parameters or None)  # checked against get_reference()
print(f"{run.status}: {best.best_ns / 1e3:.1f} us per call")
print("nearest centres:", run.outputs[0].argmin(axis=1)[:12], "...")
