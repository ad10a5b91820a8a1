"""CB-1 to CB-7: the material and the setup."""

import pytest

from quartier import IllegalMove
from quartier.conformance.games import load_compiled
from quartier.games.city_blocks.rules.tiles import KINDS
from quartier.games.city_blocks.text.labels import BLOCK_NAMES
from tests.games.city_blocks.table import BONUS, EMPTY_BOARD, Table, built, deck, sums, token_at

GAME = load_compiled("city_blocks")
VALUES = {
    f"{kind}{value}": value for kind, low in (("H", 1), ("S", 2), ("F", 3)) for value in range(low, low + 5)
}


@pytest.mark.rules("CB-1")
def test_thirty_blocks_and_eleven_streets() -> None:
    assert len(BLOCK_NAMES) == 30
    assert BLOCK_NAMES[0] == "a1"
    assert BLOCK_NAMES[5] == "f1"
    assert BLOCK_NAMES[29] == "f5"
    assert list(GAME.new(seed=1).view(None)["streets"]) == list("12345abcdef")


@pytest.mark.rules("CB-1")
@pytest.mark.parametrize(
    ("block", "row", "column"), [("a1", "1", "a"), ("f1", "1", "f"), ("c4", "4", "c"), ("f5", "5", "f")]
)
def test_a_block_lies_in_one_row_and_one_column(block: str, row: str, column: str) -> None:
    table = built(EMPTY_BOARD, blue="H3")
    state = table.move(f"H3@{block}")
    touched = [street for street in "12345abcdef" if sums(state, street) != (0, 0)]
    assert touched == [row, column]


@pytest.mark.rules("CB-1")
def test_a1_is_bottom_left() -> None:
    state = Table(blue=["H3"]).move("H3@a1")
    bottom = str(state).splitlines()[12].replace("│", " ").split()
    assert bottom[:5] == ["1", "$1", "3:0", "H3●", "·"]


@pytest.mark.rules("CB-2", "CB-5")
def test_fifteen_tokens_one_of_each_and_one_at_each_street() -> None:
    state = GAME.new(chance="manual")
    left = list(range(1, 16))
    for value in (15, 1, 8, 2, 14, 3, 13, 4, 12, 5, 11):
        assert state.moves("*") == sorted(f"bonus {other}" for other in left)
        assert set(state.chances().values()) == {1}
        state.play("*", f"bonus {value}")
        left.remove(value)
        with pytest.raises(IllegalMove) as again:
            state.play("*", f"bonus {value}")
        assert again.value.rule == "CB-5"
    assert [token_at(state, street) for street in "12345abcdef"] == [15, 1, 8, 2, 14, 3, 13, 4, 12, 5, 11]
    assert all(move.startswith("lot ") for move in state.moves("*"))


@pytest.mark.rules("CB-3")
def test_each_seat_has_the_same_twenty_tiles() -> None:
    state = GAME.new(chance="manual")
    expected = ["H1", "H2", "H3", "H4", "H5", "S2", "S3", "S4", "S5", "S6", "F3", "F4", "F5", "F6", "F7"]
    expected += ["SC", "SC", "PP", "MA", "CH"]
    assert state.view(None)["left"] == [expected, expected]
    assert len(expected) == 20


@pytest.mark.rules("CB-3", "CB-19")
@pytest.mark.parametrize("tile", sorted(set(deck([]))))
@pytest.mark.parametrize("seat", [0, 1])
def test_the_value_of_each_tile(tile: str, seat: int) -> None:
    table = Table(blue=[tile], red=[tile], starter=seat)
    table.place(tile, "d3")
    assert sums(table.state, "3")[seat] == sums(table.state, "d")[seat] == VALUES.get(tile, 0)
    assert sums(table.state, "3")[1 - seat] == 0


@pytest.mark.rules("CB-3", "CB-7")
def test_two_schools_are_drawn_one_after_the_other() -> None:
    table = Table(blue=["H1", "H2", "H3", "H4", "H5"])
    table.state.play(0, "H1@a1")
    assert table.state.chances()["draw SC"] == 2
    table.state.play("*", "draw SC")
    table.move("H1@b1")
    table.state.play(0, "SC@c1")
    assert table.state.chances()["draw SC"] == 1
    table.state.play("*", "draw SC")
    table.move("H2@d1")
    table.state.play(0, "SC@e1")
    assert "draw SC" not in table.state.moves("*")


