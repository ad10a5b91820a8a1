"""The cache of compiled rules: where it lies, and that it does not grow for ever."""

import os
import time
from pathlib import Path

import pytest

import quartier
from quartier.bots import entries, policies
from quartier.core.engine import cache

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


def _used(folder: Path, hours_ago: float) -> None:
    folder.mkdir()
    (folder / "kernel.nbi").write_bytes(b"code")
    then = time.time() - hours_ago * HOUR
    os.utime(folder, (then, then))


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_the_two_last_used_stay(folder: Path) -> None:
    for age in (9, 5, 3, 2):
        _used(folder / f"gridlock-{age}", age)
    assert cache.folder_of("gridlock", "new") == folder / "gridlock-new"
    assert _names(folder) == {"gridlock-new", "gridlock-2"}


def test_a_used_folder_becomes_the_newest(folder: Path) -> None:
    for age in (9, 5, 3):
        _used(folder / f"gridlock-{age}", age)
    cache.folder_of("gridlock", "9")
    assert _names(folder) == {"gridlock-9", "gridlock-3"}
    assert (folder / "gridlock-9" / "kernel.nbi").exists()


def test_other_titles_and_folders_in_use_are_left_alone(folder: Path) -> None:
    for name, age in (("metromania-1", 9), ("gridlock-1", 0.5), ("gridlock-2", 0.4), ("gridlock-3", 0.3)):
        _used(folder / name, age)
    cache.folder_of("gridlock", "new")
    assert _names(folder) == {"metromania-1", "gridlock-1", "gridlock-2", "gridlock-3", "gridlock-new"}


def test_a_folder_that_cannot_be_made_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("QUARTIER_CACHE", str(tmp_path / "file"))
    found = cache.folder_of("gridlock", "new")
    assert not cache.writable(found)
    assert (tmp_path / "file").read_text() == "no folder"


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_machine_code_is_named_by_its_title() -> None:
    # Entries have the same types in all titles: with one name, two of them from the cache would share one's code.
    game = quartier.load("connect_four")
    game.compile()
    for module in (policies, entries):
        for name in module.SIGNATURES:
            (compiled,) = getattr(game.bound(module), name).overloads.values()
            assert f"connect_four.{name}" in compiled.fndesc.unique_name
