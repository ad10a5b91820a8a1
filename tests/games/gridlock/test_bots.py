"""The greedy bot of Gridlock and what its hints say of positions: it wins, it arrives, it never goes round in circles."""

import random
from typing import Any

import numpy as np
import pytest

from quartier import Dice, State
from quartier.bots import model_functions, policies
from quartier.bots.policies import GREEDY_POLICY, RANDOM_POLICY
from quartier.bots.weights import find_weights, net_for
from quartier.conformance.games import load_compiled
from quartier.core.engine.networks import untrained_net
from quartier.games.gridlock.bots import evaluation
from quartier.lab import loops
from quartier.lab.game_buffers import new_buffers
from tests.daily import daily
from tests.games.gridlock.plans import Plan
from tests.games.gridlock.table import play, stops, table

GAME = load_compiled("gridlock")
GREEDY, RANDOM = GREEDY_POLICY, RANDOM_POLICY


def contest(policies: list[list[int]], seed: int, **options: Any) -> Any:
    """Rows of scores, winners as bits and moves, one game for each line-up."""
    start = GAME.new(len(policies[0]), chance="manual", **options)
    streams = np.random.default_rng(seed).integers(0, 2**63, (len(policies), 2)).astype(np.uint64)
    results = np.zeros((len(policies), start.seats + 2), np.int64)
    dice = [Dice(0).state, Dice(0).state]
    line_ups, buffers = np.array(policies, np.int64), new_buffers(start, untrained_net())
    GAME.bound(loops).contests(start.array.copy(), start.array, line_ups, streams, results, *dice, buffers)
    return results


