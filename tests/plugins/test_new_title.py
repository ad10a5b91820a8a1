"""`quartier new-title`: a project that passes its own tests and is clean, and names that are refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quartier.cli.main import main
from quartier.games.registry import GROUP
from tests.plugins.packages import install_package


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(project: Path, *arguments: str) -> str:
    """What a module of Python prints in the folder of a project; it must succeed."""
    path = os.pathsep.join([str(project / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", *arguments]
    run = subprocess.run(
        command,
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def names(project: Path) -> set[str]:
    """The files and folders of a project by name."""
    return {path.name for path in project.rglob("*")}


@pytest.mark.parametrize("source", ["skeleton", "connect_four", "leduc", "city_blocks"])
def test_a_project_is_clean_and_names_no_other_title(folder: Path, source: str) -> None:
    assert main(["new-title", "quay", "--from", source]) == 0
    project = folder / "quay"
    assert not {name for name in names(project) if name.startswith((".", "__pycache__"))}
    ran(project, "ruff", "check", ".")
    ran(project, "ruff", "format", "--check", ".")
    for file in project.rglob("*.*"):
        text = file.read_text("utf-8").replace('load_game("connect_four")', "") if file.is_file() else ""
        identifiers = set(re.findall(r"[\w.]+", text))
        assert not {"quartier.games", source, "Skeleton", "TestSkeleton", "ConnectFour"} & identifiers, file
        assert "Connect Four" not in text, file
    package = project / "src" / "quay"
    assert any(
        "from .rules" in file.read_text("utf-8") or "from ..rules" in file.read_text("utf-8")
        for file in package.rglob("*.py")
    )


def test_the_skeleton_is_small_and_in_english_only(folder: Path) -> None:
    assert main(["new-title", "quay"]) == 0
    files = [path for path in (folder / "quay").rglob("*") if path.is_file()]
    assert len(files) <= 10
    assert max(len(file.read_text("utf-8").splitlines()) for file in files) <= 110
    assert not {name for name in names(folder) if name.endswith((".po", ".de.md"))}


def test_the_skeleton_passes_the_tests_that_come_with_it(folder: Path) -> None:
    assert main(["new-title", "night_market"]) == 0
    project = folder / "night_market"
    with install_package(project / "src", "night-market", GROUP, {"night_market": "night_market"}):
        ran(project, "pytest", "-x", "-p", "no:cacheprovider")


def test_a_copy_of_the_card_game_passes_the_tests_that_come_with_it(folder: Path) -> None:
    assert main(["new-title", "night_cards", "--from", "leduc"]) == 0
    project = folder / "night_cards"
    with install_package(project / "src", "night-cards", GROUP, {"night_cards": "night_cards"}):
        ran(project, "pytest", "-x", "-p", "no:cacheprovider", "-k", "not process")


@pytest.mark.soak
def test_the_skeleton_plays_and_shows_its_english_rulebook_in_every_language(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-title", "flea_market"]) == 0
    with install_package(
        folder / "flea_market" / "src", "flea-market", GROUP, {"flea_market": "flea_market"}
    ):
        assert main(["games"]) == 0
        assert "Flea Market" in capfd.readouterr().out
        assert main(["rules", "flea_market", "--rule", "R-2", "--lang", "de"]) == 0
        assert "one or two stones" in capfd.readouterr().out
        assert main(["simulate", "flea_market", "--games", "2", "--seats", "1,random"]) == 0


@pytest.mark.soak
def test_a_copy_of_the_example_plays_in_german(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new-title", "night_market", "--from", "connect_four", "--lang", "de"]) == 0
    assert "Als Nächstes" in capfd.readouterr().out
    with install_package(
        folder / "night_market" / "src", "night-market", GROUP, {"night_market": "night_market"}
    ):
        assert main(["games"]) == 0
        assert "Night Market" in capfd.readouterr().out
        assert main(["rules", "night_market", "--rule", "C4-4", "--lang", "de"]) == 0
        assert "vier deiner Scheiben" in capfd.readouterr().out
        assert main(["simulate", "night_market", "--games", "2", "--seats", "1,random"]) == 0


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("gridlock", "quartier.games.gridlock"),
        ("connect_four", "connect_four 0.1.0"),
        ("numpy", "numpy"),
        ("My-Title", "lower-case letters"),
        ("class", "lower-case letters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    folder: Path, name: str, owner: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-title", name]) == 2
    errors = capfd.readouterr().err
    assert owner in errors
    assert name in errors
    assert not list(folder.iterdir())


def test_a_folder_that_exists_is_left_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").mkdir()
    assert main(["new-title", "mine"]) == 2
    assert str(folder / "mine") in capfd.readouterr().err
    assert not list((folder / "mine").iterdir())


def test_an_unknown_source_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new-title", "mine", "--from", "gridlok"]) == 2
    assert "gridlock" in capfd.readouterr().err
    assert not (folder / "mine").exists()
