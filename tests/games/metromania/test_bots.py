"""The greedy bot on the title's hints: it finishes its lines, places its markers, and beats random players."""

import pytest

from quartier import Dice
from quartier.bots import policies
from quartier.conformance.games import load_compiled
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.networks import untrained_net
from quartier.games.metromania.rules.lines import finished_lines
from quartier.lab import arena, loops


@pytest.mark.parametrize(("seats", "share"), [(2, 0.95), (3, 2 / 3), (4, 0.5)])
def test_greedy_beats_random_players(seats: int, share: float) -> None:
    """At two seats 95 of 100; at three and four at least twice the fair share."""
    result = arena("metromania", ["greedy", *["random"] * (seats - 1)], games=600, seed=3, workers=1)
    assert result.standings[0].share >= share


def test_greedy_finishes_its_lines_and_places_its_markers() -> None:
    game, dice = load_compiled("metromania"), Dice(6)
    finished = placed = 0
    for _ in range(60):
        state = game.new(2, chance="manual")
        out, weights = state.buffers()
        scratch = state.array.copy()
        while not state.over:
            actor = game.kernels.to_act_at(state.array)
            if actor in (CHANCE, 2):
                game.bound(loops).walk(state.array, 1, dice.state, out, weights)
            else:
                action = game.bound(policies).greedy(
                    state.array.copy(), scratch, 0, dice.state, untrained_net(), 0.0, policies.PLAIN, out
                )
                game.kernels.play_at(state.array, 0, int(action))
        s = state.open_record()
        finished += finished_lines(s, 0)
        placed += 6 - s.hand[0].bit_count()
    # At two seats three lines end the building, so the second one is often not needed.
    assert finished >= 60
    assert placed >= 60 * 4
