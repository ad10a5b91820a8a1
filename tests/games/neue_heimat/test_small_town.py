"""A town of six cubes: the same rules with fewer pieces, lots and cheques; and what a town must have."""

from typing import Any

import pytest

from quartier import BadBoard, Dice, IllegalMove, State
from quartier.conformance.games import load_compiled

GAME = load_compiled("neue_heimat")
SMALL_TOWN: dict[str, Any] = GAME.spec.boards.get("six").data


def laid_out(*more: str) -> State:
    """W2, R3 and Y3 on display; seat 0 begins."""
    state = GAME.new(2, chance="manual", board="six")
    for event in ("cube W2", "cube R3", "cube Y3", "first 0"):
        state.play("*", event)
    for move in more:
        (actor,) = state.to_act()
        state.play(actor, move)
    return state


@pytest.mark.rules("NH-3", "NH-7")
def test_so_many_cubes_are_laid_out_as_the_town_says() -> None:
    state = GAME.new(2, chance="manual", board="six")
    assert len(state.chances()) == 6
    assert laid_out().moves(0) == ["box", "offer 1L", "offer 1R"]


@pytest.mark.rules("NH-5", "NH-10")
def test_what_the_town_does_not_have_cannot_be_offered() -> None:
    for piece in ("I", "II", "III", "blank", "mayor"):
        with pytest.raises(IllegalMove, match="NH-10"):
            laid_out().play(0, f"offer {piece}")


@pytest.mark.rules("NH-6", "NH-12")
def test_everyone_has_so_many_cheques_as_the_town_says() -> None:
    assert laid_out("offer 1L").moves(1) == ["bid 1", "pass"]
    view = GAME.new(2, chance="manual", board="six", show_money=False).concealed(0)
    assert view.view(0)["hands"][1] is None
    assert view.determinize(0, Dice(1)).array["hand"][0][:2].tolist() == [1, 1]


@pytest.mark.rules("NH-1", "NH-16", "NH-23")
def test_a_row_may_be_as_long_as_the_town_says() -> None:
    state = laid_out("offer 1L", "pass", "put B1", "offer 1R", "pass")
    assert state.moves(1) == ["put A1", "put C1"]


@pytest.mark.rules("NH-4", "NH-27")
def test_the_only_roof_ends_the_game() -> None:
    state = laid_out("offer 1L", "pass", "put B1", "offer roof")
    assert state.chances() == {"roof 0": 1, "roof 2": 1}
    for move in ("roof 2", "pass", "put B1"):
        (actor,) = state.to_act()
        state.play(actor, move)
    assert (state.over, state.scores()) == (True, [4, 0])


BROKEN = [
    ({"cubes": []}, "“cubes”"),
    ({"cubes": ["W1", "W1"]}, "“cubes”"),
    ({"cubes": ["W7"]}, "“cubes”"),
    ({"shown": 7}, "“shown” must be a number from 1 to 6"),
    ({"limit": 0}, "“limit” must be a number from 1 to 4"),
    ({"cheques": 13}, "“cheques” must be a number from 1 to 12"),
    ({"roofs": [0]}, "“roofs”"),
    ({"roofs": [7]}, "“roofs”"),
    ({"roofs": None}, "“roofs”"),
    ({"special": ["IV"]}, "“special”"),
]


@pytest.mark.rules("NH-3", "NH-4", "NH-5")
@pytest.mark.parametrize(("change", "named"), BROKEN)
def test_a_broken_town_is_refused_and_the_entry_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(BadBoard, match=named):
        GAME.new(board={**SMALL_TOWN, **change})


@pytest.mark.rules("NH-3", "NH-4", "NH-5", "NH-6", "NH-7")
def test_a_town_may_have_all_that_the_box_has() -> None:
    whole = {
        "name": "whole",
        "cubes": [f"{colour}{value}" for colour in "WRYGBK" for value in range(1, 7)],
        "shown": 24,
        "limit": 4,
        "cheques": 12,
        "roofs": [0] * 5 + [value for value in range(1, 7) for _ in range(2)],
        "special": ["I", "II", "III", "blank", "mayor"],
    }
    same, ours = (GAME.new(3, seed=5, board=board) for board in (whole, None))
    assert same.to_bytes() == ours.to_bytes()
