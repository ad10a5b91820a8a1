"""The end of lines and of the game (MM-20 to MM-22, MM-26, MM-27, MM-31)."""

from collections import Counter

import pytest

from quartier import BadOption, Dice
from quartier.conformance.games import load_compiled
from quartier.games.metromania.rules import endings
from quartier.games.metromania.rules.digging import can_dig, fitting_markers
from quartier.games.metromania.rules.endings import ANY_EDGE, in_reach
from quartier.games.metromania.rules.geometry import FRAME_END, TRIANGLES
from quartier.games.metromania.rules.lines import FAR_FRAMES, growing
from quartier.games.metromania.rules.scoring import score
from quartier.games.metromania.rules.state import (
    ACTING,
    BOTH_LINES,
    ENOUGH_LINES,
    GOING_ON,
    LAST_STATION,
    OVER,
)
from quartier.lab import loops
from tests.daily import daily
from tests.games.metromania.network import Network, vertex


def through_the_city() -> Network:
    """Line 1 of seat 0 runs along the middle row from the west to the corner in the east; it can end at 0.1 soon."""
    return Network().line(0, "3.0a", "E+ E+ E+ E+ E+ E+ E+ E+ E+").line(1, "1.3a", "NW+")


def at_black() -> Network:
    """Line 1 of seat 0 ends on the east rim beside black arrow 0.1."""
    net = through_the_city()
    assert net.texts(0)[-1] == "4,0"
    return net.dig(0, "SE+")


def finishes(net: Network) -> set[str]:
    """The moves that finish a line."""
    return {move for move in net.moves() if move.startswith("finish")}


# ----- finishing -----


@pytest.mark.rules("MM-20", "MM-4")
def test_a_line_is_finished_on_a_free_black_arrow_at_its_end() -> None:
    net = at_black()
    assert net.texts(0)[-1] == "4,1"
    assert finishes(net) == {"finish 1 0.1"}
    assert net.refused("finish 1 0.4") == "MM-20"
    assert net.refused("finish 1 0.0") == "MM-20"
    assert net.refused("finish 2 0.1") == "MM-20"
    net.s.counter[TRIANGLES + 1] = 3
    net.s.end[3] = 1
    assert finishes(net) == set()
    assert net.refused("finish 1 0.1") == "MM-20"


@pytest.mark.rules("MM-13", "MM-20")
def test_the_last_bend_is_tested() -> None:
    net = at_black()
    net.s.heading[0] = 3
    assert finishes(net) == set()
    assert net.refused("finish 1 0.1") == "MM-13"
    net.station(vertex("4,1"))
    assert finishes(net) == {"finish 1 0.1"}


@pytest.mark.rules("MM-20", "MM-5")
def test_after_finishing_a_station_may_stand_anywhere_on_the_line() -> None:
    net = at_black()
    net.stop(0, 2)
    length = net.s.length[0]
    net.state.play(0, "finish 1 0.1")
    assert net.s.length[0] == length + 1
    assert net.state.to_act() == {0}
    expected = {f"station {text}" for text in net.texts(0)} - {"station -3,0"} | {"none"}
    assert set(net.moves()) == expected
    assert net.refused("station 0,5") == "MM-20"
    assert net.refused("station -3,0") == "MM-19"
    assert net.refused("dig 2 NW+") == "MM-20"
    net.state.play(0, "station 4,1")
    assert net.state.to_act() == {1}
    assert "4,1" in net.stations()


@pytest.mark.rules("MM-20", "MM-25")
def test_none_is_asked_even_as_the_only_move() -> None:
    net = at_black()
    net.s.supply = 0
    net.state.play(0, "finish 1 0.1")
    assert net.moves() == ["none"]
    assert net.refused("station 4,1") == "MM-25"
    net.state.play(0, "none")
    assert net.state.to_act() == {1}


