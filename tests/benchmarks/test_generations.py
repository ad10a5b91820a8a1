"""This version against an earlier one: here both are this one, so it shows that they meet, agree and are counted."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from generations import Match
from quartier import Dice, bots
from quartier.bots.player import Bot
from quartier.conformance.games import load_compiled

ROOT = Path(__file__).parents[2]
LINES = 12


def test_one_of_ours_meets_two_of_theirs_in_every_seat() -> None:
    command = (
        "benchmarks/generations.py neue_heimat --ours greedy --theirs random --seats 3 --games 3 --earlier"
    )
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    output = subprocess.run(
        [sys.executable, *command.split(), sys.executable],
        cwd=ROOT,
        check=True,
        timeout=300,
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
    ).stdout
    match = re.fullmatch(r"3 games: ([\d.]+)% \(\d+% to \d+%\); ms .* move ([\d.]+) : ([\d.]+)\n", output)
    assert match, output
    share, ours, theirs = map(float, match.groups())
    assert share > 100 / 3
    assert ours > 0
    assert theirs > 0


@pytest.mark.parametrize("ours", ["learned", "learned:300", "4"])
def test_ours_asks_its_network_by_older_rules_too(ours: str) -> None:
    """By version 1 Metromania has none of its own: there `learned` would play as the hints say."""

    def describe_bot(bot: Bot) -> list[str]:
        state, dice, moves = old.copy(), Dice(3), []
        while len(moves) < LINES:
            seat = min(state.seats_to_act())
            moves.append(bot.choose(state.concealed(seat), seat, Dice(1)))
            state.play(seat, moves[-1])
            state.settle(dice)
        return moves

    game = load_compiled("metromania")
    old = game.new(2, seed=3, rules=1)
    described = describe_bot(Match(game, {}, 2, ours, "6")._bot(old))
    assert described != describe_bot(bots.make(ours, game))
    if ours == "4":
        assert described == describe_bot(Match(game, {}, 2, "learned", "6")._bot(old))
