#!/usr/bin/env python3
"""Check that lines of prose in Markdown have at most 100 columns.

Tables, code blocks and the targets of links are exempt. Prints each longer line; exit
code 1 if there is one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
LINK_TARGET = re.compile(r"\]\([^)]*\)|<?https?://\S+")


def long_lines(page: Path) -> list[int]:
    """Line numbers of paragraphs and list items that are too long."""
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    ranges = [
        token.map
        for token in MarkdownIt("commonmark").enable("table").parse(text)
        if token.type == "paragraph_open" and token.map
    ]
    return [
        number + 1
        for first, end in ranges
        for number in range(first, end)
        if len(LINK_TARGET.sub("]", lines[number])) > COLUMNS
    ]


def main() -> int:
    """Report each line that is too long."""
    pages = [
        page
        for pattern in ("*.md", "docs/**/*.md", "data/**/*.md")
        for page in sorted(ROOT.glob(pattern))
    ]
    problems = [
        f"{page.relative_to(ROOT)}:{number}: longer than {COLUMNS} columns; wrap it\n"
        for page in pages
        for number in long_lines(page)
    ]
    print("".join(problems), end="", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