@pytest.mark.rules("MM-20", "MM-19")
def test_no_station_is_built_on_a_finished_line_but_automatic_ones_arise() -> None:
    net = at_black()
    net.stop(0, 5)
    net.state.play(0, "finish 1 0.1")
    net.state.play(0, "none")
    net.s.turn, net.s.phase = 0, ACTING
    assert not any(move.startswith("station") for move in net.moves())
    assert net.refused("station -4,0") == "MM-19"
    net.line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
    assert "0,0" in net.stations()
    assert net.refused("dig 1 SE+") == "MM-12"


@pytest.mark.rules("MM-20")
def test_none_belongs_to_a_finish() -> None:
    assert at_black().refused("none") == "MM-20"


# ----- MM-21 -----


def near_its_start() -> Network:
    """Line 1 of seat 0 begins at 0.3 and has come to the rim beside black arrow 0.1 on the same edge."""
    net = Network().line(0, "0.3a", "W- NW- NE-").line(1, "3.0a", "E+")
    assert net.texts(0)[-1] in {"4,1", "3,2", "2,1", "3,1"}
    return net


@pytest.mark.rules("MM-21")
def test_a_line_does_not_end_on_the_edge_of_its_start_while_others_are_in_reach() -> None:
    net = near_its_start()
    net.s.vertex[0, 3], net.s.heading[0] = vertex("4,1"), 0
    assert finishes(net) == set()
    assert net.refused("finish 1 0.1") == "MM-21"


