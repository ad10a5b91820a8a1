"""What a move brings, in the words of each title: a sentence also where that is nothing yet."""

from __future__ import annotations

import random
import re

import pytest

import quartier
from quartier import State
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.numbers import dollars
from quartier.games.gridlock.rules.state import BUILDS, SHORT_ACTIONS
from tests.games.city_blocks.table import built
from tests.games.gridlock.table import table as laid

WON = """
    .  .  .  .  .  .
    s2 .  .  .  .  .
    H4 .  .  .  .  .
    h2 .  .  .  .  .
    H3 .  .  .  .  .
"""


def gain(state: State, seat: int, move: str, lang: str = "en") -> Gain:
    """What is said of a move."""
    return next(choice.gain for choice in state.seen_by(seat, lang).choices() if choice.move == move)


def test_a_street_that_is_won_or_still_open() -> None:
    state = built(WON, red="F7", blue="H5").state
    won, open_ = gain(state, 0, "H5@a5"), gain(state, 0, "H5@b5")
    assert won.verb == "Build"
    assert won.amount.startswith("+$")
    assert won.sentence.startswith("Grant Street: you win $")
    assert won.sentence.endswith(", 12–4.") or ", 12–4. " in won.sentence
    assert open_.amount == "0"
    assert open_.sentence.startswith("Doesn’t win a bonus yet. Hayes Street ($")
    assert gain(state, 0, "H5@b5", "de").sentence.startswith("Gewinnt noch keinen Bonus. Hayes Street (")


def test_an_opponent_may_win_the_street() -> None:
    state = built(WON.replace("H4", "s5").replace("h2", "H2"), red="F7", blue="H1").state
    assert "your opponent wins $" in gain(state, 0, "H1@a5").sentence
    assert gain(state, 0, "H1@a5").amount == "0"


@pytest.mark.rules("CB-10")
def test_a_rebuild_says_which_value_comes_for_which() -> None:
    state = built(WON, red="F7", blue="H5").state
    state.play(0, "H5@a5")
    state.play("*", state.moves("*")[0])
    state.play(1, "F7@b5")
    state.play("*", state.moves("*")[0])
    move = next(move for move in state.moves(0) if move.endswith("xa3"))
    kind = move.split("x")[0]
    value = int(kind[1]) if kind[1].isdigit() else 0
    assert gain(state, 0, move).sentence.startswith(f"Value on this block: 4 → {value}.")
    assert gain(state, 0, move, "de").sentence.startswith(f"Wert auf diesem Feld: 4 → {value}.")


@pytest.mark.parametrize(
    ("lang", "nothing", "swapped"),
    [
        (
            "en",
            "Every street keeps its token.",
            (
                "Grant Street ({b} instead of {a}): you lead",
                "On current totals: {gain} for you, 0 for your opponent.",
            ),
        ),
        (
            "de",
            "Jede Straße behält ihre Bonusmarke.",
            (
                "Grant Street ({b} statt {a}): Du führst",
                "Beim jetzigen Stand: {gain} für dich, 0 für die Gegenseite.",
            ),
        ),
    ],
)
def test_a_swap_says_who_gains_how_much(lang: str, nothing: str, swapped: tuple[str, str]) -> None:
    """Grant Street, where blue leads, changes tokens with Hayes Street, where nothing stands."""
    state = built(WON, red="F7", blue="CH").state
    state.play(0, "CH@f5")
    a, b = state.open_record().token[5:7]
    gain = ("+" if b > a else "−") + dollars(abs(b - a), lang)
    sentences = {choice.move: choice.gain.sentence for choice in state.seen_by(0, lang).choices()}
    assert sentences["stay"] == nothing
    assert all(
        move.format(a=dollars(a, lang), b=dollars(b, lang), gain=gain) in sentences["swap a b"]
        for move in swapped
    )


def test_city_categories_and_what_a_building_waits_for() -> None:
    state = quartier.load("block_city").new(seats=1, seed=5)
    gains = {choice.move: choice.gain for choice in state.seen_by(0, "en").choices()}
    assert gains["3@H01"] == Gain("Write", "+3", ("+3 for houses.",))
    assert gains["3@P01"] == Gain("Write", "+2", ("+2 for parks.",))
    public = {gain.sentence for move, gain in gains.items() if "@" in move and move[2] not in "HPD"}
    assert "Scores nothing yet. For 30 points you still need: fire station, town hall." in public


