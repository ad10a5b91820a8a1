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
BESIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(\]\()(?!https?:|#)([^)#\s]+)(#[^)\s]*)?(\))")


class SiteError(Exception):
    """The site cannot be built, or has faults; the text names them."""


# --- The pages --------------------------------------------------------------------------------------------------------


def sources() -> dict[PurePosixPath, PurePosixPath]:
    """Each document's place in the repository, and that of its page in the site."""
    inside = (file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "docs").rglob("*.md")))
    pages = {PurePosixPath(name): PurePosixPath(page) for name, page in BESIDE.items()}
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
    places = sources()
    here = places[source].parent

    def lead(match: re.Match[str]) -> str:
        before, target, anchor, after = match.groups(default="")
        place = PurePosixPath(relpath(source.parent / target, "."))
        return f"{before}{_address(place, source, here, places)}{anchor}{after}"

    return LINK.sub(lead, text)


def _address(
    place: PurePosixPath,
    source: PurePosixPath,
    here: PurePosixPath,
    places: dict[PurePosixPath, PurePosixPath],
) -> str:
    """What a page in the folder `here` calls a file of the repository."""
    if place in places:
        return relpath(places[place], here)
    if not (ROOT / place).exists():
        raise SiteError(f"{source}: {place} does not exist")
    if place.is_relative_to("docs"):
        return relpath(place.relative_to("docs"), here)
    return f"{repository()}/{'tree' if (ROOT / place).is_dir() else 'blob'}/main/{place}"


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
        said = {name: value for name, value in attrs if value}
        self.anchors.update(said[name] for name in ("id", "name") if name in said)
        if (tag == "a" and "href" in said) or (
            tag == "link" and said.get("rel") in ("canonical", "prev", "next")
        ):
            self.links.append(said["href"])
        else:
            self.loads += [said[name] for name in ("src", "href") if name in said]


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
        known = pages[target].anchors if target in pages else set()
        if not target.exists() or (
            parts.fragment and target in pages and unquote(parts.fragment) not in known
        ):
            yield f"{name} leads to {address}"


def main() -> int:
    """0 when the site stands; 1 with its faults on standard error."""
    try:
        gather()
        build()
        found = faults()
        if found:
            raise SiteError("\n".join(found))
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The site is in {SITE.relative_to(ROOT)}: open index.html there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
