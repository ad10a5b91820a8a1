"""The cache of compiled rules: where it lies, and that it does not grow for ever."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import quartier
from quartier.bots import model_functions, policies
from quartier.core import compiled
from quartier.core.engine import bits, cache, dice
from quartier.core.game.title_spec import TitleSpec

HOUR = 3600.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path))
    return tmp_path


def test_the_folder_is_that_of_the_system_unless_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUARTIER_CACHE", raising=False)
    monkeypatch.setattr(cache, "user_cache_path", lambda name, appauthor: tmp_path / "caches" / name)
    assert cache.cache_folder() == tmp_path / "caches" / "quartier"
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path / "own"))
    assert cache.cache_folder() == tmp_path / "own"


def test_linux_keeps_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUARTIER_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_folder() == tmp_path / "quartier"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.cache_folder() == tmp_path / ".cache" / "quartier"


def _use(folder: Path, hours_ago: float) -> None:
    folder.mkdir()
    (folder / "kernel.nbi").write_bytes(b"code")
    then = time.time() - hours_ago * HOUR
    os.utime(folder, (then, then))


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_two_last_used_stay(folder: Path) -> None:
    for age in (9, 5, 3, 2):
        _use(folder / f"gridlock-{age}", age)
    assert cache.folder_of("gridlock", "new") == folder / "gridlock-new"
    assert _names(folder) == {"gridlock-new", "gridlock-2"}


def test_a_used_folder_becomes_the_newest(folder: Path) -> None:
    for age in (9, 5, 3):
        _use(folder / f"gridlock-{age}", age)
    cache.folder_of("gridlock", "9")
    assert _names(folder) == {"gridlock-9", "gridlock-3"}
    assert (folder / "gridlock-9" / "kernel.nbi").exists()


def test_other_titles_and_folders_in_use_are_left_alone(folder: Path) -> None:
    for name, age in (("metromania-1", 9), ("gridlock-1", 0.5), ("gridlock-2", 0.4), ("gridlock-3", 0.3)):
        _use(folder / name, age)
    cache.folder_of("gridlock", "new")
    assert _names(folder) == {"metromania-1", "gridlock-1", "gridlock-2", "gridlock-3", "gridlock-new"}


def test_folders_of_0_1_0_go_and_nothing_else_does(folder: Path) -> None:
    digits = "0123456789abcdef0123"
    old = (f"gridlock-{digits}", f"simulation-{digits}")
    others = (f"gridlock.loops-{digits}", "gridlock-notes", f"photos-{digits}")
    for name in (*old, *others):
        _use(folder / name, 9)
    (folder / f"photos-{digits}" / "boston.jpg").write_bytes(b"somebody's")
    _use(folder / f"metromania-{digits}", 0.5)
    (folder / f"neue_heimat-{digits}").write_text("a file")
    cache.folder_of("gridlock.kernels", digits)
    recent = {f"metromania-{digits}", f"neue_heimat-{digits}", f"gridlock.kernels-{digits}"}
    assert _names(folder) == {*others, *recent}


def test_a_folder_that_cannot_be_made_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path / "file"))
    folder = cache.folder_of("gridlock", "new")
    assert not cache.writable(folder)
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="turns compiling off")
def test_machine_code_is_named_by_its_title() -> None:
    # Entries have the same types in all titles: with one name, two of them from the cache would share one's code.
    game = quartier.load("connect_four")
    game.compile()
    for module in (policies, model_functions):
        for name in module.SIGNATURES:
            (compiled,) = getattr(game.bound(module), name).overloads.values()
            assert f"connect_four.{name}" in compiled.fndesc.unique_name


# ----- what compiled code is named by -----


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TitleSpec]:
    """BlockCity as a title of somebody else's package: its folder, copied."""
    folder = Path(quartier.__file__).parent / "games" / "block_city"
    shutil.copytree(folder, tmp_path / "elsewhere" / folder.name)
    monkeypatch.syspath_prepend(tmp_path)
    yield TitleSpec("elsewhere.block_city")
    for name in [name for name in sys.modules if name.split(".")[0] == "elsewhere"]:
        del sys.modules[name]


def _named_by(title: TitleSpec) -> str:
    return compiled.fingerprint((title.rules, title.bots))


@pytest.mark.parametrize(
    "file",
    [
        "text/log.py",
        "data/messages.de.po",
        "data/title.toml",
        "drawing/board.py",
        "drawing/theme.css",
        "data/levels.json",
        "data/network-2-3-4.json",
        "data/network-2-3-4.npz",
        "data/priority.json",
        "data/rulebook.en.md",
    ],
)
def test_what_is_not_compiled_compiles_nothing_anew(copy: TitleSpec, file: str) -> None:
    before = _named_by(copy)
    with (copy.folder / file).open("a", encoding="utf-8") as edited:
        edited.write("\n")
    assert _named_by(copy) == before


@pytest.mark.parametrize(
    "file", ["rules/scoring.py", "rules/__init__.py", "rules/new.py", "bots/features.py", "data/board.json"]
)
def test_rules_hints_and_boards_are_compiled_anew(copy: TitleSpec, file: str) -> None:
    before = _named_by(copy)
    with (copy.folder / file).open("a", encoding="utf-8") as edited:
        edited.write("\n")
    assert _named_by(copy) != before


def test_a_copied_folder_is_a_title_of_its_own(copy: TitleSpec) -> None:
    """It takes nothing from where it came from: all that it imports of itself is relative."""
    assert copy.drawing
    assert copy.pictures
    assert copy.text.read("pass", copy.boards.standard()) > 0
    for name in [name for name in sys.modules if name.startswith("elsewhere.")]:
        source = Path(sys.modules[name].__file__ or "").read_text("utf-8")
        assert "quartier.games" not in source, name


def test_the_engine_and_a_search_are_in_the_name_of_what_contains_them() -> None:
    def sources(*modules: object) -> set[Path]:
        return set(compiled._sources(modules))  # type: ignore[arg-type]

    title = quartier.load("city_blocks").spec
    named_by = sources(title.rules, title.bots)
    assert {Path(bits.__file__), Path(compiled.__file__)} <= named_by
    assert not {Path(cache.__file__), Path(dice.__file__)} & named_by
    search = sources(*compiled.reachable_modules(model_functions))
    assert {Path(model_functions.__file__), Path(bits.__file__)} <= search
    assert not any("games" in file.parts for file in search)
