"""Every schedule of two programs in a small action space (tests/recorded)."""

import json
from pathlib import Path
from typing import Any

import mlirgym

FOLDER = Path(__file__).parents[1] / "recorded"
RECIPE = json.loads((FOLDER / "recipe.json").read_text())
EXEC_DATA = FOLDER / RECIPE["exec_data"]
PROGRAMS = RECIPE["programs"]
#: Options of environments and trainings that never miss a timing.
SPACE: dict[str, Any] = {key: RECIPE[key] for key in ("tile_sizes", "kinds", "max_actions_per_op")}


def replay() -> mlirgym.Execution:
    """Execution over these timings alone."""
    return mlirgym.Execution(main_exec_data=EXEC_DATA, replay=True, any_machine=True)
