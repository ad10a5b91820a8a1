"""The greedy bot and the playouts of Gridlock's hints: they win, they arrive, they never go round in circles."""

from typing import Any

import numpy as np
import pytest

from quartier import Dice, State
from quartier.core.kernels import GREEDY_POLICY, RANDOM_POLICY
from quartier.games.gridlock import hints
from tests.conformance.titles import compiled
from tests.games.gridlock.table import play, stops, table

GAME = compiled("gridlock")
GREEDY, RANDOM = GREEDY_POLICY, RANDOM_POLICY


def contest(policies: list[list[int]], seed: int, **options: Any) -> Any:
    """Rows of scores, winners as bits and moves, one game for each line-up."""
    start = GAME.new(len(policies[0]), chance="manual", **options)
    boards = [start.position.copy() for _ in range(3)]
    streams = np.random.default_rng(seed).integers(0, 2**63, (len(policies), 2)).astype(np.uint64)
    results = np.zeros((len(policies), start.seats + 2), np.int64)
    dice = [Dice(0).state, Dice(0).state]
    line_ups = np.array(policies, np.int64)
    GAME.kernels.contests(*boards, start.position, line_ups, streams, results, *dice, *start.buffers())
    return results


def test_greedy_wins_95_of_100_against_random() -> None:
    line_ups = [[GREEDY, RANDOM], [RANDOM, GREEDY]] * 50
    winners = contest(line_ups, seed=1)[:, 2].tolist()
    won = sum(
        line_up[bits.bit_length() - 1] == GREEDY for line_up, bits in zip(line_ups, winners, strict=True)
    )
    assert won >= 95


VARIANTS = [
    {},
    {"short_trip": True},
    {"cards": 7, "congestion": True, "traffic": True},
    {"specials": True},
    {"specials": True, "short_trip": True, "traffic": True, "congestion": True},
    {"board": "Lindenford"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_games_end_by_themselves(seats: int, options: dict[str, Any]) -> None:
    """No turn limit: a game that went round in circles would hang here."""
    moves = contest([[GREEDY] * seats] * 25, seed=2, **options)[:, seats + 1]
    assert moves.mean() < 40 * seats
    assert moves.max() < 150 * seats


def test_greedy_lays_the_missing_tile() -> None:
    goals = ("MIT", "Copley Square", "Symphony Hall", "North End", "Boston Garden")
    state = table({"1,2": ("63", 63)}, goals={0: goals}, hands={0: ("5", "9")})
    known = state.concealed(0)
    out, _ = known.buffers()
    move = known.write(int(GAME.kernels.greedy(known.position, known.position.copy(), 0, Dice(1).state, out)))
    assert "3,0" in stops(play(state, move, "end", "end"))


# ----- playouts -----


def chosen(state: State, seat: int) -> str:
    """The move by which a playout would go on; it leaves the position as it was."""
    before = state.to_bytes()
    move = state.write(int(hints.choose(state.opened(), seat, Dice(1).state, state.buffers()[0])))
    assert state.to_bytes() == before
    return move


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_playouts_go_by_legal_moves(options: dict[str, Any]) -> None:
    state = GAME.new(3, seed=3, **options)
    for _ in range(25):
        seat = min(state.to_act())
        move = chosen(state, seat)
        assert move in state.moves(seat)
        state.play(seat, move)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_playouts_end_by_themselves(seats: int, options: dict[str, Any]) -> None:
    most, lengths = 5000, []
    for seed in range(30):
        state = GAME.new(seats, seed=seed, **options)
        world = np.frombuffer(bytearray(state.to_bytes()), np.uint8)
        out, weights = state.buffers()
        place = (out, weights, np.zeros(3 * seats))
        left = GAME.kernels.finish(world, world.copy(), Dice(seed).state, most, 0.0, 10.0, 0.0, *place)
        assert GAME.kernels.turn(world) == 0
        lengths.append(most - left)
    assert np.mean(lengths) < 60 * seats


def test_a_playout_lays_the_missing_tile_and_drives() -> None:
    goals = ("MIT", "Copley Square", "Symphony Hall", "North End", "Boston Garden")
    state = table({"1,2": ("63", 63)}, goals={0: goals}, hands={0: ("5", "9")})
    state = play(state, chosen(state, 0), "end", "end")
    assert chosen(state, 0) == "stop 3,0"


def test_a_playout_removes_what_no_turn_opens() -> None:
    """A dead end between the car and the only tile that leads on."""
    goals = ("MIT", "Copley Square", "Symphony Hall", "North End", "Boston Garden")
    state = table({"1,2": ("63", 63), "2,1": ("1o", 1)}, goals={0: goals}, hands={0: ("9", "9")})
    assert chosen(state, 0) == "remove 2,1"
