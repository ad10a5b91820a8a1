"""The material, the sheets as data, and what comes before the first roll (BC-1 to BC-4)."""

from typing import Any

import numpy as np
import pytest

import quartier
from quartier import IllegalMove
from quartier.conformance.games import load_compiled
from quartier.core.game.boards import BadBoard
from quartier.games.block_city.rules.board import building_ids, read_board
from quartier.games.block_city.rules.state import KIND_COUNT
from tests.games.block_city.reference import Sheet
from tests.games.block_city.table import KINDS, STANDARD, sheet, start_game

GAME = load_compiled("block_city")


def neighbours(numbers: Any, ids: list[str], name: str) -> set[str]:
    """The neighbours of a building, from the numbers that the rules get."""
    mask = int(numbers[1 + KIND_COUNT + ids.index(name)])
    return {other for index, other in enumerate(ids) if mask >> index & 1}


@pytest.mark.rules("BC-1")
def test_the_standard_sheet_has_36_buildings_of_six_kinds() -> None:
    board = GAME.spec.boards.standard()
    assert board.data["rows"] == STANDARD
    ids = building_ids(board.data)
    counts = {letter: sum(name[0] == letter for name in ids) for letter in "PKHSFT"}
    assert (len(ids), counts) == (36, {"P": 10, "K": 4, "H": 16, "S": 2, "F": 2, "T": 2})


@pytest.mark.rules("BC-1")
@pytest.mark.parametrize("name", GAME.boards)
def test_neighbours_share_an_edge(name: str) -> None:
    board = GAME.spec.boards.get(name)
    ids, slow = building_ids(board.data), Sheet(board.data["rows"])
    assert {one: neighbours(board.numbers, ids, one) for one in ids} == slow.around


@pytest.mark.rules("BC-1")
def test_corners_do_not_count() -> None:
    data = sheet("P1 H1", "H2 H3")
    assert neighbours(read_board(data), building_ids(data), "P1") == {"H1", "H2"}


@pytest.mark.rules("BC-1")
def test_a_building_of_several_cells_is_one() -> None:
    data = sheet("K1 K1 P1", "K1 H1 H2")
    numbers, ids = read_board(data), building_ids(data)
    assert numbers[0] == 4
    assert neighbours(numbers, ids, "K1") == {"P1", "H1"}


BROKEN = [
    (["P1 H1 H2", "H3 H4"], ["2", "3"]),
    (["P1 H1", "H2 H3 H4"], ["2", "3"]),
    (["P1 H1 H2", "H3 . H4"], ["2"]),
    (["P1 H1 H2", "H3 - H4"], ["2"]),
    (["P1 H1 H2", "H3 Z4 H4"], ["Z4", "2"]),
    (["P1 H1 H2", "H3 H@4 H4"], ["H@4", "2"]),
    (["P1 H1 H2", "H3 H4 P1"], ["P1", "2"]),
    (["P1 H1 H2", "H1 H3 H4"], ["H1", "2"]),
    (["H1 H2 H3"], ["3"]),
    (["P1 P2 P3 P4 P5 P6", "P7 P8 P9 P10 H1 P11"], ["P11", "2"]),
    (["P1 H1"], ["2"]),
    (["P1 P1", "P1 P1"], ["1"]),
    ([], ["rows"]),
    ([["P1", "H1"]], ["rows"]),
]


@pytest.mark.rules("BC-1")
@pytest.mark.parametrize(("rows", "named"), BROKEN)
def test_a_broken_sheet_is_refused_and_the_place_named(rows: list[Any], named: list[str]) -> None:
    with pytest.raises(BadBoard) as refused:
        GAME.new(board=sheet(*rows))
    for lang in ("en", "de"):
        text = refused.value.text(lang)
        assert all(name in text.replace(",", " ").replace(":", " ").replace(".", " ").split() or name in text
                   for name in named)  # fmt: skip
    assert refused.value.text("en") != refused.value.text("de")


@pytest.mark.rules("BC-1")
def test_lines_count_from_one() -> None:
    with pytest.raises(BadBoard, match="Building Z4 in line 2"):
        GAME.new(board=sheet("P1 H1 H2", "H3 Z4 H4"))
    with pytest.raises(BadBoard, match="Line 2 has 2 cells, but line 1 has 3"):
        GAME.new(board=sheet("P1 H1 H2", "H3 H4"))
    with pytest.raises(BadBoard, match="Building P1 is in pieces: its cell in line 2"):
        GAME.new(board=sheet("P1 H1 H2", "H3 H4 P1"))


