"""Quartier's figures for one title, per second and on one core."""

from __future__ import annotations

from random import Random

import quartier
from inner import inner_loops
from quartier.games.registry import OURS
from quartier.lab.bench import final_scorings, legal_listings, middle, random_play, rate, state_copies
from searches import search_rates

SUBJECTS = (*OURS, "connect_four")


def measure(title: str, seconds: float) -> dict[str, float]:
    """All figures of a title, about `seconds` each."""
    game = quartier.load(title)
    game.compile()
    games, moves, _ = random_play(game, seconds)
    position = middle(game, seed=1)
    figures = {
        "loop_moves": moves,
        "loop_games": games,
        "loop_copies": state_copies(game, seconds),
        "loop_listings": legal_listings(game, seconds),
        "loop_scorings": final_scorings(game, seconds),
        "python_moves": rate(lambda count: play_moves(title, count), seconds),
        "python_copies": rate(lambda count: [position.copy() for _ in range(count)], seconds),
    }
    searched = search_rates(game, seconds, rollouts=title == "connect_four")
    return figures | searched | inner_loops(game, seconds)


def play_moves(title: str, count: int) -> None:
    """Random games through the public API until `count` moves are played: list the moves, pick one, play it."""
    random = Random(1)
    game = quartier.load(title)
    state = game.new(seed=1)
    for number in range(count):
        if state.over:
            state = game.new(seed=number)
        seat = min(state.to_act())
        state.play(seat, random.choice(state.moves(seat)))
