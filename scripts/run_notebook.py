#!/usr/bin/env python3
"""Run the code cells of a notebook, and write their outputs into it.

The outputs are the text that a cell prints, and the value of its last line if this is a picture
(`_repr_png_`), as in Jupyter. With --check it writes nothing and exits with 1 if the notebook shows
other text, or pictures of another size, because it was edited without being run. Run it with the
Python of .venv.
"""

from __future__ import annotations

import argparse
import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell in `names`; return its outputs in the format of notebooks."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if hasattr(value, "_repr_png_"):
        png = base64.b64encode(value._repr_png_()).decode()
        data = {"image/png": png, "text/plain": [f"<{type(value).__name__}>"]}
        outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
    return outputs


def seen(outputs: list[dict[str, Any]]) -> list[Any]:
    """Return the parts that do not depend on fonts: the text, and the sizes of pictures."""
    header = slice(16, 24)  # width and height of a PNG
    return [
        base64.b64decode(each["data"]["image/png"])[header] if "data" in each else each["text"]
        for each in outputs
    ]


def main() -> int:
    """Run the notebook; write it or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--check", action="store_true", help="only compare; 1 if it differs")
    given = parser.parse_args()
    notebook = json.loads(given.notebook.read_text())
    names: dict[str, Any] = {"__name__": "__main__"}
    differ = 0
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        outputs = run_cell("".join(cell["source"]), names)
        if given.check and seen(outputs) != seen(cell["outputs"]):
            differ = 1
            print(f"{given.notebook}: cell {number} shows something else", file=sys.stderr)
        cell["outputs"] = outputs
        cell["execution_count"] = None
    if differ:
        print(f"run .venv/bin/python {sys.argv[0]} {given.notebook}", file=sys.stderr)
    elif not given.check:
        given.notebook.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    return differ


if __name__ == "__main__":
    sys.exit(main())
