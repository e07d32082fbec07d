"""The pages: links, navigation and lists agree with the repository. Needs no network.

`scripts/docs` builds the site, where every warning is an error; this is what can be
checked without it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import mlirgym
import pytest

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
INSTALL = ROOT / "build" / "release" / "cmake_install.cmake"
LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")


def pages():
    command = ["git", "ls-files", "-co", "--exclude-standard", "--", "*.md"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).exists()]


def prose(page):
    """Text of a page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """Anchors of the headings of a page, as made by GitHub and MkDocs."""
    headings = re.findall(r"^#+ +(.+?) *$", prose(page), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


def broken_links(page):
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"{target}: no such file"
        elif anchor and anchor not in anchors(file):
            yield f"{target}: no such heading"


def public_headers():
    listed = subprocess.run(
        [sys.executable, ROOT / "scripts/public_headers.py"],
        check=True,
        capture_output=True,
        text=True,
    )
    return listed.stdout.splitlines()


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert list(broken_links(page)) == []


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n[a](page.md#a-page) [b](other.md) ![c](page.md#b-page)\n")
    assert [line.split(":")[0] for line in broken_links(page)] == ["other.md", "page.md#b-page"]


def test_the_table_of_statuses_has_each_of_them_once():
    table = (DOCS / "measuring.md").read_text().partition("\n## Statuses\n")[2].partition("\n**")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(mlirgym.statuses())


def test_the_site_shows_every_page_once():
    nav = (ROOT / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    shown = re.findall(r": (\S+\.md)$", nav, re.MULTILINE)
    beside = {"CONTRIBUTING.md", "CHANGELOG.md", "adr/index.md", "examples/README.md"}
    assert sorted(shown) == sorted({page.name for page in DOCS.glob("*.md")} | beside)


def test_the_list_of_decisions_has_every_record_with_its_title():
    text = (DOCS / "adr/index.md").read_text().replace("\n  ", " ")
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", text, re.MULTILINE)
    records = sorted((DOCS / "adr").glob("[0-9]*.md"))
    titles = [page.read_text().splitlines()[0].removeprefix("# ") for page in records]
    assert listed == list(zip(titles, [page.name for page in records], strict=True))


@pytest.mark.parametrize("page", ["architecture.md", "drawings/sample.dot"])
def test_the_files_that_the_architecture_names_exist(page):
    text = (DOCS / page).read_text().replace("\\n", " ")  # a line break in a drawing
    named = set(re.findall(r"\b(?:[\w.-]+/)+\w[\w.-]*\.(?:h|cpp|py|db)\b", text))
    assert len(named) > 9
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_pictures_are_drawn_from_their_sources_as_they_are():
    script = [sys.executable, ROOT / "scripts/pictures.py", "--check"]
    checked = subprocess.run(script, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_every_picture_of_a_page_has_a_text_in_its_place():
    for page in pages():
        for text, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page)):
            assert len(text) > 20, f"{page.name}: {target}"


def test_the_figure_of_the_peers_has_the_numbers_of_the_page():
    ratios = json.loads((DOCS / "figures/peers.json").read_text())["ratios"]
    numbers = re.findall(r"\d\.\d\d", (DOCS / "reference-schedules.md").read_text())
    for library, by_threads in ratios.items():
        for ratio in by_threads.values():
            assert f"{ratio:.2f}" in numbers, library


def test_the_page_of_headers_has_every_public_header_with_a_line():
    rows = re.findall(
        r"^\| \[(.+)\]\(\.\./(.+)\) \| (.+) \|$", (DOCS / "cpp.md").read_text(), re.MULTILINE
    )
    assert all(name == path and line for name, path, line in rows)
    assert sorted(path for _, path, _ in rows) == public_headers(), "mend docs/cpp.md"


def test_a_public_header_includes_public_ones_only():
    public = public_headers()
    for header in public:
        included = re.findall(r'^#include "(.+)"', (ROOT / header).read_text(), re.MULTILINE)
        own = [name for name in included if (ROOT / name).exists()]
        assert not set(own) - set(public), f"{header}: would not compile once installed"


@pytest.mark.skipif(not INSTALL.exists(), reason="build/release is not configured")
def test_the_public_headers_are_those_that_cmake_installs():
    named = re.findall(rf'"{re.escape(str(ROOT))}/([\w/.]+\.(?:h|def))"', INSTALL.read_text())
    installed = [os.path.normpath(path) for path in named]
    torch = "agents/ppo/Ppo.h" in installed  # a build without LibTorch does not install it
    expected = [path for path in public_headers() if torch or not path.startswith("agents/ppo/")]
    assert sorted(installed) == expected


def test_the_python_reference_has_every_public_name():
    named = re.findall(r"^::: (\S+)$", (DOCS / "python-reference.md").read_text(), re.MULTILINE)
    assert {f"mlirgym.{name}" for name in mlirgym.__all__} - set(named) == set()
    assert len(named) == len(set(named))


@pytest.mark.parametrize("name", sorted(mlirgym.__all__))
def test_every_public_name_has_a_docstring(name):
    public = getattr(mlirgym, name)
    assert public.__doc__
    if not isinstance(public, type):
        return
    for member, value in vars(public).items():
        if not member.startswith("_") and (callable(value) or isinstance(value, property)):
            documented = value.fget if isinstance(value, property) else value
            assert documented.__doc__ or value.__doc__, f"{name}.{member}"
