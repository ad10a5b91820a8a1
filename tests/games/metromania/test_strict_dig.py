"""MM-12 with the option `strict_dig`: as many of a turn's three counters must be laid as can be."""

import pytest

from quartier import Dice, IllegalMove, State
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.conformance.positions import step
from quartier.games.metromania.rules.counters import bar_counters
from quartier.games.metromania.rules.state import DIGGING
from tests.games.metromania.network import Network


def counters(state: State, seat: int) -> list[str]:
    """The moves that lay a counter."""
    return [move for move in state.moves(seat) if move.startswith(("begin", "dig"))]


def loose(state: State) -> State:
    """The same position under the usual reading."""
    twin = state.copy()
    s = twin.open_record()
    s.strict_dig = 0
    for index in range(len(s.barred)):
        s.barred[index] = 0
    return twin


def followers(state: State, seat: int, move: str) -> int:
    """The most counters that can follow a counter in the same turn, by trying all (usual reading)."""
    after = state.copy()
    left = 2 - after.open_record().laid
    after.play(seat, move)
    if after.open_record().phase != DIGGING:
        return 0
    best = 0
    for following in counters(after, seat):
        best = max(best, 1 + followers(after, seat, following))
        if best == left:
            break
    return best


def dead_end() -> Network:
    """Line 1 of seat 0 can go north-east, where nothing follows, or east, where more does; line 2 is finished."""
    net = Network(strict_dig=True).line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    net.s.end[1] = 1
    tip = net.path(0)[-1]
    pocket = net.step(tip, "NE")
    for triangle in net.around(pocket):
        if net.s.counter[triangle] < 0 and triangle not in net.around(tip):
            net.s.counter[triangle] = 3
    bar_counters(net.s)
    return net


@pytest.mark.rules("MM-12")
def test_a_counter_after_which_fewer_fit_is_forbidden() -> None:
    net = dead_end()
    usual = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    assert {way for way in usual.digs(0) if way.startswith("NE")}
    assert net.digs(0)
    assert not {way for way in net.digs(0) if way.startswith("NE")}
    barred = [way for way in ("NE+", "NE-") if net.refused(f"dig 1 {way}") == "MM-12"]
    assert barred
    with pytest.raises(IllegalMove, match="place more"):
        net.state.play(0, f"dig 1 {barred[0]}")
    assert {f"dig 1 {way}" for way in barred} <= set(loose(net.state).moves(0))


@pytest.mark.rules("MM-12")
def test_where_nothing_leaves_more_all_counters_are_free_and_so_is_the_last_one() -> None:
    net = dead_end()
    net.s.laid = 2
    bar_counters(net.s)
    assert {way[:-1] for way in net.digs(0)} >= {"NE", "E"}
    net.s.laid = 1
    bar_counters(net.s)
    assert not {way for way in net.digs(0) if way.startswith("NE")}
    # Line 2 takes what is left, wherever line 1 goes.
    net.s.end[1] = -1
    bar_counters(net.s)
    assert {way[:-1] for way in net.digs(0)} >= {"NE", "E"}


@pytest.mark.rules("MM-12")
def test_other_actions_stay_free() -> None:
    net = dead_end()
    net.stop(0, 2)
    assert "station -4,0" in net.moves()


@pytest.mark.rules("MM-9", "MM-12", "MM-17", "MM-23")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_counters_that_leave_the_most_are_legal(seats: int) -> None:
    """Held against trying all continuations, in the positions of random games in which anything is forbidden."""
    dice, blocked, looked_at = Dice(seats), 0, 0
    while blocked < 25:
        state = load_compiled("metromania").new(seats, chance="manual", strict_dig=True)
        while not state.over:
            step(state, dice)
            barred = any(state.open_record().barred)
            if not state.seats_to_act() or not (barred or len(state.past) % 40 == 0):
                continue
            (seat,) = state.seats_to_act()
            usual = loose(state)
            follow = {move: followers(usual, seat, move) for move in counters(usual, seat)}
            most = max(follow.values(), default=0)
            assert set(counters(state, seat)) == {move for move in follow if follow[move] == most}
            assert set(state.moves(seat)) - set(follow) == set(usual.moves(seat)) - set(follow)
            blocked, looked_at = blocked + barred, looked_at + 1
    assert looked_at > blocked


@pytest.mark.rules("MM-12")
def test_trying_leaves_no_trace() -> None:
    """The counters that are tried are taken back, byte for byte, interpreted too."""
    dice = Dice(5)
    state = load_interpreted("metromania").new(2, chance="manual", strict_dig=True)
    tried = 0
    while not state.over:
        step(state, dice)
        before = state.to_bytes()
        bar_counters(state.open_record())
        assert state.to_bytes() == before
        tried += any(state.open_record().barred)
    assert tried
