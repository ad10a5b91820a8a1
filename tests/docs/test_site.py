"""The documentation site: it builds strictly, its links lead somewhere, and it needs no other host."""

import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tools import build_site

ROOT = Path(__file__).parents[2]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder for a site of two pages."""
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><h1 id="top">A</h1>', encoding="utf-8")
    (tmp_path / "b.html").write_text(
        '<a href="a.html">a</a><p id="here">B</p><img src="p.png">', encoding="utf-8"
    )
    (tmp_path / "p.png").touch()
    return tmp_path


def test_the_site_builds_and_every_link_leads_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_site.main() == 0, capsys.readouterr().err
    html = (build_site.SITE / "api" / "quartier.html").read_text(encoding="utf-8")
    assert 'id="quartier.State.play"' in html


def test_every_page_is_in_the_navigation() -> None:
    project = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(leaves(project["nav"])) == sorted(str(page) for page in build_site.sources().values())


def leaves(nav: list[dict[str, object]]) -> Iterator[str]:
    for entry in nav:
        for page in entry.values():
            if isinstance(page, list):
                yield from leaves(page)
            else:
                yield str(page)


@pytest.mark.parametrize(
    ("source", "link", "becomes"),
    [
        ("README.md", "(docs/hosting.md#backup)", "(hosting.md#backup)"),
        ("README.md", "(docs/images/home.png)", "(images/home.png)"),
        ("CONTRIBUTING.md", "(README.md)", "(index.md)"),
        ("docs/search.md", "(../CHANGELOG.md)", "(changelog.md)"),
        ("docs/api/core.md", "(../search.md)", "(../search.md)"),
        ("docs/search.md", "(#levels)", "(#levels)"),
        ("docs/search.md", "(https://example.org/a.md)", "(https://example.org/a.md)"),
        ("README.md", "(LICENSE)", f"({build_site.repository()}/blob/main/LICENSE)"),
        ("docs/search.md", "(../src/quartier)", f"({build_site.repository()}/tree/main/src/quartier)"),
    ],
)
def test_links_become_those_of_the_site(source: str, link: str, becomes: str) -> None:
    assert build_site.with_links_of_the_site(f"[x]{link}", PurePosixPath(source)) == f"[x]{becomes}"


def test_a_link_to_no_file_stops_the_build() -> None:
    with pytest.raises(build_site.SiteError, match=r"README.md: docs/nothing.md does not exist"):
        build_site.with_links_of_the_site("[x](docs/nothing.md)", PurePosixPath("README.md"))


def test_a_sound_site_has_no_faults(elsewhere: Path) -> None:
    assert build_site.faults(elsewhere) == []


@pytest.mark.parametrize(
    ("html", "message"),
    [
        ('<a href="gone.html">', "c.html leads to gone.html"),
        ('<a href="a.html#gone">', "c.html leads to a.html#gone"),
        ('<a href="#gone">', "c.html leads to #gone"),
        ('<img src="gone.png">', "c.html leads to gone.png"),
        ('<script src="https://cdn.example.org/x.js">', "c.html loads https://cdn.example.org/x.js"),
        (
            '<link rel="stylesheet" href="//fonts.example.org/x.css">',
            "c.html loads //fonts.example.org/x.css",
        ),
    ],
)
def test_a_fault_is_named(elsewhere: Path, html: str, message: str) -> None:
    (elsewhere / "c.html").write_text(html, encoding="utf-8")
    assert build_site.faults(elsewhere) == [message]
