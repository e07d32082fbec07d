"""scripts/release packs a commit with dated notes, or a draft; making all artefacts takes long."""

import importlib.machinery
import importlib.util
import subprocess

import pytest

from strangers.commandline import ROOT

LOADER = importlib.machinery.SourceFileLoader("release", f"{ROOT}/scripts/release")
RELEASE = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", LOADER))
LOADER.exec_module(RELEASE)

LOG = """# Changelog

## [0.2.0] - not released yet

More.

## [0.1.0] - 2026-12-01

First.

### Limits

- None.

[0.1.0]: README.md
"""


def test_notes_are_the_section_of_the_version():
    notes = "# mlirgym 0.1.0\n\nFirst.\n\n### Limits\n\n- None.\n"
    assert RELEASE.notes_of("0.1.0", LOG, draft=False) == notes
    assert RELEASE.notes_of("0.2.0", LOG, draft=True) == "# mlirgym 0.2.0\n\nMore.\n"


@pytest.mark.parametrize(
    "number, why", [("0.2.0", "says 'not released yet'; write the date"), ("0.3.0", "no section")]
)
def test_notes_need_a_section_and_a_date(number, why):
    with pytest.raises(RELEASE.NotReadyError, match=why):
        RELEASE.notes_of(number, LOG, draft=False)


def test_a_release_has_a_wheel_for_every_python_that_runs(tmp_path):
    for name, code in (("3.11", 0), ("3.12", 127), ("3.13", 0)):
        program = tmp_path / f"python{name}"
        program.write_text(f"#!/bin/sh\nexit {code}\n")
        program.chmod(0o755)
    with pytest.raises(RELEASE.NotReadyError, match=r"python3\.12 is not on the PATH"):
        RELEASE.interpreters(str(tmp_path), draft=False)
    found = RELEASE.interpreters(str(tmp_path), draft=True)
    assert found == [str(tmp_path / "python3.11"), str(tmp_path / "python3.13")]


def test_the_version_of_this_tree_has_notes():
    notes = RELEASE.notes_of(RELEASE.version(), (ROOT / "CHANGELOG.md").read_text(), draft=True)
    assert "### Limits" in notes


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A repository with one commit and one file."""

    def git(*arguments):
        author = ("-c", "user.name=a", "-c", "user.email=a@localhost")
        command = ["git", *author, *arguments]
        return subprocess.check_output(command, cwd=tmp_path, text=True).strip()

    (tmp_path / "file").write_text("committed\n")
    git("init", "--quiet")
    git("add", "file")
    git("commit", "--quiet", "--no-verify", "--message", "a file")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "a")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "a@localhost")
    monkeypatch.setattr(RELEASE, "ROOT", tmp_path)
    return git


def test_a_draft_packs_what_has_changed(tree, tmp_path):
    assert RELEASE.commit_of(draft=True) == "HEAD"
    (tmp_path / "file").write_text("changed\n")
    (tmp_path / "other").write_text("untracked\n")
    assert RELEASE.commit_of(draft=False) == "HEAD"
    packed = RELEASE.commit_of(draft=True)
    assert tree("show", f"{packed}:file") == "changed"
    assert tree("ls-tree", "--name-only", packed) == "file"
    assert (tmp_path / "file").read_text() == "changed\n"
    assert not tree("stash", "list")


def test_only_a_committed_tree_of_a_new_version_is_released(tree, tmp_path):
    RELEASE.check_tree("0.1.0", draft=False)
    (tmp_path / "file").write_text("changed\n")
    RELEASE.check_tree("0.1.0", draft=True)
    with pytest.raises(RELEASE.NotReadyError, match="commit or restore them:\nM file"):
        RELEASE.check_tree("0.1.0", draft=False)
    tree("tag", "v0.1.0")
    with pytest.raises(RELEASE.NotReadyError, match=r"v0\.1\.0 is tagged; raise the version"):
        RELEASE.check_tree("0.1.0", draft=True)
