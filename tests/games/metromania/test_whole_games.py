"""Whole games against the slow definition, event by event, and what holds in every position."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quartier import Dice, State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game, setups
from quartier.games.metromania.rules.dealing import owner_of, type_of
from quartier.games.metromania.rules.geometry import VERTEX_COORDINATES, neighbours
from quartier.games.metromania.rules.lines import FAR_FRAMES, city_vertices, is_finished
from quartier.games.metromania.rules.state import ACTING, BOTH_LINES, DEALING, ENOUGH_LINES, LAST_STATION
from quartier.games.metromania.text.notation import letter_name, markers_of
from quartier.lab import loops
from tests.games.metromania.derived import derive
from tests.games.metromania.slow import SlowGame

pytestmark = pytest.mark.slow


def marker_names(state: State, actor: Any) -> set[str]:
    """The markers in an actor's hand, as "AR"."""
    s = state.open_record()
    if actor == "*":
        return set()
    return {letter_name(s, m) + "RCE"[type_of(m)] for m in markers_of(s, s.hand[actor])}


def reach_names(state: State, seat: int) -> set[str]:
    """Return the markers that count for a seat's reach: with hidden ones all off the board, if it has any."""
    hand = marker_names(state, seat)
    if not state.options["hidden_markers"] or not hand:
        return hand
    return {name for other in range(state.seats) for name in marker_names(state, other)}


def agree(state: State, slow: SlowGame) -> None:
    """The record says the same as the slow definition."""
    s = state.open_record()
    assert {VERTEX_COORDINATES[v] for v in range(91) if s.station[v]} == slow.stations
    assert list(s.points)[: state.seats] == slow.points
    assert s.supply == slow.supply
    for (seat, number), line in slow.lines.items():
        index = 2 * seat + number - 1
        assert [
            VERTEX_COORDINATES[s.vertex[index, i]] for i in range(city_vertices(s, index))
        ] == line.vertices
        assert s.length[index] == len(line.counters)
        assert bool(is_finished(s, index)) == line.done


def follow(state: State) -> SlowGame:
    """Replay a game in the slow definition, which asserts MM-10, MM-13 to MM-18 and MM-20 at every counter."""
    slow, turn, previous = SlowGame(state), 0, None
    for index, (actor, move) in enumerate(state.events):
        before = state.at(index)
        if actor != "*" and (before.open_record().phase == ACTING or actor != previous):
            turn += 1
        previous = actor
        slow.play(actor, move, marker_names(before, actor), turn)
        agree(state.at(index + 1), slow)
    return slow


def follow_ends(state: State) -> None:
    """The building ends when the slow definition ends it, or goes on, after every turn up to then."""
    slow = SlowGame(state)
    usual = SMALL_OPTIONS.get(state.board.name) or FINISHED_LINES[state.rules, state.seats]
    enough = state.options["lines_to_end"] or usual
    for index, (actor, move) in enumerate(state.events):
        before, after = state.at(index), state.at(index + 1)
        slow.play(actor, move, marker_names(before, actor), index)
        if actor != "*" and (after.over or after.open_record().phase == ACTING):
            hands = [reach_names(after, seat) for seat in range(state.seats)]
            reason = slow.end(int(actor), hands, state.rules, int(enough))
            assert reason == after.view(None)["end"]
            if reason:
                return


FINISHED_LINES = {(1, 2): 3, (1, 3): 4, (1, 4): 5, (2, 2): 3, (2, 3): 5, (2, 4): 5}
"""MM-27 by version and number of players."""
SMALL_OPTIONS = {"four": 1}
"""The same by board for exact work."""


@pytest.mark.rules(
    "MM-10", "MM-13", "MM-14", "MM-15", "MM-16", "MM-17", "MM-18", "MM-20", "MM-23", "MM-24", "MM-25"
)
def test_random_games_obey_the_slow_definition() -> None:
    game, stations = load_compiled("metromania"), 0
    for seed in range(45):
        state = random_game(game, 700 + seed, seats=2 + seed % 3)
        stations += len(follow(state).stations)
    assert stations > 400


@pytest.mark.soak
def test_many_random_games_obey_the_slow_definition() -> None:
    game = load_compiled("metromania")
    for seed in range(1500):
        state = random_game(game, 70_000 + seed, seats=2 + seed % 3, rules=1 + seed % 2)
        follow(state)
        follow_ends(state)


@pytest.mark.rules("MM-26", "MM-27")
@pytest.mark.parametrize("setup", setups(load_compiled("metromania")), ids=str)
def test_random_games_end_when_the_slow_definition_ends_them(setup: dict[str, Any]) -> None:
    for seed in range(2):
        follow_ends(random_game(load_compiled("metromania"), 31 + seed, **setup))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(2, 4), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), min_size=0, max_size=220))
