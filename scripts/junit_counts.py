#!/usr/bin/env python3
"""Print "passed failed skipped" of a JUnit XML file written by ctest or pytest."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def counts(xml: Path) -> tuple[int, int, int]:
    """Count the passed, failed and skipped test cases of all suites in the file."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(xml).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


if __name__ == "__main__":
    try:
        print(*counts(Path(sys.argv[1])))
    except (OSError, ElementTree.ParseError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
