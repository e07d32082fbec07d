"""An agent that sees only text makes a program fast within 20 calls of tools.

It reads loops, operands, vectors and caches from the description, writes schedules by a few
recipes, has their speedups estimated, and measures the most promising ones of each recipe, then
the neighbours of the best one. `mlirgym mcp` offers the same tools to language models.
"""

import argparse
import itertools
import math
import re

import mlirgym
from mlirgym.doors import Tools

CALLS = 20
#: Rows and vectors of results that stay in registers.
TILES = [
    (rows, vectors)
    for rows in (1, 2, 4, 6, 8, 12, 14)
    for vectors in (1, 2, 3, 4)
    if rows * vectors <= 28
]


class Operation:
    """An operation as it is described: ``op0 matmul d0=8 d1=16 d2=12+: in0 f32[d0,d2]; ...``."""

    def __init__(self, line, vector_bytes):
        head, _, operands = line.partition(": ")
        self.tag, self.kind, *loops = head.split()
        self.trips = [int(re.search(r"=(\d+)", loop)[1]) for loop in loops]
        self.sums = [place for place, loop in enumerate(loops) if loop.endswith("+")]
        indices = [re.findall(r"d(\d+)", each) for each in re.findall(r"\[(.*?)\]", operands)]
        *self.inputs, out = [[int(loop) for loop in each] for each in indices]
        self.parallel = [place for place in range(len(loops)) if place not in self.sums]
        long = [loop for loop in out if self.trips[loop] > 1] or out or [0]
        self.lane = long[-1]
        self.rows = [loop for loop in reversed(long) if loop != self.lane]
        bits = int(re.search(r"in0 [a-z]+(\d+)", operands)[1])
        self.lanes = max(1, vector_bytes * 8 // bits)
        self.copied = next((i for i, each in enumerate(self.inputs) if self.lane in each), 0)

    @classmethod
    def of(cls, op, trips):
        """Return the product of matrices that a convolution becomes."""
        self = cls.__new__(cls)
        self.tag, self.kind, self.trips, self.lanes = op.tag, "matmul", trips, op.lanes
        self.sums, self.parallel, self.lane, self.rows = [3], [0, 1, 2], 2, [1]
        self.copied = 1
        return self

    def cut(self, name, sizes, inside=None):
        """Text of a tiling with sizes by loop, perhaps inside a tile; longer ones are whole."""
        trips = [(inside or {}).get(loop) or all for loop, all in enumerate(self.trips)]
        asked = [sizes.get(loop, 0) for loop in range(len(trips))]
        fits = [0 if size >= most else size for size, most in zip(asked, trips, strict=True)]
        return f"{name}({','.join(map(str, fits))})" if any(fits) else ""


def recipes(op):
    """Yield the name of a recipe and the actions of a schedule of one operation."""
    if not op.sums:
        yield from pointwise(op)
        return
    inner = op.sums[-1]
    if len(op.inputs) == 1 and op.inputs[0][-1:] == [inner]:
        for size in divisors(op.trips[inner], op.lanes):
            yield "partial sums", f"{op.cut('tile_reduction', {inner: size})} vectorize"
    yield from products(op)
    if op.kind.startswith("conv"):
        yield from windows(op)


def products(op, fuse="tile_fuse"):
    """Yield schedules whose innermost tile has a few rows of whole vectors of results."""
    inner, copy = op.sums[-1], f"promote({op.copied})"
    steps = [{**dict.fromkeys(op.sums, 1), inner: step} for step in (1, 2, 4, 8)]
    ones = dict.fromkeys(op.parallel, 1)
    for (rows, vectors), row, step in itertools.product(
        TILES, op.rows[:3] or [op.lane], [*steps, {}]
    ):
        lanes = {op.lane: vectors * op.lanes}
        tile = {**ones, row: rows, **lanes}
        end = [op.cut("tile", step), "vectorize"]
        yield f"registers of d{row}", joined(op.cut(fuse, tile), *end)
        yield f"at once d{row}", joined(op.cut("tile", {**tile, **step}), "vectorize")
        outer = {**dict.fromkeys(op.parallel[:-3], 1), **lanes}
        inside = op.cut("tile", {**ones, row: rows}, outer)
        yield "copied", joined(op.cut(fuse, outer), copy, inside, *end)
        if op.trips[inner] > 256:
            part = op.cut("tile", {inner: 256})
            inside = op.cut("tile", {**ones, row: rows}, lanes)
            yield "parts", joined(part, op.cut("tile", lanes), copy, inside, *end)


def windows(op):
    """Yield schedules of a convolution as a product of matrices, and by Winograd's algorithm."""
    images, places = op.parallel[0], [i for i in op.parallel[1:] if op.trips[i] == op.trips[2]][:2]
    rows_first = op.kind.endswith("nhwc_hwcf")
    filters = op.parallel[3] if rows_first else op.parallel[1]
    product = math.prod(op.trips[place] for place in op.parallel if place not in (0, filters))
    middle = [product, op.trips[filters]] if rows_first else [op.trips[filters], product]
    matrix = Operation.of(op, [op.trips[images], *middle, math.prod(op.trips[i] for i in op.sums)])
    for name, actions in products(matrix, "tile"):
        yield f"matrix, {name}", f"img2col {actions}"
    if sorted(op.trips[place] for place in op.sums)[:2] == [3, 3] and places:
        for sizes in itertools.product((0, 1), (0, 2, 4, 8, 16), (0, 2, 4, 8, 16)):
            tile = dict(zip(op.parallel, sizes, strict=False))
            yield "winograd", joined(op.cut("tile_fuse", tile), "winograd")


def joined(*actions):
    """Actions as text, without those that cut nothing."""
    return " ".join(filter(None, actions))


def divisors(trips, lanes):
    """Sizes that divide a loop into parts of some vectors."""
    return [size for size in range(2, trips) if trips % size == 0 and size <= 16 * lanes]


def pointwise(op):
    """Yield schedules of an operation without a sum."""
    for halves, stream in itertools.product((1, 2, 3, 4, 8, 16, 32), ("", "stream")):
        size = halves * op.lanes // 2
        yield f"flat {stream}", joined(f"flatten tile({size})", stream, "vectorize")
        for rows in (1, 2, 4):
            tile = {**dict.fromkeys(op.parallel, 1), op.lane: size}
            tile |= dict.fromkeys(op.rows[:1], rows)
            yield f"rows {stream}", joined(op.cut("tile", tile), stream, "vectorize")
    yield "whole", "vectorize"


def chains(operations):
    """Yield schedules of several operations: all in tiles of a few rows of the last one."""
    last = operations[-1]
    for rows, size, part in itertools.product((1, 2, 4, 8), (16, 32, 64, 128), (0, 8, 16, 32, 64)):
        texts = []
        for op in reversed(operations):
            own = {} if rows == 1 else dict.fromkeys(op.rows[:1], 1)
            actions = [op.cut("tile", {**own, op.lane: size}), "vectorize"]
            if op.sums:
                inner = op.sums[-1]
                fits = [each for each in divisors(op.trips[inner], op.lanes) if each <= part]
                even = [each for each in fits if each % 8 == 0] or fits or [0]
                actions = [op.cut("tile_reduction", {inner: even[-1]}), "vectorize"]
            elif op is last:
                actions.insert(0, op.cut("tile_fuse", {last.rows[0]: rows}))
            texts.append(f"{op.tag}: {joined(*actions)}")
        yield f"chain of {rows}, {'parts' if part else 'whole'}", "; ".join(texts)


def neighbours(schedule):
    """Yield schedules that differ in one number, or in two of opposite effect."""
    found = [(each.span(), int(each[0])) for each in re.finditer(r"(?<=[(,])[1-9]\d*", schedule)]
    for place in found:
        value = place[1]
        for other in (value * 2, value // 2, value + 1, value - 1, value + 2, value - 2, 0):
            yield replaced(schedule, [(place[0], max(other, 0))])
    for (one, first), (two, second) in itertools.permutations(found, 2):
        yield replaced(schedule, [(one, first * 2), (two, second // 2)])


def replaced(text, numbers):
    """Text with other numbers at some places."""
    for (start, end), number in sorted(numbers, reverse=True):
        text = text[:start] + str(number) + text[end:]
    return text


class Agent:
    """Ask tools about one program, at most `CALLS` times."""

    def __init__(self, ask, program):
        self.ask_tool, self.program, self.calls = ask, program, 0
        self.speedups = {}  # of measured schedules

    def ask(self, tool, **given):
        """Call a tool."""
        self.calls += 1
        return self.ask_tool(tool, program=self.program, **given)

    def estimated(self, candidates):
        """Sort schedules that are legal by their estimated speedups, the fastest first."""
        texts = list(dict.fromkeys(candidates))[:1024]
        lines = self.ask("try_schedule", schedules=texts).splitlines()
        speedups = [re.match(r"legal, estimated ([\d.e+-]+)x", line) for line in lines]
        legal = [(float(said[1]), text) for said, text in zip(speedups, texts, strict=True) if said]
        return sorted(legal, reverse=True)

    def measure(self, schedule):
        """Measure a schedule; 0 unless it is right."""
        said = re.match(r"([\d.e+]+)x, ", self.ask("measure", schedule=schedule))
        self.speedups[schedule] = float(said[1]) if said else 0.0

    @property
    def best(self):
        """The fastest schedule so far."""
        return max(self.speedups, key=self.speedups.get)

    def run(self):
        """Return the fastest schedule, and its speedup."""
        text = self.ask("describe")
        vector_bytes = int(re.search(r"vectors (\d+) bytes", text)[1])
        lines = re.findall(r"^op\d+ \S+ d0=.*", text, re.MULTILINE)
        operations = [Operation(line, vector_bytes) for line in lines]
        last = operations[-1]
        drawn = [(name, f"{last.tag}: {actions}") for name, actions in recipes(last)]
        if len(operations) > 1:
            drawn = list(chains(operations))
        names = {schedule: name for name, schedule in reversed(drawn)}
        ranked = self.estimated(list(names))
        taken = {}
        for _, schedule in ranked:  # the most promising of each recipe
            taken.setdefault(names[schedule], []).append(schedule)
        turns = itertools.chain.from_iterable(itertools.zip_longest(*taken.values()))
        firsts = [schedule for schedule in turns if schedule]
        for schedule in firsts[: (CALLS - self.calls) // 2]:
            self.measure(schedule)
        while self.calls < CALLS - 1:
            near = [schedule for _, schedule in self.estimated(neighbours(self.best))]
            own = taken[names[self.best]] if self.best in names else []
            new = [each for each in [*near[:2], *own[:4], *near[2:]] if each not in self.speedups]
            for schedule in new[: min(4, CALLS - self.calls)]:
                self.measure(schedule)
            if not new:
                break
        return self.best, self.speedups[self.best]


def main():
    """Make programs fast, and print the speedups."""
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="*", default=["matmul_64_128_256", "relu_32_112"])
    flags = parser.parse_args()
    tools = Tools(mlirgym.Execution("timings.db"))
    logs = []
    for program in flags.programs:
        agent = Agent(lambda tool, **given: getattr(tools, tool)("agent", **given), program)
        schedule, speedup = agent.run()
        logs.append(math.log(max(speedup, 1e-9)))
        print(f"{program}: {speedup:.2f}x after {agent.calls} calls: {schedule}")
    print(f"geometric mean: {math.exp(sum(logs) / len(logs)):.2f}x")


if __name__ == "__main__":
    main()