@pytest.mark.rules("MM-9", "MM-12", "MM-27")
def test_hypothesis_plays_whole_games(seats: int, seed: int, choices: list[int]) -> None:
    """Turns have one to three counters, or one other action; after the end condition every other seat has one more turn."""
    state, picks = load_compiled("metromania").new(seats, seed=seed), iter(choices)
    last: list[int] = []
    while not state.over:
        seat = int(min(state.to_act()))
        s = state.open_record()
        assert state.to_act() == {seat}
        assert s.laid <= 2
        if s.reason and s.phase == ACTING:
            last.append(seat)
        moves = state.moves(seat)
        assert moves
        assert moves == ["pass"] or "pass" not in moves
        state.play(seat, moves[next(picks, seed) % len(moves)])
    assert len(last) == len(set(last)) == seats - 1
    follow(state)


def check_invariants(state: State) -> None:
    """What holds in every position."""
    s = state.open_record()
    counters = [line for line in s.counter if line >= 0]
    assert len(counters) == sum(s.length)
    assert max(s.length) <= s.tunnels
    assert sum(s.station) + s.supply == state.board.data["supply"]["stations"]
    for line in range(2 * state.seats):
        path = [s.vertex[line, i] for i in range(city_vertices(s, line))]
        assert len(path) == len(set(path))
        assert all(s.lines[v] >> line & 1 for v in path)
        assert counters.count(line) == s.length[line]
        assert (s.start[line] >= 0) == (s.length[line] > 0)
    assert sum(n.bit_count() for n in s.lines) == sum(city_vertices(s, line) for line in range(8))
    placed = sum(1 for triangle in s.place if triangle >= 0)
    assert placed + sum(hand.bit_count() for hand in s.hand) == 12 or s.phase <= DEALING
    twin = state.copy()
    derive(twin.open_record())
    assert twin.to_bytes() == state.to_bytes()
    letters: dict[int, list[int]] = {}
    for marker, triangle in enumerate(s.place):
        if triangle >= 0:
            assert s.kind[triangle] == type_of(marker)
            assert s.counter[triangle] // 2 == owner_of(s, marker)
            letters.setdefault(marker // 2, []).append(triangle)
    assert all(not neighbours(*pair) for pair in letters.values() if len(pair) == 2)


@pytest.mark.rules("MM-2", "MM-5", "MM-12", "MM-14", "MM-16", "MM-18", "MM-25", "MM-27")
def test_invariants_over_thousands_of_random_positions() -> None:
    game, dice = load_compiled("metromania"), Dice(21)
    random = np.random.default_rng(5)
    kinds = [*({"seats": seats, "rules": rules} for seats in (2, 3, 4) for rules in (1, 2)), *setups(game)]
    for number in range(1500):
        state = game.new(chance="manual", **kinds[number % len(kinds)])
        out, weights = state.buffers()
        game.bound(loops).walk(state.array, int(random.integers(20, 200)), dice.state, out, weights)
        check_invariants(state)


@pytest.mark.rules("MM-27")
def test_every_end_reason_comes_up_and_games_are_short() -> None:
    game, dice = load_compiled("metromania"), Dice(22)
    reasons = set()
    for number in range(300):
        state = game.new(2 + number % 3, chance="manual")
        out, weights = state.buffers()
        assert (
            game.bound(loops).walk(state.array, game.max_events, dice.state, out, weights)
            > game.max_events // 2
        )
        reasons.add(state.open_record().reason)
    assert reasons == {BOTH_LINES, LAST_STATION, ENOUGH_LINES}


@pytest.mark.rules("MM-4")
def test_the_cheapest_way_through_an_empty_city_takes_7_to_12_counters() -> None:
    """MM-21 on empty ground: from every white arrow, both sides."""
    from quartier.games.metromania.rules.endings import in_reach
    from tests.games.metromania.network import Network

    costs = set()
    for frame in range(30):
        net = Network()
        if not net.s.white >> frame & 1:
            continue
        for side in "ab":
            net = Network().line(0, f"{frame // 5}.{frame % 5}{side}")
            arrows = net.s.black & int(FAR_FRAMES[frame // 5])
            tip = net.path(0)[0]
            for left in range(1, 18):
                net.s.length[0], net.s.vertex[0, 17 - left] = 18 - left, tip
                if in_reach(net.s, 0, arrows, frame // 5):
                    costs.add(left + 1)
                    break
    assert min(costs) == 7
    assert max(costs) <= 12
