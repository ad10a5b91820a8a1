"""Deals of a day: the same chance for everybody with the key, another one with any other."""

from __future__ import annotations

import quartier
from quartier import Dice, bots
from quartier.core.fairness.daily_seed import day_key, dice_for, first_departure
from quartier.core.game.game import Game
from quartier.core.game.state import State

KEY = day_key("a secret", "2026-11-23")


def play_daily_deal(game: Game, key: str, seats: int, moves: int, seed: int) -> State:
    """Some moves of random players at the deal of a day."""
    state, player, dice = game.new(seats, chance="manual"), bots.make("random", game), Dice(seed)
    for _ in range(moves):
        while state.to_act() == {"*"}:
            state.draw(dice_for(key, state))
        seat = min(state.seats_to_act())
        state.play(seat, player.choose(state.concealed(seat), seat, dice))
    return state


def draws(state: State) -> list[str]:
    return [event.move for event in state.events if event.actor == "*"]


def test_whatever_is_played_the_dice_of_a_city_are_the_same() -> None:
    game = quartier.load("block_city")
    one, other = (draws(play_daily_deal(game, KEY, 1, 12, seed)) for seed in (1, 2))
    both = min(len(one), len(other))
    assert one[:both] == other[:both]
    assert one[:both] != draws(play_daily_deal(game, day_key("a secret", "2026-11-24"), 1, 12, 1))[:both]


def test_the_tiles_of_a_deal_come_in_the_same_order() -> None:
    game = quartier.load("city_blocks")
    one, other = (draws(play_daily_deal(game, KEY, 2, 20, seed)) for seed in (1, 2))
    both = min(len(one), len(other))
    assert one[:both] == other[:both]
    assert both > 20


def test_a_key_opens_its_own_day_only() -> None:
    state = play_daily_deal(quartier.load("block_city"), KEY, 1, 12, 1)
    assert first_departure(state, KEY) is None
    assert first_departure(state, day_key("a secret", "2026-11-24")) is not None
    assert len({day_key("a secret", f"2026-11-{day}") for day in range(10, 30)}) == 20


def test_a_draw_does_not_depend_on_the_machine() -> None:
    """What was dealt once is checked for ever by the same numbers."""
    assert KEY == "47641745e6f5b72be041c55f8e8cfecefb5c424045f01cdf815a6c2229b5c64b"
    assert (
        int(dice_for(KEY, quartier.load("block_city").new(1, chance="manual")).state[0])
        == 17788868792257534501
    )
