"""MkDocs hooks: pages of the site that are not in docs/.

CONTRIBUTING.md, CHANGELOG.md and examples/README.md become pages. The pages that Doxygen has
written to build/doxygen/html become files of the site. Links to all of them, which are repository
paths in the Markdown files, are rewritten to their locations on the site.
"""

from __future__ import annotations

import os
import posixpath
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
DOXYGEN = ROOT / "build/doxygen"
PAGES = ["CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"]
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
REFERENCE = re.compile(r"^\[([^\]]+)\]: ([^#\s]+)$", re.MULTILINE)


def header_pages() -> dict[str, str]:
    """Page of the site for each public header, by the header's path in the repository."""
    tree = ElementTree.parse(DOXYGEN / "mlirgym.tag")
    pages = {}
    for file in tree.iter("compound"):
        if file.get("kind") == "file":
            path = Path(file.findtext("path", ""), file.findtext("name", ""))
            pages[os.path.relpath(path, ROOT)] = f"doxygen/{file.findtext('filename')}"
    return pages


def on_files(files: Files, config: Any) -> Files:
    """Add the files that are not in docs/."""
    for name in PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    html = DOXYGEN / "html"
    for path in sorted(html.rglob("*")):
        if path.is_file():
            uri = f"doxygen/{path.relative_to(html).as_posix()}"
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    config["header_pages"] = header_pages()
    return files


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Rewrite links to paths outside of docs/."""
    source = page.file.src_uri
    folder = posixpath.dirname(source)
    if source not in PAGES:
        folder = posixpath.join("docs", folder)

    def rewritten(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        if re.match(r"[a-z]+:", target):
            return match[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith("docs/"):
            found = path.removeprefix("docs/")
        elif path in PAGES:
            found = path
        elif path in config["header_pages"]:
            found = config["header_pages"][path]
        elif (ROOT / path).exists() and source != "cpp.md":
            return text  # belongs to the repository, not to the site
        else:
            return match[0]  # MkDocs reports the broken link
        here = posixpath.dirname(source)
        return f"[{text}]({os.path.relpath(found, here or '.')}{anchor})"

    def defined(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match[2]))
        return "" if (ROOT / path).is_file() and path not in PAGES else match[0]

    # `[0.1.0]: README.md`, to which `[0.1.0]` links.
    markdown = REFERENCE.sub(defined, markdown)
    # Mermaid would be loaded from another host; the drawing shows the same rooms.
    rooms = (
        f"![The rooms]({os.path.relpath('drawings/rooms.svg', posixpath.dirname(source) or '.')})"
    )
    markdown = re.sub(r"^```mermaid\n.*?^```", rooms, markdown, flags=re.MULTILINE | re.DOTALL)
    return LINK.sub(rewritten, markdown)