@pytest.mark.rules("CB-3")
def test_a_seat_may_hold_both_schools() -> None:
    table = Table(blue=["SC", "H1", "SC"])
    assert table.state.view(0)["hand"].count("SC") == 2
    table.move("SC@a1", "H1@b1")
    assert table.state.view(0)["hand"].count("SC") == 1
    table.move("SC@a2", "H2@b2")
    assert "SC" not in table.state.view(0)["hand"] + table.state.view(0)["left"][0]


@pytest.mark.rules("CB-4")
def test_streets_have_names() -> None:
    streets = GAME.new(seed=1).view(None)["streets"]
    assert [streets[street]["name"] for street in "12345"] == [
        "Adams Blvd.", "Buchanan Blvd.", "Cleveland Blvd.", "Eisenhower Blvd.", "Fillmore Blvd.",
    ]  # fmt: skip
    assert [streets[street]["name"] for street in "abcdef"] == [
        "Grant St.", "Hayes St.", "Jefferson St.", "Kennedy St.", "Lincoln St.", "Madison St.",
    ]  # fmt: skip


@pytest.mark.rules("CB-5")
def test_tokens_are_laid_rows_first_then_columns() -> None:
    state = Table().state
    assert [token_at(state, street) for street in "12345abcdef"] == list(BONUS)
    assert [event.move for event in state.events[:11]] == [f"bonus {value}" for value in BONUS]


@pytest.mark.rules("CB-6")
@pytest.mark.parametrize(("lots", "starter"), [((12, 13), 1), ((13, 12), 0), ((15, 14), 0), ((12, 15), 1)])
def test_the_higher_lot_starts(lots: tuple[int, int], starter: int) -> None:
    state = GAME.new(chance="manual")
    for value in BONUS:
        state.play("*", f"bonus {value}")
    for value in lots:
        state.play("*", f"lot {value}")
    for tile in deck([])[:5] * 2:
        state.play("*", f"draw {tile}")
    assert state.to_act() == {starter}


@pytest.mark.rules("CB-6")
def test_lots_are_drawn_from_the_four_left_over_and_leave_the_game() -> None:
    state = GAME.new(chance="manual")
    for value in BONUS:
        state.play("*", f"bonus {value}")
    assert state.moves("*") == ["lot 12", "lot 13", "lot 14", "lot 15"]
    for draw in ("lot 3", "bonus 12"):
        with pytest.raises(IllegalMove) as refused:
            state.play("*", draw)
        assert refused.value.rule in ("CB-5", "CB-6")
    state.play("*", "lot 14")
    assert state.moves("*") == ["lot 12", "lot 13", "lot 15"]
    state.play("*", "lot 12")
    for viewer in (None, 0, 1):
        assert state.view(viewer)["tokens_out"] == [12, 13, 14, 15]
        assert state.view(viewer)["tokens"] == [[], []]
    assert state.scores() == [0, 0]


@pytest.mark.rules("CB-7")
def test_five_tiles_for_blue_then_five_for_red() -> None:
    state = Table(blue=["H5", "S6", "F7", "PP", "MA"], red=["H1", "S2", "F3", "CH", "SC"]).state
    draws = [event for event in state.events if event.move.startswith("draw")]
    assert len(draws) == 10
    assert state.view(0)["hand"] == ["H5", "S6", "F7", "PP", "MA"]
    assert state.view(1)["hand"] == ["H1", "S2", "F3", "SC", "CH"]
    assert state.view(None)["hand_sizes"] == [5, 5]
    assert state.view(None)["pile_sizes"] == [15, 15]


@pytest.mark.rules("CB-7")
def test_every_tile_of_the_own_pile_may_be_dealt_and_no_other() -> None:
    state = Table().state
    dealing = state.at(13)
    for number in range(5):
        assert len(dealing.chances()) == 19 - number
        assert sum(dealing.chances().values()) == 20 - number
        dealing.play("*", f"draw {KINDS[number]}")
    assert sum(dealing.chances().values()) == 20
    with pytest.raises(IllegalMove) as refused:
        state.at(14).play("*", "draw H1")
    assert refused.value.rule == "CB-15"


def test_the_whole_setup_is_23_events() -> None:
    state = GAME.new(seed=4)
    assert [event.move.split()[0] for event in state.events] == ["bonus"] * 11 + ["lot"] * 2 + ["draw"] * 10
    assert {event.actor for event in state.events} == {"*"}
