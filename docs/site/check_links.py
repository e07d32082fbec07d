"""Follow every link between the pages of the site, with its anchor; print those that end nowhere.

Run: python docs/site/check_links.py build/site

Links to other hosts are left out. Of the pages that Doxygen wrote only files are checked:
their scripts make some of the anchors.
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

TARGETS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "src"}


class Page(HTMLParser):
    """Links and anchors of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8", errors="replace"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag leads to and what it is called."""
        given = dict(attrs)
        self.anchors.update(given[name] or "" for name in ("id", "name") if name in given)
        if (link := given.get(TARGETS.get(tag, ""))) is not None:
            self.links.add(link)


@cache
def page_at(path: Path) -> Page:
    """Page of a file, read once."""
    return Page(path)


def broken(site: Path, path: Path) -> list[str]:
    """Links of a page that end nowhere."""
    problems = []
    for link in sorted(page_at(path).links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        base = site if parts.path.startswith("/") else path.parent
        target = base / unquote(parts.path).lstrip("/") if parts.path else path
        if target.is_dir():
            target = target / "index.html"
        if not target.exists():
            problems.append(f"{path.relative_to(site)}: {link}: no such file")
        elif parts.fragment and target.suffix == ".html" and "doxygen" not in target.parts:
            if unquote(parts.fragment) not in page_at(target).anchors:
                problems.append(f"{path.relative_to(site)}: {link}: no such anchor")
    return problems


def main() -> int:
    """Check all pages of the site."""
    site = Path(sys.argv[1]).resolve()
    pages = sorted(site.rglob("*.html"))
    problems = [problem for page in pages for problem in broken(site, page)]
    print("\n".join([*problems, f"{len(pages)} pages, {len(problems)} broken links"]))
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
