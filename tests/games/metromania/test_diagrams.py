"""The diagrams of the rulebook show what the rules say."""

import pytest

from quartier.games.metromania.drawing import diagrams
from quartier.games.metromania.rules.endings import done_lines, hopeless
from quartier.games.metromania.rules.state import Record


def stations(s: Record) -> int:
    return sum(bytes(s.station))


@pytest.mark.rules("MM-21")
def test_the_route_that_is_counted_needs_every_tunnel_left() -> None:
    s = diagrams.in_reach_lines()
    assert s.tunnels - s.length[0] == 5
    assert not hopeless(s, 0)
    s.tunnels -= 1
    assert hopeless(s, 0)


@pytest.mark.rules("MM-27")
def test_a_finished_line_and_a_stuck_one_both_count() -> None:
    s = diagrams.stuck_lines()
    assert s.tunnels - s.length[0] == 3
    assert hopeless(s, 0)
    assert done_lines(s) == 2


@pytest.mark.rules("MM-23")
@pytest.mark.parametrize("case", diagrams.CASES)
def test_the_last_tunnel_of_each_case_makes_a_station_or_none(case: diagrams.Case) -> None:
    line, frame, ways = case.own
    before = diagrams.example_lines(case.other, (line, frame, ways[:-1]))
    after = diagrams.example_lines(case.other, case.own)
    assert stations(after) - stations(before) == case.makes_station


@pytest.mark.rules("MM-6", "MM-7")
@pytest.mark.parametrize(("players", "sets"), diagrams.DEALS.items())
def test_the_markers_shown_could_be_dealt(players: int, sets: tuple[str, ...]) -> None:
    assert len(sets) == players
    dealt = [marker for markers in sets for marker in markers.split()]
    columns = {"AR", "BC", "CE", "DR", "EC", "FE", "AC", "BE", "CR", "DC", "EE", "FR"}
    assert set(dealt) == columns
    assert len(dealt) == len(columns)
    for markers in sets:
        letters = [marker[0] for marker in markers.split()]
        assert len(set(letters)) == len(letters) == 12 // players
        assert {marker[1] for marker in markers.split()} == set("RCE")