@pytest.mark.parametrize(("games", "wins"), daily([(30, 27), (100, 95)], [(30, 27)]))
def test_greedy_wins_95_of_100_against_random(games: int, wins: int) -> None:
    line_ups = [[GREEDY, RANDOM], [RANDOM, GREEDY]] * (games // 2)
    winners = contest(line_ups, seed=1)[:, 2].tolist()
    won = sum(
        line_up[bits.bit_length() - 1] == GREEDY for line_up, bits in zip(line_ups, winners, strict=True)
    )
    assert won >= wins


VARIANTS = [
    {},
    {"short_trip": True},
    {"short_trip": True, "short_trip_cones": True, "cards": 5},
    {"cards": 7, "congestion": True, "traffic": True},
    {"specials": True},
    {"specials": True, "short_trip": True, "traffic": True, "congestion": True},
    {"board": "Lindenford"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_games_end_by_themselves(seats: int, options: dict[str, Any]) -> None:
    """No turn limit: a game that went round in circles would hang here."""
    moves = contest([[GREEDY] * seats] * 6, seed=2, **options)[:, seats + 1]
    assert moves.mean() < 40 * seats
    assert moves.max() < 150 * seats


def test_without_a_limit_of_turns_rivals_are_let_be_in_time() -> None:
    """Two bots who only undo each other's roads would never arrive."""

    def minded(turns: int, **options: Any) -> float:
        state = GAME.new(2, chance="manual", **options)
        state.array["turns"] = turns
        return float(evaluation.rival_weight(state.open_record()))

    assert [minded(turns) for turns in (0, 40, 80, 120, 400)] == [0.4, 0.4, 0.2, 0.0, 0.0]
    assert [minded(turns, turn_limit=100) for turns in (0, 80, 190)] == [0.4] * 3


def test_anyone_who_is_ahead_is_in_a_hurry() -> None:
    """A network that is sure to win does not care when: every drive and road that is left costs a leader something."""
    open_table, built = table(goals={0: FIVE}), table(TO_MIT, goals={0: FIVE})
    for state in (open_table, built):
        s = state.open_record()
        assert evaluation.progress_penalty(s, 0) == evaluation.progress_penalty(s, 1) == 0.0, (
            "no one is ahead"
        )
        s.opened[0] |= s.goals[0] & (s.goals[0] - 1)
        s.goals[0] &= -s.goals[0]
        assert evaluation.progress_penalty(s, 1) == 0.0
    ahead = [evaluation.progress_penalty(state.open_record(), 0) for state in (open_table, built)]
    quarters = [
        evaluation.WHOLE_TURN + evaluation.roads_missing(state.open_record(), 0)[1]
        for state in (open_table, built)
    ]
    lead = len(FIVE) - 1
    assert ahead == [pytest.approx(evaluation.HASTE * lead * quarter) for quarter in quarters]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_with_a_network_is_in_a_hurry(seats: int) -> None:
    """What the network says is what it has learned; the search takes away from that what time costs who is ahead."""
    state, ahead = GAME.new(seats, chance="manual", turn_limit=60), 0
    some, model = GAME.new(2, chance="manual", turn_limit=60), GAME.bound(model_functions)
    net = net_for(some, find_weights(some))
    work, worths = model_functions.new_workspace(GAME, seats, net), np.zeros(3 * seats)
    while not state.over:
        state.settle(Dice(len(state.past)))
        seat = min(state.to_act())
        state.play(seat, greedy_move(state, seat))
        if state.over:
            break
        work.world[:] = np.frombuffer(state.to_bytes(), np.uint8)
        model.evaluate_seats(work.world, net, worths)
        for one in range(seats):
            hurried = evaluation.progress_penalty(state.open_record(), one)
            worths[one] -= hurried
            ahead += hurried > 0.0
        model_functions.to_shares(worths, seats, 30.0)
        model.rollout(work, 0, 0.0, 30.0, 0.1)
        assert work.values[:seats] == pytest.approx(worths[:seats])
    assert ahead > 10


FIVE = ("MIT", "Copley Square", "Symphony Hall", "North End", "Boston Garden")
TO_MIT = {"1,2": ("63", 63), "2,1": ("63o", 63)}


def greedy_move(state: State, seat: int) -> str:
    """What the greedy bot plays, knowing what the seat knows."""
    view = state.concealed(seat)
    out, _ = view.buffers()
    return view.write(
        int(
            GAME.bound(policies).greedy(
                view.array,
                view.array.copy(),
                seat,
                Dice(1).state,
                untrained_net(),
                0.0,
                policies.PLAIN,
                out,
            )
        )
    )


def worth(state: State, seat: int) -> float:
    """What the hints think of a position; they leave it as it was."""
    before = state.to_bytes()
    value = evaluation.evaluate(state.open_record(), seat)
    assert state.to_bytes() == before
    return float(value)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_looking_at_a_position_leaves_it_as_it_was(options: dict[str, Any]) -> None:
    state, choice = GAME.new(3, seed=3, **options), random.Random(1)
    for _ in range(25):
        assert all(worth(state, seat) < 0 for seat in range(3))
        seat = min(state.to_act())
        state.play(seat, choice.choice(state.moves(seat)))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_field_that_grows_costs_what_a_search_for_each_connection_costs(options: dict[str, Any]) -> None:
    state, choice = GAME.new(4, seed=5, **options), random.Random(2)
    while len(state.past) < 150:
        if len(state.past) % 15 == 0:
            for seat in range(4):
                plan = Plan(state, seat)
                assert evaluation.roads_missing(state.open_record(), seat) == (plan.nearest, plan.total)
        seat = min(state.to_act())
        state.play(seat, choice.choice(state.moves(seat)))


def test_greedy_lays_the_missing_tile() -> None:
    state = table({"1,2": ("63", 63)}, goals={0: FIVE}, hands={0: ("5", "9")})
    assert "3,0" in stops(play(state, greedy_move(state, 0), "end", "end"))


@pytest.mark.parametrize(
    ("options", "waiting"), [({}, evaluation.CUT_OFF), ({"short_trip": True}, 0.0)], ids=str
)
def test_a_missing_tile_costs_half_a_turn(options: dict[str, Any], waiting: float) -> None:
    """And a wait where nobody builds and drives in the same turn."""
    missing = table({"1,2": ("63", 63)}, goals={0: FIVE}, **options)
    there = table(TO_MIT, goals={0: FIVE}, **options)
    expected = evaluation.WHOLE_TURN / 2 + waiting
    assert worth(there, 0) - worth(missing, 0) == pytest.approx(expected, abs=0.5)


def test_who_is_to_act_is_better_off_than_who_waits() -> None:
    assert worth(table(goals={0: FIVE}), 0) > worth(table(goals={0: FIVE}, first=1), 0)


def test_greedy_drives_for_one_destination_if_their_number_is_odd() -> None:
    assert greedy_move(table(TO_MIT, goals={0: FIVE}), 0) == "stop 3,0"


def test_greedy_builds_on_for_a_second_destination_if_their_number_is_even() -> None:
    """GL-20: a drive has two stops, so six destinations take three drives, however early the first one is visited."""
    six = table(TO_MIT, goals={0: (*FIVE, "Aquarium")}, cards=7)
    assert "stop 3,0" in six.moves(0)
    assert greedy_move(six, 0).startswith(("lay", "turn"))


def test_greedy_visits_two_destinations_in_one_drive() -> None:
    roads = {**TO_MIT, "4,1": ("9", 36), "5,2": ("5", 40)}
    goals = ("MIT", "Museum of Science", "Museum of Fine Arts", "Symphony Hall", "North End", "Aquarium")
    state = table(roads, goals={0: goals}, cards=7)
    assert {"3,0", "5,4"} <= stops(state)
    first = greedy_move(state, 0)
    state = play(state, first)
    assert {first, greedy_move(state, 0)} == {"stop 3,0", "stop 5,4"}
