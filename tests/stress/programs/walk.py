"""Random legal schedules: random walks over the actions that the library's masks allow."""

from __future__ import annotations

import random
from typing import Any

from mlirgym import _core

#: 0 leaves a loop untiled.
TILE_SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 14, 16, 24, 32]
MAX_LOOPS = 10


class Walker:
    """Schedules of one program."""

    def __init__(self, program: _core.Program, replay: _core.Execution) -> None:
        options = _core.EnvOptions(tile_sizes=TILE_SIZES, max_loops=MAX_LOOPS)
        self.env = _core.Env([program], replay, options)
        self.shown = _core.Shown(self.env.observation_view, {})
        (meanings,) = self.env.action_meanings()
        self.kinds = [text[5:] for text in meanings if text.startswith("kind ")]

    def schedule(self, rng: random.Random) -> str:
        """Return a schedule, assuming that all actions allowed by the mask are legal."""
        self.env.reset(program=0)
        stop = rng.choice([0.1, 0.3, 0.6])
        vectorize = rng.choice([0.3, 0.7, 0.95])
        whole = rng.choice([0.2, 0.5, 0.75])
        corner = rng.choice([0.0, 0.5, 0.9])
        for _ in range(2000):
            mask = self.env.action_mask()
            legal = [int(i) for i in mask.nonzero()[0]]
            action = self._choose(legal, rng, stop, vectorize, whole, corner)
            *_, outcome = self.env.step(action, self.shown)
            if outcome is not None and (outcome[1] or outcome[2]):  # terminated, truncated
                return str(self.env.schedule)
        raise RuntimeError("an episode of 2000 decisions")

    def _choose(self, legal: list[int], rng: random.Random, *chances: float) -> int:
        stop, vectorize, whole, corner = chances
        kinds = len(self.kinds)
        if legal[0] < kinds:
            return self._kind(legal, rng, stop, vectorize)
        is_size = legal[0] < kinds + len(TILE_SIZES)
        if not is_size:
            return rng.choice(legal)
        if legal[0] == kinds and len(legal) > 1 and rng.random() < whole:
            return kinds  # size 0
        # Tiles of one iteration, and those that leave no or a small remainder.
        if rng.random() < corner:
            return rng.choice([next(i for i in legal if i > kinds or i == legal[-1]), legal[-1]])
        return rng.choice(legal)

    def _kind(self, legal: list[int], rng: random.Random, stop: float, vectorize: float) -> int:
        names: dict[str, int] = {self.kinds[i]: i for i in legal}
        ends = [name for name in ("vectorize", "winograd") if name in names]
        if rng.random() < stop or set(names) <= {"done", *ends}:
            if ends and rng.random() < vectorize:
                return names[rng.choice(ends)]
            return names["done"]
        weights: dict[str, Any] = {"interchange": 1, "promote": 2.5, "tile_reduction": 2.5}
        going = [name for name in names if name not in ("done", *ends)]
        return names[rng.choices(going, [weights.get(name, 1.5) for name in going])[0]]
