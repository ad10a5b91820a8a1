"""How many turns a game takes: by this, rounds of tournaments are long enough for their games."""

from __future__ import annotations

from itertools import groupby
from statistics import mean

import pytest

import quartier
from quartier import bots
from quartier.core.engine.dice import Dice
from quartier.server.domain.tournaments import round_time

TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock")
GAMES = 2


def most_turns(title: str, seats: int, seed: int) -> int:
    """Play a game of greedy bots. Returns the turns of the player who had the most: moves in a row are one."""
    game, dice = quartier.load(title), Dice(seed)
    bot, state = bots.make("greedy", game), game.new(seats=seats, seed=seed)
    while not state.over:
        seat = min(state.to_act())
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))
    turns = [actor for actor, _ in groupby(event.actor for event in state.events if event.actor != "*")]
    return max(turns.count(seat) for seat in range(seats))


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_estimates_are_near_what_greedy_bots_need(title: str) -> None:
    fewest, most = quartier.load(title).seats
    for seats in range(max(2, fewest), most + 1):
        measured = mean(most_turns(title, seats, seed) for seed in range(GAMES))
        estimate = round_time.turns(title, seats)
        assert 0.75 * measured <= estimate <= 1.25 * measured, (seats, measured, estimate)


def test_estimates_are_known_for_each_number_of_seats() -> None:
    assert [round_time.turns("block_city", seats) for seats in range(2, 7)] == [36, 96, 118, 142, 165]
    assert round_time.turns("city_blocks", 2) == 18
