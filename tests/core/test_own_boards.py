"""Boards that a host adds in $QUARTIER_BOARDS stand beside those of the title; a broken one names its place."""

import json
from pathlib import Path

import pytest

import quartier
from quartier.core.play.boards import Boards


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTIER_BOARDS", str(tmp_path))
    folder = tmp_path / "block_city"
    folder.mkdir()
    return folder


def boards() -> Boards:
    """The boards of BlockCity, read anew."""
    declared = quartier.load("block_city").declared
    return Boards(declared.name, declared.data, declared.rules.read_board)


def test_an_own_sheet_can_be_chosen(sheets: Path) -> None:
    standard = boards().standard().data
    (sheets / "mine.json").write_text(json.dumps({**standard, "name": "Mine"}), encoding="utf-8")
    assert boards().names()[0] == standard["name"]
    assert boards().names()[-1] == "Mine"
    state = quartier.load("block_city").new(seats=1, seed=1, board=boards().get("Mine"))
    assert '[Board "Mine"]' in state.record()


def test_a_broken_own_sheet_names_its_line(sheets: Path) -> None:
    standard = boards().standard().data
    rows = [*standard["rows"][:-1], standard["rows"][-1] + " H99"]
    (sheets / "bad.json").write_text(json.dumps({**standard, "name": "Bad", "rows": rows}), encoding="utf-8")
    with pytest.raises(quartier.BadBoard, match=f"{len(rows)}"):
        boards().names()
