"""Stations (MM-19, MM-23 to MM-25)."""

import pytest

from quartier.games.metromania.rules.geometry import STEP
from tests.games.metromania.network import Network, vertex


def crossing() -> Network:
    """Line 1 of seat 0 from the west, line 1 of seat 1 down from the north-east; they meet at 0,0."""
    return (
        Network()
        .line(2, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+")
        .line(0, "3.0a", "E+ E+ E+ E+")
        .line(1, "0.3a", "W+")
    )


# ----- by action -----


def stations_offered(net: Network) -> set[str]:
    """The vertices on which seat 0 may build."""
    return {move.split()[1] for move in net.moves() if move.startswith("station")}


@pytest.mark.rules("MM-19")
def test_a_station_is_built_between_two_stations_of_an_unfinished_line() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+").line(1, "0.3a", "W+")
    assert stations_offered(net) == set()
    net.stop(0, 3)
    assert stations_offered(net) == {"-5,0", "-4,0", "-3,0"}
    assert net.refused("station -2,0") == "MM-19"
    assert net.refused("station -1,0") == "MM-19"
    net.stop(0, 1)
    assert stations_offered(net) == {"-5,0", "-3,0"}
    assert net.refused("station -4,0") == "MM-19"
    net.state.play(0, "station -3,0")
    assert net.stations() == {"-4,0", "-3,0", "-2,0"}
    assert net.state.to_act() == {1}


@pytest.mark.rules("MM-19")
def test_not_on_a_finished_line_nor_on_another_players_line() -> None:
    net = Network().line(0, "3.0a", "E+ E+ E+ E+").line(2, "0.3a", "W+ W+ W+")
    net.stop(0, 3)
    net.stop(2, 3)
    assert "2,3" not in stations_offered(net)
    assert stations_offered(net)
    net.s.end[0] = 26
    net.s.length[0] += 1
    assert stations_offered(net) == set()


@pytest.mark.rules("MM-19", "MM-22")
def test_a_player_with_no_other_move_must_build() -> None:
    net = Network().line(0, "3.0a", "E+ E+").line(1, "0.3a", "W+")
    for tip in (net.path(0)[-1], net.path(1)[-1]):
        for triangle in net.around(tip):
            if triangle >= 0:
                net.s.counter[triangle] = 3
    assert net.moves() == ["pass"]
    net.stop(0, 1)
    assert net.moves() == ["station -5,0"]
    assert net.refused("pass") == "MM-22"


@pytest.mark.rules("MM-22")
def test_a_player_who_can_act_does_not_pass() -> None:
    assert crossing().refused("pass") == "MM-22"


# ----- automatic ones -----


@pytest.mark.rules("MM-23")
def test_a_meeting_makes_a_station() -> None:
    net = crossing()
    assert net.stations() == set()
    net.state.play(0, "dig 1 E-")
    assert net.stations() == {"0,0"}
    assert net.state.to_act() == {0}


@pytest.mark.rules("MM-23")
def test_joining_a_parallel_course_makes_a_station_running_on_beside_it_none_and_leaving_one() -> None:
    """Line A lies along the row; line B joins it at the second vertex, runs beside it and leaves at the fourth."""
    net = Network().line(2, "3.0a", "E+ E+ E+ E+ E+ E+").line(0, "4.0a", "SW+ SW+ SW+").line(1, "0.3a", "W+")
    net.dig(0, "SW+")
    assert net.texts(0)[-1] == "-4,-1"
    net.s.heading[0] = 1
    net.dig(0, "SE-")
    assert net.stations() == {"-4,0"}
    net.dig(0, "E-")
    net.dig(0, "E-")
    assert net.stations() == {"-4,0"}
    net.dig(0, "NE-")
    assert net.stations() == {"-4,0", "-2,0"}


@pytest.mark.rules("MM-23")
def test_changing_sides_within_a_parallel_course_is_no_leaving() -> None:
    net = Network().line(2, "3.0a", "E+ E+ E- E- E+").line(0, "2.0a").line(1, "0.3a", "W+")
    net.s.vertex[0, 0], net.s.heading[0], net.s.lines[vertex("-4,0")] = vertex("-4,0"), 0, 0b101
    net.station(vertex("-4,0"))
    for way in ("E-", "E+", "E+"):
        net.dig(0, way)
    assert net.stations() == {"-4,0"}


@pytest.mark.rules("MM-23")
def test_going_on_where_the_other_line_only_ends_is_leaving() -> None:
    net = Network().line(2, "3.0a", "E+ E+ E+").line(0, "2.0a").line(1, "0.3a", "W+")
    net.s.vertex[0, 0], net.s.heading[0], net.s.lines[vertex("-4,0")] = vertex("-4,0"), 0, 0b101
    net.station(vertex("-4,0"))
    net.dig(0, "E-").dig(0, "E-")
    assert net.texts(0)[-1] == net.texts(2)[-1] == "-2,0"
    assert net.stations() == {"-4,0"}
    net.dig(0, "E-")
    assert net.stations() == {"-4,0", "-2,0"}


@pytest.mark.rules("MM-23")
def test_own_lines_count_as_different_lines() -> None:
    net = Network().line(1, "5.0a", "SW+ SW+ SW+ SW+ SW+ SW+").line(0, "3.0a", "E+ E+ E+ E+ E+")
    assert net.stations() == {"0,0"}


@pytest.mark.rules("MM-23", "MM-25")
def test_of_two_stations_by_one_counter_the_one_left_behind_comes_first() -> None:
    """With one station in the supply the counter that leaves one line and meets another makes the first station only."""
    for supply, expected in ((2, {"-4,0", "-2,0", "-1,-1"}), (1, {"-4,0", "-2,0"})):
        net = Network().line(2, "3.0a", "E+ E+ E+").line(0, "2.0a").line(1, "0.3a", "W+")
        net.s.vertex[0, 0], net.s.heading[0], net.s.lines[vertex("-4,0")] = vertex("-4,0"), 0, 0b101
        net.station(vertex("-4,0"))
        net.dig(0, "E-").dig(0, "E-")
        net.s.lines[vertex("-1,-1")] |= 1 << 3
        net.s.supply = supply
        net.dig(0, "NE-")
        assert net.stations() == expected


@pytest.mark.rules("MM-23")
def test_begin_and_finish_cause_stations_too() -> None:
    net = Network().line(2, "0.0a", "SW+ W+").line(1, "5.3a")
    net.s.lines[vertex("2,3")] |= 1 << 2
    net.line(0, "0.3a")
    assert net.stations() == {"2,3"}


# ----- points and supply -----


@pytest.mark.rules("MM-24")
def test_a_new_station_brings_a_point_for_each_destination_around_it() -> None:
    net = crossing()
    around = net.around(vertex("0,0"))
    net.kind(around[0], 0).kind(around[2], 1).kind(around[4], 3)
    assert net.s.worth[vertex("0,0")] == 2
    net.s.counter[around[0]] = 2
    net.state.play(0, "dig 1 E-")
    assert net.state.scores() == [2, 0]


@pytest.mark.rules("MM-24")
def test_a_station_that_is_there_is_joined_for_nothing() -> None:
    net = crossing()
    net.kind(net.around(vertex("0,0"))[2], 1)
    net.station(vertex("0,0"))
    supply = net.s.supply
    net.state.play(0, "dig 1 E-")
    assert net.state.scores() == [0, 0]
    assert net.s.supply == supply


@pytest.mark.rules("MM-24")
def test_a_built_station_brings_its_points_too() -> None:
    net = crossing()
    net.kind(net.around(vertex("-4,0"))[5], 2)
    net.stop(0, 3)
    net.state.play(0, "station -4,0")
    assert net.state.scores() == [1, 0]


@pytest.mark.rules("MM-25")
def test_without_supply_no_station_arises_and_none_is_built() -> None:
    net = crossing()
    net.stop(0, 3)
    net.s.supply = 0
    assert net.refused("station -4,0") == "MM-25"
    assert stations_offered(net) == set()
    net.state.play(0, "dig 1 E-")
    assert net.stations() == {"-2,0"}
    assert net.state.scores() == [0, 0]


def test_the_tables_used_here() -> None:
    assert STEP[vertex("-1,0"), 0] == vertex("0,0")
