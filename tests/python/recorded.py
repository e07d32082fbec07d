"""Every schedule of two programs in a small action space (tests/recorded)."""

import json
from pathlib import Path
from typing import Any

import mlirgym

FOLDER = Path(__file__).parents[1] / "recorded"
DESCRIPTION = json.loads((FOLDER / "description.json").read_text())
EXEC_DATA = FOLDER / DESCRIPTION["exec_data"]
PROGRAMS = DESCRIPTION["programs"]
#: Options of environments and trainings that never miss a timing.
SPACE: dict[str, Any] = {
    key: DESCRIPTION[key] for key in ("tile_sizes", "kinds", "max_actions_per_op")
}


def replay() -> mlirgym.Execution:
    """Execution over these timings alone."""
    return mlirgym.Execution(main_exec_data=EXEC_DATA, replay=True, any_machine=True)
