"""Boards that a host adds in $QUARTIER_BOARDS are added to those of the title; a broken one is left out."""

import json
from pathlib import Path
from typing import Any

import pytest

import quartier
from quartier.core.game.boards import Boards
from quartier.core.text.errors import BadRecord


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


def of_the_title() -> int:
    """How many sheets BlockCity itself has."""
    return len(list(quartier.load("block_city").spec.data.glob("board*.json")))


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
    own = boards()
    (broken,) = own.errors()
    assert broken.file == sheets / "bad.json"
    assert f"{len(rows)}" in broken.error.text("en")
    assert len(own.names()) == of_the_title()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"name": "Mine", "rows": [}', "line 1 column 27"),
        (b"\xff\x00nothing", "isn’t valid JSON"),
        (b"[" * 100_000, "isn’t valid JSON"),
        (b"", "isn’t valid JSON"),
        (b"[]", "must be a JSON object"),
        (b'{"name": "Mine", "rows": 5}', "“rows”"),
        (b'{"name": "STANDARD"}', ""),
    ],
)
def test_a_broken_own_sheet_takes_no_other_away(sheets: Path, content: bytes, reason: str) -> None:
    standard = boards().standard().data
    (sheets / "bad.json").write_bytes(content.replace(b"STANDARD", standard["name"].encode()))
    (sheets / "mine.json").write_text(json.dumps({**standard, "name": "Mine"}), encoding="utf-8")
    own = boards()
    assert own.names()[-1] == "Mine"
    assert len(own.names()) == of_the_title() + 1
    assert own.standard().data == standard
    assert [broken.file.name for broken in own.errors()] == ["bad.json"]
    assert reason in own.errors()[0].error.text("en")


def test_an_own_sheet_with_the_name_of_another_is_left_out(sheets: Path) -> None:
    """It would replace the sheet of running games."""
    standard = boards().standard().data
    (sheets / "mine.json").write_text(json.dumps({**standard, "figures": "mine"}), encoding="utf-8")
    own = boards()
    assert own.standard().data == standard
    assert "already a board" in own.errors()[0].error.text("en")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_own_sheet_of_a_windows_editor_is_read(sheets: Path, encoding: str) -> None:
    standard = boards().standard().data
    (sheets / "mine.json").write_text(json.dumps({**standard, "name": "Größe"}), encoding=encoding)
    assert boards().names()[-1] == "Größe"


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


@pytest.fixture
def own_board() -> dict[str, Any]:
    """A board with all that a line of a record could lose: quotes, backslashes, several spaces, other alphabets."""
    standard = boards().standard().data
    return {**standard, "name": "Große “Stadt”", "figures": 'a  b   c\\n"d"\n\té — 都'}


def test_a_record_carries_the_board_that_no_other_installation_has(own_board: dict[str, Any]) -> None:
    state = quartier.load("block_city").new(seed=1, board=own_board)
    record = state.record()
    assert quartier.replay(record) == state
    assert quartier.replay(quartier.replay(record).record()) == state
    assert quartier.replay("\n".join(f"> {line}" for line in record.splitlines())) == state
    assert "BoardData" in state.record(seat=0)
    for name in quartier.load("block_city").boards[: of_the_title()]:
        assert "BoardData" not in quartier.load("block_city").new(seed=1, board=name).record()


def test_a_hosts_board_is_in_the_record_until_the_host_takes_it_away(
    sheets: Path, monkeypatch: pytest.MonkeyPatch, own_board: dict[str, Any]
) -> None:
    (sheets / "mine.json").write_text(json.dumps(own_board), encoding="utf-8")
    spec = quartier.load("block_city").spec
    monkeypatch.setattr(spec, "boards", boards())
    state = quartier.load("block_city").new(seed=1, board=own_board["name"])
    assert quartier.replay(state.record()).board is state.board
    monkeypatch.delenv("QUARTIER_BOARDS")
    monkeypatch.setattr(spec, "boards", boards())
    assert quartier.replay(state.record()) == state


@pytest.mark.parametrize("data", ["{", "[]", "{}", '{\\"name\\":\\"x\\"}'])
def test_a_board_in_a_record_that_is_none_is_refused_with_its_line(data: str) -> None:
    record = f'[Game "block_city"]\n[Players "2"]\n[BoardData "{data}"]\n'
    with pytest.raises(BadRecord) as refused:
        quartier.replay(record)
    assert refused.value.line == 3
