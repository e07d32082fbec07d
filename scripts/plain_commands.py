#!/usr/bin/env python3
"""Copy a compile database without precompiled headers: plain_commands.py FROM TO.

Both arguments are folders. With the copy, a source is parsed with exactly the headers that it
includes.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

PRECOMPILED = re.compile(r" -Winvalid-pch|(?: -Xclang -include(?:-pch)? -Xclang \S+cmake_pch\S+)")


def main() -> int:
    """Write the copy."""
    source, target = map(Path, sys.argv[1:])
    commands = json.loads((source / "compile_commands.json").read_text())
    for command in commands:
        command["command"] = PRECOMPILED.sub("", command["command"])
    target.mkdir(exist_ok=True)
    (target / "compile_commands.json").write_text(json.dumps(commands, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
