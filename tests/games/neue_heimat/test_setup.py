"""NH-1 to NH-8: the material and the setup."""

from collections import Counter

import pytest

from quartier import Dice, IllegalMove
from quartier.conformance.chi_square import fits
from quartier.conformance.games import load_compiled
from tests.games.neue_heimat.table import CUBES, ROOFS, Table, legal_moves

GAME = load_compiled("neue_heimat")


@pytest.mark.rules("NH-1")
def test_three_rows_of_ten_lots_with_a_first_limit_of_four() -> None:
    table = Table("W5 W4")
    assert list(table.view("rows")) == ["A", "B", "C"]
    assert [table.view("rows", row, "limit") for row in "ABC"] == [4, 4, 4]
    lots = {
        move
        for move in (GAME.spec.text.write(a, GAME.new().board) for a in range(GAME.actions))
        if "put" in move
    }
    assert {f"put {row}{lot}" for row in "ABC" for lot in range(1, 11)} <= lots
    assert "put A11" not in lots


@pytest.mark.rules("NH-1", "NH-16")
def test_the_fifth_lot_lies_behind_the_river() -> None:
    table = Table("W6 W5 W4 W3 W2 R6")
    table.build("A", "W6 W5 W4 W3")
    table.auction("W2")
    assert "put A5" not in legal_moves(table.state)
    with pytest.raises(IllegalMove) as caught:
        table.move("put A5")
    assert caught.value.rule == "NH-16"


@pytest.mark.rules("NH-2", "NH-17")
@pytest.mark.parametrize("lot", ["A1", "A7", "B3", "B5", "C2"])
def test_a_fenced_lot_carries_one_cube(lot: str) -> None:
    row, number = lot[0], int(lot[1:])
    table = Table("W6 R6 Y6 G6 B6 K6 W5 R1 G5")
    table.use("III", f"put {row}+")
    table.use("I", f"put {row}+")
    table.build(row, " ".join(["W6", "R6", "Y6", "G6", "B6", "K6", "W5"][:number]))
    table.auction(next(cube for cube in ("R1", "G1", "W1", "W2", "W3", "W4", "R2") if can_take(table, cube)))
    fenced = {f"put {name}" for name in ("A1", "A7", "B3", "B5", "C2")}
    moves = [move for move in legal_moves(table.state) if move[4] == row]
    assert f"put {lot}" not in moves
    assert set(moves) == {f"put {row}{i}" for i in range(1, number + 2)} - fenced | {f"put {row}{number + 1}"}
    with pytest.raises(IllegalMove) as caught:
        table.move(f"put {lot}")
    assert caught.value.rule == "NH-2"


def can_take(table: Table, cube: str) -> bool:
    """Whether a cube is an outer one of the display."""
    rows: object = table.view("display")
    return any(cube in (row[0], row[-1]) for row in rows if row)  # type: ignore[attr-defined]


@pytest.mark.rules("NH-3")
def test_thirty_six_cubes_six_colours_and_six_values() -> None:
    state = GAME.new(chance="manual")
    assert state.moves("*") == sorted(f"cube {cube}" for cube in CUBES)
    assert len(CUBES) == 36


@pytest.mark.rules("NH-4")
def test_seventeen_roofs_five_of_them_blanks() -> None:
    table = Table("W5")
    assert table.view("roofs_face_down") == {str(value): ROOFS.count(value) for value in range(7)}
    assert sum(ROOFS.count(value) for value in range(7)) == 17
    table.use("W5", "put A1")
    table.move("offer roof")
    assert table.state.chances() == {f"roof {value}": ROOFS.count(value) for value in range(7)}
    table.move("roof 3")
    assert table.view("roofs_face_down", "3") == 1


@pytest.mark.rules("NH-4")
def test_a_value_is_turned_over_as_often_as_there_are_roofs() -> None:
    table = Table("W6 W5 R6 B4")
    table.build("A", "W6^6 W5^6 R6")
    table.move("offer roof")
    assert "roof 6" not in table.state.moves("*")
    with pytest.raises(IllegalMove) as caught:
        table.move("roof 6")
    assert caught.value.rule == "NH-4"


@pytest.mark.rules("NH-5")
def test_three_permits_a_blank_cube_and_a_mayor() -> None:
    table = Table()
    assert table.view("supply") == ["I", "II", "III", "blank", "mayor", "roof"]
    for number, piece in enumerate(["I", "II", "III", "blank", "mayor"], 1):
        table.use(piece, "discard")
        assert table.view("supply") == ["I", "II", "III", "blank", "mayor", "roof"][number:]
        assert f"offer {piece}" not in legal_moves(table.state)


@pytest.mark.rules("NH-6")
@pytest.mark.parametrize("seats", range(2, 6))
def test_twelve_cheques_each_and_no_bank(seats: int) -> None:
    table = Table("W5 R5", seats=seats)
    assert table.money == [12] * seats
    table.use("W5", "put A1", bids={1: 7})
    assert table.money == [19, 5, *[12] * (seats - 2)]
    table.use("R5", "put A2", bids={0: 2}, keep=True)
    assert table.money == [21, 3, *[12] * (seats - 2)]


@pytest.mark.rules("NH-7")
def test_twenty_four_cubes_lie_in_three_rows_of_eight() -> None:
    table = Table(" ".join(CUBES[::-1]))
    assert table.view("display") == [list(CUBES[::-1][start : start + 8]) for start in (0, 8, 16)]
    with pytest.raises(IllegalMove) as caught:
        GAME.new(chance="manual").play("*", "first 0")
    assert caught.value.rule == "NH-8"


@pytest.mark.rules("NH-7")
def test_a_cube_is_drawn_once_and_each_is_as_likely() -> None:
    state = GAME.new(chance="manual")
    state.play("*", "cube W3")
    assert "cube W3" not in state.moves("*")
    assert set(state.chances().values()) == {1}
    with pytest.raises(IllegalMove) as caught:
        state.play("*", "cube W3")
    assert caught.value.rule == "NH-7"


@pytest.mark.rules("NH-8")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_random_player_starts(seats: int) -> None:
    state = GAME.new(seats=seats, chance="manual")
    for cube in CUBES[:24]:
        state.play("*", f"cube {cube}")
    assert state.chances() == {f"first {seat}": 1 for seat in range(seats)}
    dice, counts = Dice(8), Counter[int]()
    for _ in range(900):
        twin = state.copy()
        twin.draw(dice)
        counts[twin.view(None)["auctioneer"]] += 1
    assert fits(dict(counts), dict.fromkeys(range(seats), 1.0), 900)
