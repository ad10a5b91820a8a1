"""What the rulebook shows: its worked example, played again with its numbers, and its pictures."""

import re

import pytest

import quartier
from quartier.core.text.languages import translator
from quartier.games.metromania.drawing import pictures
from quartier.games.metromania.rules.digging import directions_from
from quartier.games.metromania.rules.geometry import VERTICES
from quartier.games.metromania.rules.lines import finished_lines
from quartier.games.metromania.rules.scoring import share
from quartier.games.metromania.text.scoring_help import sources
from quartier.games.metromania.text.trips import trips_now


def table(lang: str, number: int) -> list[list[str]]:
    """The rows of a table of the worked example, without its head."""
    example = quartier.load("metromania").rulebook(lang).split("picture:final")[1]
    tables = re.findall(r"((?:^\|.*\n)+)", example, re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in tables[number].splitlines()[2:]]


def numbers(row: list[str]) -> list[int]:
    return [int(cell.replace("−", "-")) for cell in row[-2:]]


@pytest.mark.rules("MM-28", "MM-29", "MM-30")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_test_trips_of_the_example_bring_what_its_table_says(lang: str) -> None:
    s = pictures.EXAMPLE.whole.open_record()
    for row, trip in zip(table(lang, 0), trips_now(s), strict=True):
        assert row[0] == trip.name or trip.name == ""
        assert row[2] == (str(trip.minutes) if trip.possible else "–")
        assert numbers(row) == [share(s, trip.number, seat) for seat in range(2)]
    changes = [trip.changes for trip in trips_now(s)]
    assert changes == [0, 1, 0, 0, 0, 0, 0], "B alone needs a change: five stations on and three minutes"


@pytest.mark.rules("MM-24", "MM-31", "MM-32")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sums_of_the_example_are_the_scores(lang: str) -> None:
    state, rows = pictures.EXAMPLE.whole, [numbers(row) for row in table(lang, 1)]
    s, t = state.open_record(), translator("en")
    assert rows[-1] == state.scores() == [sum(column) for column in zip(*rows[:-1], strict=True)]
    assert rows[0] == [int(s.points[seat]) for seat in range(2)]
    for seat in range(2):
        losses = sorted(points for _, points in sources(s, seat, t) if points < 0)
        assert losses == sorted(row[seat] for row in rows[2:-1] if row[seat])
    assert state.winners() == [1]
    assert [finished_lines(s, seat) for seat in range(2)] == [2, 1]
    assert state.view(None)["end"] == "enough lines"


@pytest.mark.rules("MM-23", "MM-24")
@pytest.mark.parametrize(("event", "points"), [(pictures.MEETING, 1), (pictures.LEAVING, 2)])
def test_a_meeting_and_a_leaving_bring_the_points_of_their_captions(event: int, points: int) -> None:
    then, now = (
        pictures.EXAMPLE.whole.at(event).open_record(),
        pictures.EXAMPLE.whole.at(event + 1).open_record(),
    )
    assert [v for v in range(VERTICES) if now.station[v] != then.station[v]]
    assert (now.points[0] - then.points[0], now.points[1] - then.points[1]) == (points, 0)


@pytest.mark.rules("MM-13")
def test_the_lines_of_the_picture_have_three_ways_and_five() -> None:
    picture = quartier.load("metromania").picture("angle", "en")
    assert picture.count("can-touch") == 8
    s = pictures.crossing()
    for line, ways in ((pictures.IN_THE_OPEN[0], 3), (pictures.ONTO_IT[0], 5)):
        assert directions_from(s, line).bit_count() == ways


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_a_picture_can_lie_beside_a_table(name: str) -> None:
    picture = quartier.load("metromania").picture(name, "en")
    used = {f"{name}-metro-fabric", *(f"{name}-line-sign-{seat}" for seat in range(6))}
    assert set(re.findall(r'\bid="([^"]+)"', picture)) <= used
    assert "data-touch" not in picture
    assert "data-piece" not in picture
