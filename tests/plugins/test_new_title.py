"""`quartier new-title`: a project that stands on its own, and names that are refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quartier.cli.main import main
from quartier.games.registry import GROUP
from tests.plugins.packages import installed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(project: Path, *words: str) -> str:
    """What a module of Python prints in the folder of a project; it must succeed."""
    environment = {**os.environ, "PYTHONPATH": str(project / "src"), "MYPYPATH": "src"}
    command = [sys.executable, "-m", *words]
    run = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.parametrize("source", ["connect_four", "city_blocks"])
def test_what_is_written_is_clean_and_names_no_other_title(folder: Path, source: str) -> None:
    assert main(["new-title", "quay", "--from", source]) == 0
    project = folder / "quay"
    ran(project, "ruff", "check", ".")
    ran(project, "ruff", "format", "--check", ".")
    for file in project.rglob("*.*"):
        text = file.read_text("utf-8").replace('load_game("connect_four")', "") if file.is_file() else ""
        assert not {"quartier.games", source, "Connect Four"} & set(text.replace('"', " ").split()), file
    assert "from ..rules" in (project / "src" / "quay" / "text" / "words.py").read_text("utf-8")


def test_a_new_title_plays_and_speaks_german(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new-title", "night_market", "--lang", "de"]) == 0
    assert "Als Nächstes" in capfd.readouterr().out
    with installed(folder / "night_market" / "src", "night-market", GROUP, {"night_market": "night_market"}):
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
        ("My-Title", "small letters"),
        ("class", "small letters"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    folder: Path, name: str, owner: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-title", name]) == 2
    said = capfd.readouterr().err
    assert owner in said
    assert name in said
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
