"""docs/architecture.md and docs/glossary.md agree with the code; lists count up and paragraphs are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import quartier
from tests.core.test_no_import_circles import imports_of, modules

PACKAGE = Path(quartier.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
MAX_WORDS = 100
FLOORS, SERVER_FLOORS = 0, 2
"""The tables of the page that are compared with the code, by position."""


def rows(table: int) -> list[list[str]]:
    """Return the cells of the table of that number on the page, without its heading."""
    tables = re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[table].splitlines()[2:]]


def floors(table: int) -> dict[str, int]:
    """Return the floor of each package that a table lists."""
    return {
        package: int(number) for number, names, _ in rows(table) for package in re.findall(r"`(\w+)`", names)
    }


def imports_between(prefix: str) -> set[tuple[str, str]]:
    """Return all imports between modules below `prefix`, as names without it."""
    files = modules()
    return {
        (name.removeprefix(prefix), other.removeprefix(prefix))
        for name, file in files.items()
        if name.startswith(prefix)
        for other in imports_of(name, file, files)
        if other.startswith(prefix)
    }


def upward(prefix: str, floor: dict[str, int]) -> set[tuple[str, str]]:
    """Return the imports from a lower floor to a higher one."""
    return {
        (name, other)
        for name, other in imports_between(prefix)
        if floor[name.split(".")[0]] < floor[other.split(".")[0]]
    }


def packages(folder: Path) -> set[str]:
    """Return the modules and packages directly in a folder, without dunder modules."""
    entries = {
        path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    return {entry for entry in entries if not entry.startswith("__")}


@pytest.mark.parametrize(("table", "folder"), [(FLOORS, PACKAGE), (SERVER_FLOORS, PACKAGE / "server")])
def test_every_package_has_a_floor(table: int, folder: Path) -> None:
    assert set(floors(table)) == packages(folder)


def test_imports_point_down() -> None:
    floor = floors(FLOORS) | {"__main__": 9}
    assert upward("quartier.", floor) == set()


def test_the_servers_imports_point_down() -> None:
    assert upward("quartier.server.", floors(SERVER_FLOORS)) == set()


def test_numbered_lists_count_up() -> None:
    for block in re.findall(r"(?:^(?:\d+\. |   ).*\n)+", PAGE, re.MULTILINE):
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", block, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_paragraphs_are_short() -> None:
    for paragraph in re.split(r"\n\s*\n|\n(?=[-|]|\d+\. )", PAGE):
        assert len(paragraph.split()) <= MAX_WORDS, paragraph


def test_the_glossary_names_places_that_exist() -> None:
    glossary = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
    paths = re.findall(r"`([\w*]+/[\w/*.]+)`", glossary)
    roots = (PACKAGE, PACKAGE.parents[1])
    assert [path for path in paths if not any(any(root.glob(path)) for root in roots)] == []
    assert len(paths) > 80
