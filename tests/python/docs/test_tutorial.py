"""The pages with a walk work: their code blocks run in order, in a folder per page.

A comment before a block changes the test in comparison with the page: `<!-- tutorial: skip -->`,
`<!-- tutorial: slow -->`, and `<!-- tutorial: replace "A" by "B" -->` for smaller budgets. A block
with a title is a file. A text block after a shell block is its output: words have to agree, while
numbers, times and schedules found may differ.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ("tutorial", "kernels", "compiled-kernels")
PROGRAMS = ROOT / "build" / "release" / "bin"
BLOCK = re.compile(
    r"((?:^<!-- tutorial: [^\n]* -->\n)*)^```(\w+)(?: title=\"([^\"\n]+)\")?\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass
class Block:
    kind: str
    title: str | None
    text: str
    skip: bool = False
    slow: bool = False
    output: str | None = None
    replaced: list[tuple[str, str]] = field(default_factory=list)


def blocks(page):
    found = []
    for directives, kind, title, text in BLOCK.findall((ROOT / "docs" / f"{page}.md").read_text()):
        if kind == "text":
            found[-1].output = text
            continue
        block = Block(kind, title or None, text)
        for directive in re.findall(r"<!-- tutorial: (.*) -->", directives):
            if replace := re.fullmatch(r'replace "(.+)" by "(.+)"', directive):
                block.replaced.append(replace.groups())
            else:
                assert directive in ("skip", "slow"), directive
                setattr(block, directive, True)
        found.append(block)
    return found


BLOCKS = {page: [block for block in blocks(page) if not block.skip] for page in PAGES}


def shape(output):
    """Lines of an output without the parts that differ from run to run."""
    lines = []
    for line in output.splitlines():
        line = re.sub(r"(; )?\bnoisy: .*", "", line)
        # A search with a small budget may find no schedule.
        line = re.sub(r"(op\d+: (?!vectorize makes).*|\(none\))", "", line)
        line = re.sub(r"-?\d[\d.]*(e[-+]?\d+)?", "#", line)
        line = re.sub(r"# (ns|us|ms|s|min)\b( # s)?", "# <time>", line)
        lines.append(" ".join(line.split()))
    return lines


class Reader:
    """Follows a page: the blocks before the requested one are run first."""

    def __init__(self, page, folder):
        self.blocks = BLOCKS[page]
        self.folder = folder
        self.printed = {}
        self.tried = set()
        self.environment = {
            **{name: value for name, value in os.environ.items() if "MLIRGYM" not in name},
            "PATH": os.pathsep.join(
                [str(PROGRAMS), str(Path(sys.executable).parent), os.environ["PATH"]]
            ),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }

    def follow(self, last):
        for index in range(last + 1):
            # A failed block fails in its own test; later blocks may not need it.
            if index not in self.tried and (index == last or not self.blocks[index].slow):
                self.tried.add(index)
                self.printed[index] = self.run(self.blocks[index])
        return self.printed[last]

    def run(self, block):
        text = block.text
        for old, new in block.replaced:
            assert text.count(old) == 1, f"the block has no '{old}' to replace"
            text = text.replace(old, new)
        if block.title:
            (self.folder / block.title).write_text(text)
            return ""
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout


@pytest.fixture(scope="module")
def readers(tmp_path_factory, copy_peak):
    assert (PROGRAMS / "mlirgym").exists(), "build mlirgym first"
    readers = {page: Reader(page, tmp_path_factory.mktemp(page)) for page in PAGES}
    copy_peak(readers["kernels"].folder / "cache/mlirgym/exec-data.db")
    return readers


def names():
    for page in PAGES:
        for index, block in enumerate(BLOCKS[page]):
            first = block.title or block.text.splitlines()[0]
            marks = [pytest.mark.slow] if block.slow else []
            yield pytest.param(page, index, id=f"{page}-{index}-{first[:40]}", marks=marks)


@pytest.mark.parametrize(("page", "index"), list(names()))
def test_the_block_works_and_prints_what_the_page_shows(page, index, readers):
    reader = readers[page]
    block = reader.blocks[index]
    if "mlir-opt-22" in block.text and not shutil.which("mlir-opt-22"):
        pytest.skip("mlir-opt-22 is not installed")
    if re.search(r"mlirgym (train|evaluate)", block.text):
        if not (PROGRAMS / "mlirgym-torch").exists():
            pytest.skip("built without LibTorch")
        if "evaluate" in block.text:  # needs the agent that the block before trains
            reader.follow(index - 1)
    if "learn.py" in block.text:
        pytest.importorskip("sb3_contrib")
    printed = reader.follow(index)
    if block.output is not None:
        assert shape(printed) == shape(block.output)


def test_other_output_is_noticed():
    real = "speedup   205x (+/- 19.0 %, 5 interleaved rounds); noisy: the machine\nstatus    ok\n"
    quiet = "speedup   7.1x (+/- 2 %, 5 interleaved rounds)\nstatus    ok\n"
    assert shape(real) == shape(quiet)
    assert shape("schedule  op0: vectorize") == shape("schedule  (none)")
    assert shape(real) != shape(quiet.replace("ok", "crashed"))
    assert shape(real) != shape(quiet.replace("rounds", "times"))


def test_the_page_has_every_kind_of_block():
    assert {block.kind for block in blocks("tutorial")} == {"mlir", "python", "sh"}
    assert all(sum(b.output is not None for b in BLOCKS[page]) >= 3 for page in PAGES)
