"""An evening among strangers: no one waits long while another waits, is seated with absentees, or gains by cheating."""

from __future__ import annotations

from pathlib import Path
from statistics import mean, stdev

import pytest

from .evening import Evening, Ghost, Leaver, Second, Staller, Stranger, Twin
from .harness import quiet, run_async
from .timing import serve_timed

MAX_WAIT = 30.0
"""Seconds in which someone who is present meets another who is."""


def spend(folder: Path, people: int, seconds: int, twins: int = 0) -> Evening:
    """An evening of so many people, one in ten of whom cheats; half of them play rated games."""
    settings = quiet(folder / "games.db", proxies="127.0.0.1", bots_after=3600.0, lock_timeout=120.0)
    with serve_timed(settings) as here:

        async def pass_by() -> Evening:
            evening = Evening(here)
            cheats = max(3, people // 10 - 2 * twins)
            kinds = [(Leaver, Staller, Ghost)[number % 3] for number in range(cheats)]
            kinds += [Stranger] * (people - cheats - 2 * twins)
            evening.people += [kind(evening, number % 4 < 2) for number, kind in enumerate(kinds)]
            for _ in range(twins):
                first = Twin(evening, True)
                first.joined_by(Second(evening, True, first.address))
                evening.people += [first, first.second] if first.second else []
            await evening.last(seconds)
            return evening

        evening = run_async(pass_by())
        evening.final = evening.ratings()
        return evening


def assert_fair(evening: Evening, *cheats: type[Stranger]) -> None:
    """Cheats have no higher ratings than honest people, but for what chance makes of it."""
    honest = [
        evening.final[stranger.name] for stranger in evening.people if stranger.rated and stranger.honest
    ]
    theirs = [
        evening.final[stranger.name]
        for stranger in evening.people
        if stranger.rated and type(stranger) in cheats
    ]
    margin = 3 * stdev(honest) / len(theirs) ** 0.5
    assert mean(theirs) <= mean(honest) + margin, (theirs, mean(honest), margin)


def assert_all_met(evening: Evening) -> None:
    assert evening.absentees == []
    waits = {stranger.name: stranger.longest for stranger in evening.people if stranger.longest > MAX_WAIT}
    assert waits == {}
    assert sum(stranger.games for stranger in evening.people if stranger.honest) > len(evening.people) / 2


def test_an_evening_of_twenty_strangers(tmp_path: Path) -> None:
    evening = spend(tmp_path, people=20, seconds=60)
    assert_all_met(evening)
    assert_fair(evening, Leaver, Staller)


@pytest.mark.soak
def test_an_evening_of_two_hundred_strangers(tmp_path: Path) -> None:
    evening = spend(tmp_path, people=200, seconds=300, twins=2)
    assert_all_met(evening)
    for cheats in (Leaver, Staller, Ghost):
        assert_fair(evening, cheats)


@pytest.mark.soak
def test_a_second_account_brings_nothing(tmp_path: Path) -> None:
    evening = spend(tmp_path, people=24, seconds=200, twins=2)
    assert_fair(evening, Twin)
