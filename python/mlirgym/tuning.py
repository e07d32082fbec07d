"""Searches in a grid of choices: the searchers' strategies for a workload's own parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

Point = tuple[int, ...]


class Stopped(Exception):
    """Raised by a price: the search ends."""


class _Budget:
    """Prices each point once, until the budget or the grid is used up."""

    def __init__(
        self, sizes: Sequence[int], price: Callable[[Point], float], budget: int, seed: int
    ) -> None:
        self.sizes = list(sizes)
        self.rng = np.random.default_rng(seed)
        self.prices: dict[Point, float] = {}
        self._price = price
        self._left = budget

    @property
    def exhausted(self) -> bool:
        grid = int(np.prod(np.array(self.sizes, dtype=object)))
        return self._left <= 0 or len(self.prices) >= grid

    def price(self, point: Point) -> float:
        if point not in self.prices and not self.exhausted:
            self._left -= 1
            self.prices[point] = self._price(point)
        return self.prices.get(point, 0.0)

    def random(self) -> Point:
        return tuple(int(self.rng.integers(size)) for size in self.sizes)

    def best(self, count: int = 1) -> list[Point]:
        return sorted(self.prices, key=lambda point: -self.prices[point])[:count]


def _random(space: _Budget) -> None:
    while not space.exhausted:
        space.price(space.random())


def _greedy(space: _Budget) -> None:
    """One parameter at a time, all its choices, until none helps; then from elsewhere."""
    while not space.exhausted:
        point, value = space.random(), -1.0
        while space.price(point) > value and not space.exhausted:
            value = space.price(point)
            for place in space.rng.permutation(len(space.sizes)):
                line = [
                    (*point[:place], choice, *point[place + 1 :])
                    for choice in range(space.sizes[place])
                ]
                point = max(line, key=space.price)


def _beam(space: _Budget, width: int = 4) -> None:
    """Parameter after parameter, keeping the best few; again from the best."""
    beam = [space.random() for _ in range(width)]
    while not space.exhausted:
        known = len(space.prices)
        for place in range(len(space.sizes)):
            lines = {
                (*point[:place], choice, *point[place + 1 :])
                for point in beam
                for choice in range(space.sizes[place])
            }
            beam = sorted(sorted(lines), key=lambda point: -space.price(point))[:width]
        if len(space.prices) == known:
            beam = [*space.best(1), *(space.random() for _ in range(width - 1))]


def _evolutionary(space: _Budget, population: int = 8) -> None:
    """Mutants and children of the best, and now and then a stranger."""
    for _ in range(population):
        space.price(space.random())
    while not space.exhausted:
        parents = space.best(population)
        mother, father = (parents[space.rng.integers(len(parents))] for _ in range(2))
        child = [m if space.rng.random() < 0.5 else f for m, f in zip(mother, father, strict=True)]
        place = int(space.rng.integers(len(child)))
        child[place] = int(space.rng.integers(space.sizes[place]))
        stranger = tuple(child) in space.prices or space.rng.random() < 0.1
        space.price(space.random() if stranger else tuple(child))


STRATEGIES = {
    "random": _random,
    "greedy": _greedy,
    "beam": _beam,
    "evolutionary": _evolutionary,
}


def search(
    agent: str, sizes: Sequence[int], price: Callable[[Point], float], budget: int, seed: int
) -> None:
    """Price points of a grid, the better the later.

    Parameters
    ----------
    agent : str
        A key of `STRATEGIES`.
    sizes : sequence of int
        Number of choices of each parameter, positive.
    price : callable
        Speedup of a point, one index a parameter; 0 if it fails. `Stopped` ends the search.
    budget : int
        Points to price; each is priced once.
    """
    try:
        STRATEGIES[agent](_Budget(sizes, price, budget, seed))
    except Stopped:
        return
