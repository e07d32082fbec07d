#!/usr/bin/env python3
"""Run scripts/new for each kind in a copy of the tree, build the copy, and run the tests.

Each kind becomes a commit of the copy, build/new, and its files are listed. Then formats and lists
are checked, and the tests of the changed rooms and the new lit tests are built and run. Objects of
files that did not change come from ccache. With --only-write nothing is built. Exit code 1 if a
check or a test fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The pass belongs to the action; the other names differ from those of existing classes.
ADDED = {
    "action": "Toy",
    "pass": "Toy",
    "searcher": "ToySearch",
    "extractor": "toy_depth",
    "device": "ToyDevice",
    "family": "toy_squares",
}
CHECKS = ("scripts/check_listed.py", "scripts/check_rooms.py", "scripts/check_prose.py")
ROOMS = ("actions-test", "conformance-test", "observation_test", "search_test", "program-test")
OTHER_ROOMS = ("device-test", "lowering-test")
OF_OTHER_ROOMS = "*Toy*:*toy*:*AnyDevice*:*DeviceDescription*:*GpuFamilies*"
TARGETS = (*ROOMS, *OTHER_ROOMS, "mlirgym", "mlirgym-opt", "mlirgym-worker")
LIT = "toy|passes/docs|passes/every-pass|passes/pipeline|suite/suites|measure/no-device"


def run(command: list[str], tree: Path) -> str:
    """Run a command in the copy, and return its output; end the script if it fails."""
    ran = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = ran.stdout.decode(errors="replace")
    if ran.returncode:
        print(said, file=sys.stderr)
        sys.exit(f"check_new: {' '.join(command)} ended with {ran.returncode} in {tree}")
    return said


def commit(tree: Path, subject: str) -> list[str]:
    """Commit everything; return the names of the files that differ."""
    author = ["-c", "user.name=check_new", "-c", "user.email=check_new@localhost"]
    run(["git", "add", "--all"], tree)
    run(["git", *author, "commit", "--quiet", "--no-verify", "--message", subject], tree)
    return run(["git", "show", "--name-only", "--format="], tree).splitlines()


def copy_tree(tree: Path) -> None:
    """Copy the files that git tracks or would add into a new repository."""
    names = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(names, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    run(["git", "init", "--quiet"], tree)
    commit(tree, "the tree as it is")


def add(tree: Path, kind: str, name: str) -> list[str]:
    """Run scripts/new in the copy, and return the files of its commit."""
    run([str(tree / "scripts/new"), kind, name], tree)
    return commit(tree, f"{kind} {name}")


def check(tree: Path) -> None:
    """Check formats and lists of the copy."""
    for script in CHECKS:
        run([sys.executable, script], tree)
    changed = run(["git", "diff", "--name-only", f"HEAD~{len(ADDED)}"], tree).splitlines()
    code = [name for name in changed if name.endswith((".cpp", ".h"))]
    run(["clang-format-22", "--dry-run", "--Werror", *code], tree)


def build_and_test(tree: Path) -> None:
    """Build the tests of the added files, without LibTorch and Python, and run them."""
    (tree / ".venv").symlink_to(ROOT / ".venv")
    off = " ".join(f"-DMLIRGYM_{name}=OFF" for name in ("TORCH", "PYTHON", "BENCHMARKS"))
    ninja = f'ninja -C "$build" -j "$(build_jobs)" {" ".join(TARGETS)}'
    run(["bash", "-c", f"source scripts/setup.sh; configure release {off}; {ninja}"], tree)
    build = tree / "build" / "release"
    ctest = ["ctest", "--test-dir", str(build), f"-j{os.cpu_count()}", "--output-on-failure"]
    for tests, rooms in (("*", ROOMS), (OF_OTHER_ROOMS, OTHER_ROOMS)):
        labels = "|".join(f"^{room}$" for room in rooms)
        call = ["env", f"GTEST_FILTER={tests}", *ctest, "--no-tests=error", "-L", labels]
        print(run(call, tree)[-1500:])
    lit = str(ROOT / ".venv/bin/lit")
    print(run([lit, "-v", "--filter", LIT, str(build / "tests/lit")], tree)[-1500:])


def main() -> int:
    """Write, check, build and test all kinds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only-write", action="store_true", help="build nothing")
    parser.add_argument("--tree", type=Path, default=ROOT / "build/new", help="where the copy is")
    options = parser.parse_args()
    tree = options.tree.resolve()
    if tree.exists():
        shutil.rmtree(tree)
    copy_tree(tree)
    for kind, name in ADDED.items():
        print(f"{kind} {name}: {' '.join(add(tree, kind, name))}", flush=True)
    check(tree)
    if options.only_write:
        return 0
    started = time.monotonic()
    build_and_test(tree)
    print(f"built and tested in {time.monotonic() - started:.0f} s")
    shutil.rmtree(tree)
    return 0


if __name__ == "__main__":
    sys.exit(main())