@pytest.mark.rules("BC-1")
def test_a_sheet_with_more_buildings_than_a_record_holds_is_refused() -> None:
    rows = [" ".join(["P1", *(f"H{row}{column}" for column in range(1, 31))]) for row in range(1, 4)]
    with pytest.raises(BadBoard, match="H230 in line 2"):
        GAME.new(board=sheet("P1 " + " ".join(f"H1{i}" for i in range(1, 31)), *rows[1:]))


@pytest.mark.rules("BC-1")
def test_sheets_without_stores_and_public_buildings_are_legal() -> None:
    state = GAME.new(board=sheet("P1 H1 H2"), chance="manual")
    assert state.scores() == [0]
    assert sorted(state.view(0)["sheets"][0]) == []


@pytest.mark.rules("BC-1")
def test_sheets_without_kinds_are_refused() -> None:
    for kinds in (None, [], {"P": "park"}, {"P": ["park"], "H": "house"}):
        with pytest.raises(BadBoard):
            GAME.new(board={"name": "x", "rows": ["P1 H1 H2"], "kinds": kinds})


@pytest.mark.rules("BC-1")
def test_the_second_sheet_has_a_character_of_its_own() -> None:
    rows = GAME.spec.boards.get("Hafenzeile").data["rows"]
    assert len(rows[0].split()) == 3 * len(rows)
    state = GAME.new(3, seed=1, board="Hafenzeile")
    assert quartier.replay(state.record()) == state


@pytest.mark.rules("BC-2")
@pytest.mark.parametrize("seats", range(1, 7))
def test_one_to_six_play(seats: int) -> None:
    state = GAME.new(seats, chance="manual")
    assert state.to_act() == set(range(seats))


@pytest.mark.rules("BC-2")
@pytest.mark.parametrize("seats", [0, 7, -1])
def test_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(quartier.QuartierError, match="1 to 6"):
        GAME.new(seats)


@pytest.mark.rules("BC-2")
def test_alone_one_is_always_active() -> None:
    state = GAME.new(1, chance="manual")
    state.play(0, "1@H05")
    assert state.moves("*") == ["first 0"]
    state.play("*", "first 0")
    for roll, move in (("1 2", "2@P03"), ("3 3", "X3@H01"), ("1 6", "1@K4")):
        assert state.to_act() == {"*"}
        state.play("*", f"roll {roll}")
        assert state.to_act() == {0}
        assert "pass" not in state.moves(0)
        state.play(0, move)


@pytest.mark.rules("BC-3")
def test_the_first_number_is_free() -> None:
    state = GAME.new(2, chance="manual")
    assert state.moves(1) == sorted(f"{n}@{name}" for n in range(1, 7) for name in Sheet(STANDARD).buildings)


@pytest.mark.rules("BC-3")
@pytest.mark.parametrize("move", ["pass", "X1@H05"])
def test_at_the_start_nobody_passes_or_misses(move: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.new(2, chance="manual").play(0, move)
    assert refused.value.rule == "BC-3"


@pytest.mark.rules("BC-3")
def test_first_numbers_come_in_any_order_and_once() -> None:
    bytes_of = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        state = GAME.new(3, chance="manual")
        for seat in order:
            state.play(seat, f"{seat + 1}@H0{seat + 1}")
            with pytest.raises(IllegalMove):
                state.play(seat, "1@H09")
        assert state.to_act() == {"*"}
        bytes_of.add(state.to_bytes())
    assert len(bytes_of) == 1


@pytest.mark.rules("BC-4")
def test_any_player_may_start_with_equal_chances() -> None:
    state = GAME.new(4, chance="manual")
    for seat in range(4):
        state.play(seat, "1@H05")
    assert state.chances() == {f"first {seat}": 1 for seat in range(4)}
    state.play("*", "first 2")
    state.play("*", "roll 1 2")
    assert state.to_act() == {2}
    with pytest.raises(IllegalMove) as refused:
        start_game("1@H05", "1@H05", starter=2)
    assert refused.value.rule == "BC-4"


def test_kinds_of_the_tests_are_those_of_the_sheet() -> None:
    assert GAME.spec.boards.standard().data["kinds"] == KINDS
    assert np.array_equal(read_board(sheet(*STANDARD)), GAME.spec.boards.standard().numbers)
