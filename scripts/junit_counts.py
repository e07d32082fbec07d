#!/usr/bin/env python3
"""Print "passed failed skipped" of a JUnit XML file written by ctest or pytest.

The second argument is a folder in which ctests list their cases: if it has a <ctest>.xml, its cases
are counted in place of the ctest.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def counts(xml: Path, cases: Path | None = None) -> tuple[int, int, int]:
    """Count the passed, failed and skipped test cases of all suites in the file."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(xml).getroot().iter("testcase"):
        if case.get("result") == "suppressed":
            continue  # GoogleTest's DISABLED_ cases, which scripts/nightly runs
        fails = case.find("failure") is not None or case.find("error") is not None
        listed = cases / f"{case.get('name')}.xml" if cases else None
        if listed and listed.exists():
            own = counts(listed)
            passed, failed, skipped = passed + own[0], failed + own[1], skipped + own[2]
            # The program failed although no case did.
            failed += fails and own[1] == 0
        elif fails:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


if __name__ == "__main__":
    try:
        print(*counts(*map(Path, sys.argv[1:])))
    except (OSError, ElementTree.ParseError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