def test_what_an_auction_costs_and_a_row_needs() -> None:
    state = quartier.load("neue_heimat").new(seats=3, seed=2)
    seat = next(iter(state.seats_to_act()))
    gains = {choice.move: choice.gain for choice in state.seen_by(seat, "en").choices()}
    assert gains["box"].amount == "+1"
    assert (gains["offer 1L"].verb, gains["offer 1L"].amount) == ("Offer", "")
    state.play(seat, "offer 1L")
    bidder = next(iter(state.seats_to_act()))
    assert gain(state, bidder, "bid 3").verb == "Bid 3 million"
    state.play(bidder, "bid 3")
    state.play(next(iter(state.seats_to_act())), "pass")
    state.play(seat, "keep")
    placed = next(choice for choice in state.seen_by(seat, "en").choices() if choice.move == "put A1")
    assert placed.gain.amount == f"{placed.points} points"
    assert "for you now" in placed.gain.sentence
    assert placed.gain.sentence.endswith("The row still needs 3 houses and 4 roofs.")


@pytest.mark.parametrize(("lang", "reached"), [("en", "Brings "), ("de", "Bringt in Reichweite")])
def test_goals_that_come_into_reach_and_a_goal(lang: str, reached: str) -> None:
    sentence = _gridlock(lang)
    assert any(gain.sentence.startswith(reached) for gain in sentence)
    assert any(gain.amount == "0" for gain in sentence)
    assert sentence[-1].amount == "+1"


def _gridlock(lang: str) -> list[Gain]:
    """What is said in a game until somebody comes to a goal, and of that at last."""
    state, rng, gains = quartier.load("gridlock").new(seats=2, seed=3), random.Random(3), []
    while True:
        seat = next(iter(state.seats_to_act()))
        choices = state.seen_by(seat, lang).choices()
        gains += [choice.gain for choice in choices]
        there = [choice.gain for choice in choices if choice.gain.amount == "+1"]
        if there:
            return [*gains, there[0]]
        near = [choice for choice in choices if choice.gain.amount not in ("0", "")]
        state.play(seat, rng.choice(near or choices).move)


@pytest.mark.rules("GL-9")
def test_a_builder_is_shown_how_many_actions_are_left() -> None:
    for short_trip, most in ((True, SHORT_ACTIONS), (False, BUILDS)):
        state = laid({"4,7": ("13", 26)}, short_trip=short_trip)
        for left in range(most - 1, 0, -1):
            sentence = state.seen_by(0, "en").afterwards()
            assert set(sentence.values()) == {f"{left} action{'s' * (left > 1)} left after this."}
            turned = "turn 4,7=13" if (most - left) % 2 else "turn 4,7=26"
            assert gain(state, 0, turned).verb in sentence
            state.play(0, turned)
    assert sentence[gain(state, 0, "cone 4,7").verb] == "1 action left after this."
    assert set(state.seen_by(0, "en").afterwards().values()) == {"This is your last action this turn."}


@pytest.mark.rules("GL-8")
def test_the_first_round_has_one_action_and_counts_none() -> None:
    state = quartier.load("gridlock").new(seats=2, seed=3)
    assert state.seen_by(min(state.seats_to_act()), "en").afterwards() == {}


def test_stations_and_what_a_line_is_near_to() -> None:
    state = quartier.load("metromania").new(seats=2, seed=4)
    seat = next(iter(state.seats_to_act()))
    for choice in state.seen_by(seat, "en").choices():
        assert choice.gain.verb == "Begin"
        # The button shows that it scores 0.
        assert re.match(r"Within |The |Your line reaches |\d+ tunnels? to the ", choice.gain.sentence)
    state.play(seat, "begin 1 0.0a")
    sides = {"dig 1 W+", "dig 1 W-"}
    digs = {choice.move: choice.gain.sentence for choice in state.seen_by(seat, "en").choices()}
    assert sides <= set(digs)
    assert all("Rotate puts it on the other side." in digs[move] for move in sides)


def test_zero_has_no_sign() -> None:
    assert [with_sign(points) for points in (7, 0, -3)] == ["+7", "0", "−3"]
