"""The beginner's level plays all kinds of moves: an opponent that never places a marker teaches nothing."""

from __future__ import annotations

from collections import Counter

import pytest

import quartier
from quartier.bots.registry import make
from quartier.core.engine.dice import Dice

GAMES = 6


@pytest.mark.slow
@pytest.mark.parametrize("level", ["1", "1+stations"])
def test_a_beginner_digs_builds_finishes_and_places_markers(level: str) -> None:
    game, dice, counts = quartier.load("metromania"), Dice(3), Counter[str]()
    bot = make(level, game)
    for seed in range(GAMES):
        state = game.new(seats=2, seed=seed)
        while not state.over:
            actor = min(state.to_act(), key=str)
            if actor == "*":
                state.draw(dice)
                continue
            move = bot.choose(state.concealed(actor), actor, dice)
            state.play(actor, move)
            counts.update({move.split()[0], "marker" if "=" in move else move.split()[0]})
    assert counts["marker"] >= GAMES
    assert min(counts[kind] for kind in ("begin", "dig", "station", "finish")) > 0, counts
