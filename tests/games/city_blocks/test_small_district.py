"""A district of two streets by two: the same rules with fewer blocks, tokens and tiles; and what a district must have."""

from typing import Any

import pytest

from quartier import BadBoard, IllegalMove, State
from quartier.conformance.games import load_compiled

GAME = load_compiled("city_blocks")
SMALL_DISTRICT: dict[str, Any] = GAME.spec.boards.get("2x2").data


def deal_small(blue: str = "H2", red: str = "H2") -> State:
    """Blue begins, with $1 to $4 at streets 4, 5, a and b."""
    state = GAME.new(chance="manual", board="2x2")
    for event in (
        "bonus 1",
        "bonus 2",
        "bonus 3",
        "bonus 4",
        "lot 6",
        "lot 5",
        f"draw {blue}",
        f"draw {red}",
    ):
        state.play("*", event)
    return state


def play_moves(state: State, *moves: str) -> State:
    """The seats play in turn; what is drawn is the first tile that can be."""
    for move in moves:
        (seat,) = state.to_act()
        state.play(int(seat), move)
        if state.to_act() == {"*"}:
            state.play("*", state.moves("*")[0])
    return state


@pytest.mark.rules("CB-1", "CB-2", "CB-5")
def test_four_streets_get_their_tokens_in_order() -> None:
    state = deal_small()
    assert {street: street_view["token"] for street, street_view in state.view(None)["streets"].items()} == {
        "4": 1,
        "5": 2,
        "a": 3,
        "b": 4,
    }
    assert state.moves(0) == ["H2@a4", "H2@a5", "H2@b4", "H2@b5"]


@pytest.mark.rules("CB-1")
def test_there_are_no_other_blocks() -> None:
    with pytest.raises(IllegalMove, match="CB-1") as refused:
        deal_small().play(0, "H2@c5")
    assert "isn’t in this district" in str(refused.value)


@pytest.mark.rules("CB-3", "CB-7", "CB-15")
def test_a_hand_is_as_large_as_the_district_says() -> None:
    state = deal_small()
    assert (state.view(0)["hand"], state.view(0)["left"][0]) == (["H2"], ["S2", "SC"])
    state.play(0, "H2@a4")
    assert state.chances() == {"draw S2": 1, "draw SC": 1}


@pytest.mark.rules("CB-6")
def test_the_two_tokens_left_over_decide_who_begins() -> None:
    state = GAME.new(chance="manual", board="2x2")
    for event in ("bonus 3", "bonus 4", "bonus 5", "bonus 6"):
        state.play("*", event)
    assert state.moves("*") == ["lot 1", "lot 2"]
    for event in ("lot 1", "lot 2", "draw H2", "draw H2"):
        state.play("*", event)
    assert (state.to_act(), state.view(None)["tokens_out"]) == ({1}, [1, 2])


@pytest.mark.rules("CB-16", "CB-17", "CB-20", "CB-22")
def test_streets_are_awarded_and_the_last_block_ends_the_game() -> None:
    state = play_moves(deal_small("H2", "S2"), "H2@a4", "S2@b4")
    assert state.view(None)["streets"]["4"]["award"] == "nobody"
    state = play_moves(deal_small("H2", "SC"), "H2@a4", "SC@b4")
    assert state.view(None)["streets"]["4"]["award"] == 0
    while not state.over:
        (seat,) = state.to_act()
        play_moves(state, next(move for move in state.moves(int(seat)) if "@" in move))
    assert all(street["award"] != "open" for street in state.view(None)["streets"].values())
    assert "All 4 blocks are built" in (state.seen_by(None, "en").ending() or "")


BROKEN = [
    ({"rows": 1}, "“rows” to a number from 2 to 5"),
    ({"columns": 7}, "“columns” to a number from 2 to 6"),
    ({"hand": True}, "“hand”"),
    ({"hand": 4}, "“hand” to a number from 1 to 3"),
    ({"tokens": [1, 2, 3, 4, 5]}, "at least 6"),
    ({"tokens": [1, 2, 3, 4, 5, 5]}, "different"),
    ({"tokens": [1, 2, 3, 4, 5, 16]}, "to 15"),
    ({"tokens": None}, "“tokens”"),
    ({"tiles": ["H2", "S2"]}, "at least 3"),
    ({"tiles": "H2 S2 SC"}, "at least 3"),
    ({"tiles": ["H2", "S2", "S9"]}, "“S9”"),
    ({"tiles": ["H2", "S2", 3]}, "“3”"),
    ({"tiles": ["H2", "S2", "H2"]}, "“H2” is listed too often"),
    ({"tiles": ["SC", "SC", "SC"]}, "“SC” is listed too often"),
]


@pytest.mark.rules("CB-1", "CB-2", "CB-3")
@pytest.mark.parametrize(("change", "named"), BROKEN)
def test_a_broken_district_is_refused_and_the_entry_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(BadBoard, match=named):
        GAME.new(board={**SMALL_DISTRICT, **change})


@pytest.mark.rules("CB-3", "CB-8")
def test_two_schools_are_allowed_and_a_district_may_have_all_that_the_box_has() -> None:
    GAME.new(board={**SMALL_DISTRICT, "tiles": ["SC", "SC", "H1"]})
    tiles = [
        *(f"H{i}" for i in range(1, 6)),
        *(f"S{i}" for i in range(2, 7)),
        *(f"F{i}" for i in range(3, 8)),
    ]
    whole = {
        "name": "whole",
        "rows": 5,
        "columns": 6,
        "hand": 5,
        "tokens": list(range(1, 16)),
        "tiles": [*tiles, "SC", "SC", "PP", "MA", "CH"],
    }
    same, ours = (GAME.new(seed=5, board=board) for board in (whole, None))
    assert same.to_bytes() == ours.to_bytes()
