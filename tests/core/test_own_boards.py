"""Boards that a host adds in $QUARTIER_BOARDS stand beside those of the title; a broken one names its place."""

import json
from pathlib import Path

import pytest

import quartier
from quartier.core.game.boards import Boards


@pytest.fixture
def sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUARTIER_BOARDS", str(tmp_path))
    folder = tmp_path / "block_city"
    folder.mkdir()
    return folder


def boards() -> Boards:
    """The boards of BlockCity, read anew."""
    spec = quartier.load("block_city").spec
    return Boards(spec.name, spec.data, spec.rules.read_board)


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


def test_a_board_of_ones_own_is_not_the_one_whose_name_it_has() -> None:
    game = quartier.load("block_city")
    standard, other = game.boards[:2]
    stranger = {**game.spec.boards.get(other).data, "name": standard}
    ours, own = game.new(seats=2, seed=1), game.new(seats=2, seed=1, board=stranger)
    assert own != ours
    assert own == game.new(seats=2, seed=1, board=dict(stranger))
    assert game.new(seats=2, seed=1, board=game.spec.boards.standard().data) == ours


@pytest.mark.parametrize("seat", [None, 0, "all"])
def test_the_repr_of_a_position_rebuilds_it_on_any_board(seat: int | str | None) -> None:
    game = quartier.load("block_city")
    standard, other = game.boards[:2]
    for board in (standard, other, {**game.spec.boards.get(other).data, "name": standard}):
        state = game.new(seats=2, seed=1, board=board)
        position = state if seat == "all" else state.concealed(seat)  # type: ignore[arg-type]
        rebuilt = eval(repr(position), {"quartier": quartier})
        assert rebuilt == position
        assert rebuilt.viewer == seat
        assert rebuilt.board.data == state.board.data