@pytest.mark.rules("MM-21")
def test_it_may_if_every_arrow_on_the_far_edges_is_taken() -> None:
    net = near_its_start()
    net.s.vertex[0, 3], net.s.heading[0] = vertex("4,1"), 0
    far = [frame for frame in range(30) if net.s.black >> frame & 1 and frame // 5 in (2, 3, 4)]
    assert len(far) == 6
    for frame in far:
        assert net.refused("finish 1 0.1") == "MM-21"
        net.s.black &= ~(1 << frame)
    assert finishes(net) == {"finish 1 0.1"}


@pytest.mark.rules("MM-21")
def test_it_may_if_the_counters_left_do_not_reach() -> None:
    net = near_its_start()
    net.s.vertex[0, 3], net.s.heading[0] = vertex("4,1"), 0
    shortest = next(left for left in range(1, 19) if reaches(net, left))
    assert 6 <= shortest <= 11
    for left in range(1, 15):
        net.s.length[0] = 18 - left
        net.s.vertex[0, 17 - left] = vertex("4,1")
        assert (finishes(net) == set()) == (left >= shortest)


def reaches(net: Network, left: int) -> bool:
    """Whether a far arrow is in reach with so many counters."""
    net.s.length[0] = 18 - left
    net.s.vertex[0, 17 - left] = vertex("4,1")
    reach = in_reach(net.s, 0, net.s.black & FAR_FRAMES[0], 0)
    return bool(reach)


@pytest.mark.rules("MM-21")
def test_it_may_if_the_way_is_walled_off() -> None:
    net = near_its_start()
    net.s.vertex[0, 3], net.s.heading[0] = vertex("4,1"), 0
    for triangle in net.around(vertex("4,1")):
        if triangle >= 0 and net.s.counter[triangle] < 0:
            net.s.kind[triangle] = 3
    assert finishes(net) == {"finish 1 0.1"}


def slow_reach(net: Network, line: int, arrows: set[int]) -> bool:
    """MM-21 by growing the set of (vertex, heading) step by step, on coordinates and from the text of the rule."""
    from quartier.games.metromania.rules.geometry import EDGE_TRIANGLES, INWARD, STEP

    s, path = net.s, net.path(line)
    fronts = {(s.vertex[line, s.length[line] - 1], s.heading[line])}
    for left in range(18 - s.length[line], 0, -1):
        grown = set()
        for v, heading in fronts:
            free = {
                d for d in range(6) if (d - heading) % 6 in ((0, 1, 5, 2, 4) if s.station[v] else (0, 1, 5))
            }
            for frame in arrows:
                for side in range(2):
                    if FRAME_END[frame, side] == v and (INWARD[frame, side] + 3) % 6 in free:
                        return True
            for d in free:
                end = int(STEP[v, d])
                if end < 0 or end in path:
                    continue
                sides = [
                    int(t)
                    for t in EDGE_TRIANGLES[v, d]
                    if t >= 0 and s.counter[int(t)] < 0 and s.kind[int(t)] < 3
                ]
                if any(s.kind[t] < 0 or fitting_markers(s, line // 2, t) for t in sides):
                    grown.add((end, d))
        fronts = grown if left > 1 else set()
    return False


@pytest.mark.slow
@pytest.mark.rules("MM-21", "MM-27")
@pytest.mark.parametrize("games", daily([30, 400], [30]))
def test_reach_agrees_with_a_slow_search(games: int) -> None:
    game, dice = load_compiled("metromania"), Dice(12)
    counts: Counter[tuple[bool, bool]] = Counter()
    for number in range(games):
        state = game.new(2 + number % 3, chance="manual")
        out, weights = state.buffers()
        game.bound(loops).walk(state.array, 40 + number % 60, dice.state, out, weights)
        net = Network.of(state)
        s = net.s
        for line in range(2 * state.seats):
            if growing(s, line):
                for edge in (int(s.start[line] // 5), ANY_EDGE):
                    arrows = s.black_left & (int(FAR_FRAMES[edge]) if edge != ANY_EDGE else -1)
                    expected = slow_reach(net, line, {f for f in range(30) if arrows >> f & 1})
                    assert bool(in_reach(s, line, arrows, edge)) == expected
                    counts[expected, edge == ANY_EDGE] += 1
    assert (
        min(counts[reached, anywhere] for reached in (True, False) for anywhere in (True, False)) > games // 5
    )


# ----- blocked lines and the end of the building -----


@pytest.mark.rules("MM-26")
def test_when_a_line_is_blocked() -> None:
    net = Network().line(0, "3.0a", "E+ E+")
    assert not endings.is_blocked(net.s, 0)
    assert not endings.is_blocked(net.s, 1)
    tip = net.path(0)[-1]
    for triangle in net.around(tip):
        if net.s.counter[triangle] < 0:
            net.s.counter[triangle] = 3
    assert endings.is_blocked(net.s, 0)
    net.s.counter[net.around(tip)[0]] = -1
    assert not endings.is_blocked(net.s, 0)
    net.s.length[0] = 18
    net.s.vertex[0, 17] = tip
    assert endings.is_blocked(net.s, 0)
    net.s.end[0] = 1
    assert not endings.is_blocked(net.s, 0)


@pytest.mark.rules("MM-26")
def test_a_line_that_can_only_be_finished_is_not_blocked_and_a_turn_counts_afresh() -> None:
    net = at_black()
    for triangle in net.around(vertex("4,1")):
        if triangle >= 0 and net.s.counter[triangle] < 0:
            net.s.kind[triangle] = 4
    assert not can_dig(net.s, 0, 0)
    assert not endings.is_blocked(net.s, 0)
    net = Network().line(0, "3.0a", "E+ E+")
    tip = net.path(0)[-1]
    for triangle in net.around(tip):
        if net.s.counter[triangle] < 0:
            net.kind(triangle, 0)
    net.s.covered = 1
    assert not endings.is_blocked(net.s, 0)


@pytest.mark.rules("MM-27")
def test_two_finished_lines_end_the_building_and_everyone_else_has_one_more_turn() -> None:
    net = (
        Network(3)
        .line(0, "3.0a", "E+ E+ E+ E+ E+ E+ E+ E+ E+ SE+")
        .line(1, "1.3a", "NW+")
        .line(2, "2.0a")
        .line(4, "4.0a")
    )
    net.s.end[1] = 29
    net.state.play(0, "finish 1 0.1")
    assert net.s.reason == GOING_ON
    net.state.play(0, "none")
    assert (net.s.reason, net.s.turns_left) == (BOTH_LINES, 2)
    turns = []
    while not net.state.over:
        seat = min(net.state.to_act())
        turns += [seat] if turns[-1:] != [seat] else []
        net.state.play(seat, net.moves(int(seat))[0])
    assert turns == [1, 2]
    assert net.moves(1) == []
    assert net.refused("pass") == "MM-27"


@pytest.mark.rules("MM-27")
def test_the_last_station_ends_the_building() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+").line(2, "1.0a", "NW+")
    net.stop(0, 2)
    net.s.supply = 1
    net.state.play(0, "station -4,0")
    assert (net.s.reason, net.s.turns_left) == (LAST_STATION, 1)
    assert net.state.to_act() == {1}


ENDING_LINES = [
    *((seats, 1, 0, enough) for seats, enough in ((2, 3), (3, 4), (4, 5))),
    *((seats, 2, 0, enough) for seats, enough in ((2, 3), (3, 5), (4, 5))),
    *((seats, version, count, count) for seats in (2, 3, 4) for version in (1, 2) for count in (3, 4, 5, 6)
      if count <= 2 * seats),
]  # fmt: skip
"""Players, version of the rules, `lines_to_end`, and how many lines end the building."""


@pytest.mark.rules("MM-26", "MM-27")
@pytest.mark.parametrize(("seats", "version", "count", "enough"), ENDING_LINES)
def test_enough_lines_that_are_done_end_the_building(
    seats: int, version: int, count: int, enough: int
) -> None:
    for done in (enough - 1, enough):
        net = Network(seats, version, lines_to_end=count).line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+")
        net.stop(0, 2)
        used_up = list(range(2, 2 * seats))[:done]
        for line in used_up:
            net.s.length[line], net.s.vertex[line, 17], net.s.start[line] = 18, 90, 5
        for line in range(1, 1 - (done - len(used_up)), -1):
            # Line 1 is finished; line 0, on which the station is built, has no counters left.
            if line == 1:
                net.s.end[1], net.s.length[1] = 1, 3
            else:
                use_up(net, 0)
        net.state.play(0, "station -4,0")
        assert (net.s.reason == ENOUGH_LINES) == (done == enough)


def use_up(net: Network, line: int) -> None:
    """A line has all its counters: it goes on the way that it came, as far as the record knows."""
    tip = net.path(line)[-1]
    for i in range(net.s.length[line], 18):
        net.s.vertex[line, i] = tip
    net.s.length[line] = 18


@pytest.mark.rules("MM-27")
@pytest.mark.parametrize(("seats", "count"), [(2, 5), (2, 6)])
def test_more_lines_than_there_are_never_end_the_building(seats: int, count: int) -> None:
    with pytest.raises(BadOption) as refused:
        load_compiled("metromania").new(seats, lines_to_end=count)
    assert "lines_to_end" in refused.value.text("en")
    assert refused.value.text("de") != refused.value.text("en")


def wall_up(net: Network, line: int) -> None:
    """Counters on the whole city but one triangle, on which a line can still be dug to a vertex that leads nowhere."""
    open_ = net.around(net.path(line)[-1])[0]
    for triangle in range(TRIANGLES):
        if triangle != open_ and net.s.counter[triangle] < 0:
            net.s.counter[triangle] = 3


@pytest.mark.rules("MM-26", "MM-27")
def test_a_line_that_can_be_dug_on_but_reaches_no_arrow_can_no_longer_be_finished() -> None:
    net = Network().line(0, "3.0a", "E+ E+")
    assert not endings.hopeless(net.s, 0)
    assert not endings.hopeless(net.s, 1)  # not begun
    wall_up(net, 0)
    assert can_dig(net.s, 0, 0)
    assert not endings.is_blocked(net.s, 0)
    assert endings.hopeless(net.s, 0)
    assert endings.is_done(net.s, 0)
    net.s.version = 1
    assert not endings.is_done(net.s, 0)
    net.s.end[0] = 1
    assert not endings.hopeless(net.s, 0)
    assert endings.is_done(net.s, 0)


@pytest.mark.rules("MM-27")
def test_an_arrow_on_the_edge_of_the_start_is_in_reach_too() -> None:
    """MM-21 would allow it, were no other one in reach; so a line that reaches it can still be finished."""
    net = near_its_start()
    net.s.vertex[0, 3], net.s.heading[0] = vertex("4,1"), 0
    for left in (1, 2, 14):
        net.s.length[0] = 18 - left
        net.s.vertex[0, 17 - left] = vertex("4,1")
        assert not endings.hopeless(net.s, 0)
    net.s.length[0], net.s.vertex[0, 17] = 18, vertex("4,1")
    assert endings.hopeless(net.s, 0)


@pytest.mark.rules("MM-27")
def test_the_counters_left_must_reach_and_it_is_not_for_ever() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+")
    tip = net.path(0)[-1]
    fewest = next(left for left in range(1, 19) if not is_blocked(net, tip, left))
    assert fewest == 6  # five steps to the rim, and the counter on the arrow
    assert is_blocked(net, tip, fewest - 1)
    assert not is_blocked(net, tip, 12)
    for direction in (0, 1, 4, 5):  # east, south-east and north-east are closed; the rest needs a sharp angle
        net.s.counter[net.around(tip)[direction]] = 3
    assert is_blocked(net, tip, 12)
    net.station(tip)
    assert not is_blocked(net, tip, 12)


def is_blocked(net: Network, tip: int, left: int) -> bool:
    """Whether line 1 of seat 0 could not be finished with so many counters left at that vertex."""
    net.s.length[0] = 18 - left
    net.s.vertex[0, 17 - left] = tip
    return bool(endings.hopeless(net.s, 0))


@pytest.mark.rules("MM-27")
def test_lines_without_hope_end_the_building_though_they_can_be_dug_on() -> None:
    for version, reason in ((1, GOING_ON), (2, ENOUGH_LINES)):
        net = Network(rules=version).line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+")
        net.line(2, "2.0a").line(3, "5.0a")
        net.stop(0, 2)
        for line in (1, 2, 3):
            net.s.length[line] = 16
            for i in range(16):
                net.s.vertex[line, i] = vertex("0,0") + line
            assert can_dig(net.s, line, 0)
        net.state.play(0, "station -4,0")
        assert net.s.reason == reason


@pytest.mark.rules("MM-27", "MM-22")
def test_a_pass_is_a_last_turn_and_the_conditions_are_not_looked_at_again() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+").line(2, "1.0a").line(3, "4.0a")
    net.stop(0, 2)
    for line in (2, 3):
        net.s.length[line] = 18
        net.s.vertex[line, 17] = net.s.vertex[line, 0]
    net.s.supply = 1
    net.state.play(0, "station -4,0")
    assert net.moves(1) == ["pass"]
    net.state.play(1, "pass")
    assert net.state.over
    assert net.s.reason == LAST_STATION


# ----- penalties -----


@pytest.mark.rules("MM-31")
def test_penalties() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+").line(1, "0.3a", "W+")
    s = net.s
    s.phase = OVER
    assert score(s, 0) == score(s, 1) == 2 * -3 + 6 * -4
    s.end[0] = 1
    assert score(s, 0) == -3 - 24
    net.mark("A", 0, 0).mark("A", 1, 60)
    assert score(s, 0) == -3 - 20 - 2
    assert score(s, 1) == -6 - 20 - 2
    s.cost[0], s.runners[0] = 64, 0b01
    assert score(s, 0) == -3 - 20 + 12
    s.runners[0] = 0b0101
    assert [score(s, seat) for seat in range(2)] == [-3 - 20 + 6, -6 - 20 + 6]
