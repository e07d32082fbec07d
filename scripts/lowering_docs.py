#!/usr/bin/env python3
"""Write the passes of the lowering into docs/lowering.md, or check that they are up to date.

The text between the two comments of the page is generated from the summaries, descriptions, options
and statistics of lowering/*/Passes.td, in the order of the pipeline that mlirgym-opt
prints. Exit code 1 if --check finds a different text.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "lowering.md"
PASSES = sorted((ROOT / "lowering").glob("*/Passes.td"))
BEGIN = "<!-- Written by scripts/lowering_docs.py from lowering/*/Passes.td. -->"
END = "<!-- End of the written part. -->"
# Stages, and options with which they have all their passes.
STAGES = {
    "mlirgym-vectorize": "",
    "mlirgym-bufferize": "",
    "mlirgym-to-llvm": "=dots=tiles",
    "mlirgym-vectorize-threads": "",
    "mlirgym-to-gpu": "",
}
OUTSIDE = ["mlirgym-fuse-elementwise", "mlirgym-outline-kernels"]  # not a part of the lowering


@dataclass
class Pass:
    """A record of Passes.td, or a pass of MLIR, of which only the summary is known."""

    name: str
    summary: str
    description: str = ""
    options: list[tuple[str, str, str]] = field(default_factory=list)
    statistics: list[tuple[str, str]] = field(default_factory=list)


def output_of(*command: str | Path) -> str:
    """Return the standard output of a command; its errors are shown and end the script."""
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def pipeline_of(mlirgym_opt: Path, stage: str) -> str:
    """Return the passes of a stage as text on one line, without the enclosing module."""
    command = [str(mlirgym_opt), f"--{stage}{STAGES[stage]}", "--dump-pass-pipeline"]
    shown = subprocess.run(
        command, check=True, input="module {}", capture_output=True, text=True
    ).stderr
    text = "".join(line.strip() for line in shown.splitlines()[1:])
    return text.removeprefix("builtin.module(").removesuffix(")")


def own_passes(tablegen: Path, include: Path) -> dict[str, Pass]:
    """Read the passes of all Passes.td, by name."""
    passes = {}
    for described in PASSES:
        command = [tablegen, "--dump-json", "-I", include, "-I", ROOT, described]
        passes |= passes_in(json.loads(output_of(*command)))
    return passes


def passes_in(records: dict[str, Any]) -> dict[str, Pass]:
    """Read the passes of one Passes.td, as TableGen prints it."""
    passes = {}
    for key in records["!instanceof"]["Pass"]:
        record = records[key]
        of = {
            kind: [records[item["def"]] for item in record[kind]]
            for kind in record
            if kind in ("options", "statistics")
        }
        passes[record["argument"]] = Pass(
            record["argument"],
            record["summary"],
            " ".join(record["description"].split()),
            [(o["argument"], o["defaultValue"], o["description"]) for o in of["options"]],
            [(s["name"], s["description"]) for s in of["statistics"]],
        )
    return passes


def upstream_summaries(help_text: str) -> dict[str, str]:
    """Summaries of all passes and pipelines in the help of mlirgym-opt."""
    found = re.findall(r"^ {2,6}--([a-z0-9-]+) +-  +(\S.*)$", help_text, re.MULTILINE)
    return {name: summary.strip() for name, summary in found}


def split_top(text: str, separator: str) -> list[str]:
    """Split the text at the separators outside brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        depth += (char in "({") - (char in ")}")
        if char == separator and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def walk(pipeline: str, condition: str = "") -> list[tuple[str, str]]:
    """(pass, condition) of each pass of a pipeline, in the order in which they run."""
    found = []
    for entry in split_top(pipeline, ","):
        name = re.match(r"[\w.-]+", entry)
        assert name, f"no pass in '{entry}'"
        rest = entry[name.end() :]
        if rest.startswith("("):
            found += walk(rest[1:-1], condition)
        elif name[0] == "mlirgym-if-contains":
            options = dict(option.split("=", 1) for option in split_top(rest[1:-1], " "))
            inner = options["pipeline"]
            found += walk(inner[inner.index("(") + 1 : -1], options["ops"].strip("{}"))
        else:
            found.append((name[0], condition))
    return found


def written(args: argparse.Namespace) -> str:
    """Generate the part of the page that this script writes."""
    own = own_passes(args.tablegen, args.mlir_include)
    upstream = upstream_summaries(output_of(args.mlirgym_opt, "--help"))
    lines = ["| stage | pass | what it does | only on IR with |", "|---|---|---|---|"]
    order = ["mlirgym-if-contains"]
    for stage in STAGES:
        shown = f"`{stage}`"
        for name, condition in walk(pipeline_of(args.mlirgym_opt, stage)):
            title = f"[`{name}`](#{name})" if name in own else f"`{name}`"
            summary = own[name].summary if name in own else upstream[name].rstrip(".")
            ops = ", ".join(f"`{op}`" for op in condition.split(",") if op)
            lines.append(f"| {shown} | {title} | {summary} | {ops} |")
            shown = ""
            if name in own and name not in order:
                order.append(name)
    order += OUTSIDE
    missing = sorted(own.keys() - set(order))
    assert not missing, f"passes that the pipeline does not run: {missing}"
    for name in order:
        described = own[name]
        lines += ["", f"### {name}", "", *wrap(f"{described.summary}. {described.description}")]
        items = [
            f"Option `{option}`: {decapitalized(text)}"
            + (f", {default} by default." if default not in ("", '""') else ".")
            for option, default, text in described.options
        ] + [
            f"Statistic `{statistic}`: {decapitalized(text)}."
            for statistic, text in described.statistics
        ]
        if items:
            lines.append("")
        for item in items:
            lines += wrap(item, "- ")
    return "\n".join(lines)


def decapitalized(text: str) -> str:
    """Return the text with a lower-case first letter."""
    return text[:1].lower() + text[1:]


def wrap(text: str, bullet: str = "") -> list[str]:
    """Cut into lines of at most 100 columns; no word, and so no link, is cut."""
    return textwrap.wrap(
        text,
        100,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--mlirgym-opt", type=Path, default=ROOT / "build/release/bin/mlirgym-opt")
    parser.add_argument("--tablegen", type=Path, default=Path("/usr/lib/llvm-22/bin/llvm-tblgen"))
    parser.add_argument("--mlir-include", type=Path, default=Path("/usr/lib/llvm-22/include"))
    args = parser.parse_args()
    page = PAGE.read_text()
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    assert begin and end, f"{PAGE}: the two comments around the written part are missing"
    fresh = f"{head}{BEGIN}\n\n{written(args)}\n\n{END}{tail}"
    if fresh == page:
        return 0
    if args.check:
        print(f"{PAGE} is not what Passes.td says; run scripts/lowering_docs.py", file=sys.stderr)
        return 1
    PAGE.write_text(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main())
