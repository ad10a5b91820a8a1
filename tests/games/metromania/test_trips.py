"""Test trips and the final scoring (MM-28 to MM-32): against networkx on random networks, and by hand."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest

import quartier
from quartier import Dice
from quartier.conformance.games import load_compiled
from quartier.games.metromania.rules.geometry import CORNERS
from quartier.games.metromania.text.trips import trips_now
from quartier.lab import loops
from tests.games.metromania.network import Network, vertex


def final_positions(games: int, seed: int) -> Iterator[Any]:
    """Positions at the end of random games, by compiled code."""
    game, dice = load_compiled("metromania"), Dice(seed)
    for number in range(games):
        start = game.new(2 + number % 3, chance="manual")
        out, weights = start.buffers()
        game.bound(loops).walk(start.array, game.max_events, dice.state, out, weights)
        yield start


def graph_of(s: Any) -> nx.Graph:
    """Nodes (line, vertex) for every station of every line; hops and changes cost minutes * 1000 + changes."""
    hop, change = 1000 * s.hop, 1000 * s.change + 1
    graph = nx.Graph()
    at: dict[int, list[tuple[int, int]]] = {}
    for line in range(2 * s.players):
        path = [s.vertex[line, i] for i in range(18) if s.vertex[line, i] >= 0]
        stops = [(line, vertex) for vertex in path if s.station[vertex]]
        graph.add_nodes_from(stops)
        for one, other in pairwise(stops):
            graph.add_edge(one, other, cost=hop)
        for stop in stops:
            at.setdefault(stop[1], []).append(stop)
    for stops in at.values():
        for i, one in enumerate(stops):
            for other in stops[i + 1 :]:
                graph.add_edge(one, other, cost=change)
    return graph


def ends_of(s: Any, trip: int) -> list[set[int]]:
    """The corner vertices of the two triangles of a trip; an empty set where there is none."""
    if trip == 6:
        triangles = [list(s.kind).index(kind) for kind in (3, 4)]
    else:
        triangles = [s.place[2 * s.slot[trip] + b] for b in range(2)]
    return [set(map(int, CORNERS[t])) if t >= 0 else set() for t in triangles]


def best_of(graph: nx.Graph, ends: list[set[int]]) -> tuple[int, set[int]]:
    """The cost of the best route (-1: none) and the lines on any of the best ones."""
    starts = {node for node in graph if node[1] in ends[0]}
    targets = {node for node in graph if node[1] in ends[1]}
    if not starts or not targets:
        return -1, set()
    there = nx.multi_source_dijkstra_path_length(graph, starts, weight="cost")
    back = nx.multi_source_dijkstra_path_length(graph, targets, weight="cost")
    best = min((there[node] for node in targets if node in there), default=-1)
    return best, {
        node[0] for node in graph if node in there and node in back and there[node] + back[node] == best
    }


def compare(s: Any) -> int:
    """Compare all trips of a position with networkx; how many of them can be run."""
    possible, graph = 0, graph_of(s)
    for trip in trips_now(s):
        best, lines = best_of(graph, ends_of(s, trip.number))
        assert trip.possible == (best >= 0)
        if trip.possible:
            possible += 1
            assert (trip.minutes, trip.changes) == divmod(best, 1000)
            assert {line for line in range(8) if trip.lines >> line & 1} == lines
    return possible


def check(state: quartier.State) -> int:
    """The same, and what is written down of them at the end of the game."""
    s = state.open_record()
    for trip in trips_now(s):
        assert s.cost[trip.number] == (64 * trip.minutes + trip.changes if trip.possible else -1)
        assert not trip.possible or s.runners[trip.number] == trip.lines
    return compare(s)


@pytest.mark.slow
@pytest.mark.rules("MM-28", "MM-29", "MM-30")
def test_routes_are_those_of_networkx() -> None:
    possible = sum(check(state) for state in final_positions(300, seed=5))
    assert possible > 300


@pytest.mark.rules("MM-29", "MM-30")
@pytest.mark.parametrize(("hop", "change"), [(1, 0), (2, 1), (1, 9), (5, 2)])
def test_routes_of_other_speeds_are_those_of_networkx(hop: int, change: int) -> None:
    possible = 0
    for state in final_positions(60, seed=9):
        s = state.open_record()
        s.hop, s.change = hop, change
        possible += compare(s)
    assert possible > 60


@pytest.mark.soak
def test_routes_are_those_of_networkx_on_thousands() -> None:
    assert sum(check(state) for state in final_positions(6000, seed=6)) > 6000


@pytest.mark.rules("MM-30", "MM-31", "MM-32")
def test_scores_are_station_points_shares_and_penalties() -> None:
    for state in final_positions(200, seed=7):
        s, trips = state.open_record(), trips_now(state.open_record())
        for seat, score in enumerate(state.scores()):
            shares = sum(12 // len(trip.seats) for trip in trips if seat in trip.seats)
            unfinished = sum(1 for line in (2 * seat, 2 * seat + 1) if s.end[line] < 0)
            stranded = sum(
                1
                for marker in range(12)
                if s.owned[seat] >> marker & 1
                and s.place[marker] >= 0
                and not trips[s.letter[marker // 2]].possible
            )
            left = s.hand[seat].bit_count()
            assert score == s.points[seat] + shares - 3 * unfinished - 4 * left - 2 * stranded


@pytest.mark.slow
@pytest.mark.rules("MM-32")
def test_ties_go_to_finished_lines() -> None:
    tied = shared = 0
    for state in final_positions(1500, seed=8):
        scores, s = state.scores(), state.open_record()
        ranks = [
            (score, sum(1 for b in range(2) if s.end[2 * seat + b] >= 0)) for seat, score in enumerate(scores)
        ]
        assert state.winners() == [seat for seat in range(state.seats) if ranks[seat] == max(ranks)]
        tied += scores.count(max(scores)) > 1
        shared += len(state.winners()) > 1
    assert tied > shared > 0


@pytest.mark.rules("MM-32")
def test_until_the_end_only_stations_count() -> None:
    dice = Dice(3)
    state = load_compiled("metromania").new(2, chance="manual")
    while not state.over:
        assert state.scores() == list(state.open_record().points)[:2]
        out, weights = state.buffers()
        state.game.bound(loops).walk(state.array, 1, dice.state, out, weights)
    assert state.scores() != list(state.open_record().points)[:2]


@pytest.mark.rules("MM-28", "MM-29")
def test_a_trip_of_a_single_line() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+")
    path = net.path(0)
    net.kind(net.around(path[1])[3], 3).kind(net.around(path[4])[5], 4)
    net.stop(0, 1)
    assert net.trip(6) is None
    net.stop(0, 4)
    assert net.trip(6) == (1, 0, {0})
    net.stop(0, 2)
    assert net.trip(6) == (2, 0, {0})


@pytest.mark.rules("MM-29", "MM-30")
@pytest.mark.parametrize("other", [1, 2], ids=["own lines", "another player's line"])
def test_a_change_takes_three_minutes(other: int) -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+ E+ E+").line(other, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
    assert net.stations() == {"0,0"}
    crossing = vertex("0,0")
    start, end = net.stop(0, 0), net.stop(other, 0)
    net.kind(net.corner_triangle(start, crossing), 3).kind(net.corner_triangle(end, crossing), 4)
    assert net.trip(6) == (1 + 3 + 1, 1, {0, other})


@pytest.mark.rules("MM-29", "MM-30")
def test_one_station_at_both_ends_takes_no_time_and_all_its_lines_take_part() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+ E+ E+").line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
    around = net.around(vertex("0,0"))
    net.kind(around[0], 3).kind(around[3], 4)
    assert net.trip(6) == (0, 0, {0, 2})


@pytest.mark.rules("MM-30")
def test_of_equally_fast_routes_those_with_fewest_changes_count() -> None:
    """Three hops and no change are as fast as hop, change, ... would be: a ride of five hops against 1 + 3 + 1 minutes."""
    net = Network().line(0, "3.0a", "E+ E+ E+ E+ E+ E+").line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
    start, end = net.stop(0, 0), net.stop(2, 0)
    net.kind(net.corner_triangle(start, vertex("0,0")), 3).kind(net.corner_triangle(end, vertex("0,0")), 4)
    assert net.trip(6) == (5, 1, {0, 2})
    # A third line rides from end to end with five hops: as fast, without a change.
    net.line(3, "4.0a", "E+ E+ E+ E+ E+")
    for i in range(6):
        net.stop(3, i)
    net.s.lines[start] |= 1 << 3
    net.s.vertex[3, 0] = start
    assert net.path(3)[-1] == end
    assert net.trip(6) == (5, 0, {3})


@pytest.mark.rules("MM-5", "MM-29")
def test_terminals_are_no_stations() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+")
    first, last = net.path(0)[0], net.path(0)[-1]
    net.kind(net.corner_triangle(first, last), 3).kind(net.corner_triangle(last, first), 4)
    assert net.trip(6) is None
    net.stop(0, 0)
    assert net.trip(6) is None
    net.stop(0, 3)
    assert net.trip(6) == (1, 0, {0})


@pytest.mark.rules("MM-6", "MM-28")
def test_letters_join_their_two_triangles() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+")
    first, last = net.stop(0, 0), net.stop(0, 3)
    net.mark("A", 0, net.corner_triangle(first, last))
    assert net.trip(0) is None
    net.mark("A", 1, net.corner_triangle(last, first))
    assert net.trip(0) == (1, 0, {0})
    assert all(net.trip(number) is None for number in range(1, 7))


def test_scoring_does_not_change_a_position() -> None:
    for state in final_positions(5, seed=9):
        before = state.to_bytes()
        trips_now(state.open_record())
        state.view(0)
        state.seen_by(None).sources(0)
        assert state.to_bytes() == before
        assert sum(points for _, points in state.seen_by(None).sources(0)) == state.scores()[0]
        assert np.frombuffer(before, np.uint8).size == state.array.itemsize
