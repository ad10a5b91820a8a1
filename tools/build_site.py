"""Builds the documentation site in build/site and checks it: `python tools/build_site.py`, or `make docs`.

The pages are docs/ and the three documents beside it (README, CONTRIBUTING, CHANGELOG); what docstrings say comes in by
docs/api. A link to another document becomes one to its page, a link to a file of the repository one to its address.
The build fails on a link that leads nowhere and on anything that a page would fetch from another host.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from os.path import relpath
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
TOP_LEVEL = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)(#[^)\s]*)?(\))")


class SiteError(Exception):
    """The site cannot be built, or has faults; the text names them."""


# --- The pages --------------------------------------------------------------------------------------------------------


def sources() -> dict[PurePosixPath, PurePosixPath]:
    """Each document's place in the repository, and that of its page in the site."""
    inside = (file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "docs").rglob("*.md")))
    pages = {PurePosixPath(name): PurePosixPath(page) for name, page in TOP_LEVEL.items()}
    return pages | {PurePosixPath(name): PurePosixPath(name).relative_to("docs") for name in inside}


def gather(pages: Path = PAGES) -> None:
    """Write every page, with its links made those of the site."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    for source, page in sources().items():
        text = (ROOT / source).read_text(encoding="utf-8")
        (pages / page).write_text(with_links_of_the_site(text, source), encoding="utf-8")


def with_links_of_the_site(text: str, source: PurePosixPath) -> str:
    """The text of a document as its page has it. SiteError for a link that leads nowhere."""
    pages = sources()
    here = pages[source].parent

    def lead(match: re.Match[str]) -> str:
        before, target, anchor, after = match.groups(default="")
        path = PurePosixPath(relpath(source.parent / target, "."))
        return f"{before}{_address(path, source, here, pages)}{anchor}{after}"

    return LINK.sub(lead, text)


def _address(
    path: PurePosixPath,
    source: PurePosixPath,
    here: PurePosixPath,
    pages: dict[PurePosixPath, PurePosixPath],
) -> str:
    """What a page in the folder `here` calls a file of the repository."""
    if path in pages:
        return relpath(pages[path], here)
    if not (ROOT / path).exists():
        raise SiteError(f"{source}: {path} does not exist")
    if path.is_relative_to("docs"):
        return relpath(path.relative_to("docs"), here)
    return f"{repository()}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}"


def repository() -> str:
    """The address of the repository, as pyproject.toml says it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Repository"])


# --- The site ---------------------------------------------------------------------------------------------------------


def build() -> None:
    """Pages and docstrings as HTML. SiteError with what was complained about."""
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode or not (SITE / "index.html").exists():
        raise SiteError(done.stdout)


class _Page(HTMLParser):
    """What a page links to, what it loads, and the places in it that a link may name."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value for name, value in attrs if value}
        self.anchors.update(attributes[name] for name in ("id", "name") if name in attributes)
        if (tag == "a" and "href" in attributes) or (
            tag == "link" and attributes.get("rel") in ("canonical", "prev", "next")
        ):
            self.links.append(attributes["href"])
        else:
            self.loads += [attributes[name] for name in ("src", "href") if name in attributes]


def faults(site: Path = SITE) -> list[str]:
    """Links that lead nowhere, and what would be fetched from another host."""
    pages = {file.resolve(): _Page(file) for file in sorted(site.rglob("*.html")) if file.name != "404.html"}
    return [fault for file, page in pages.items() for fault in _faults(file, page, pages, site)]


def _faults(file: Path, page: _Page, pages: dict[Path, _Page], site: Path) -> Iterator[str]:
    name = file.relative_to(site.resolve())
    for address in page.loads:
        if urlsplit(address).netloc:
            yield f"{name} loads {address}"
    for address in {*page.links, *page.loads}:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        target = target / "index.html" if target.is_dir() else target
        anchors = pages[target].anchors if target in pages else set()
        if not target.exists() or (
            parts.fragment and target in pages and unquote(parts.fragment) not in anchors
        ):
            yield f"{name} leads to {address}"


def main() -> int:
    """0 when the site stands; 1 with its faults on standard error."""
    try:
        gather()
        build()
        problems = faults()
        if problems:
            raise SiteError("\n".join(problems))
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The site is in {SITE.relative_to(ROOT)}: open index.html there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
