"""Ratings are those that explain the games best."""

import math

import numpy as np
import pytest

from quartier.lab.ratings import Meeting, fit
from quartier.lab.results import elo


def test_one_meeting_gives_elos_formula() -> None:
    _, rating = fit(2, [Meeting(1, 0, 100_000, 0.64)], anchor=0, at=1000)
    assert rating is not None
    assert rating.value == pytest.approx(1000 + elo(0.64, 2), abs=0.1)


def test_more_seats_compare_with_an_equal_share() -> None:
    _, equal = fit(2, [Meeting(1, 0, 100_000, 1 / 3, others=2)], anchor=0, at=1000)
    _, better = fit(2, [Meeting(1, 0, 100_000, 0.5, others=2)], anchor=0, at=1000)
    assert equal is not None
    assert better is not None
    assert equal.value == pytest.approx(1000, abs=0.1)
    assert better.value == pytest.approx(1000 + elo(0.5, 3), abs=0.1)


def test_a_chain_adds_up_both_ways_from_the_anchor() -> None:
    meetings = [Meeting(1, 0, 10_000, 0.75), Meeting(2, 1, 10_000, 0.6)]
    lowest, anchor, top = fit(3, meetings, anchor=1, at=1000)
    assert anchor == (1000, 1000, 1000)
    assert lowest is not None
    assert top is not None
    assert lowest.value == pytest.approx(1000 - 400 * math.log10(3), abs=0.5)
    assert top.value == pytest.approx(1000 + 400 * math.log10(1.5), abs=0.5)


def test_contradicting_meetings_are_weighed_by_their_games() -> None:
    few, many = ([Meeting(1, 0, 100, 0.7), Meeting(1, 0, games, 0.5)] for games in (100, 10_000))
    ratings = [fit(2, meetings, anchor=0, at=0)[1] for meetings in (few, many)]
    assert ratings[0] is not None
    assert ratings[1] is not None
    assert ratings[0].value == pytest.approx(elo(0.6, 2), abs=2)
    assert 0 < ratings[1].value < 3


def test_who_won_everything_is_rated_too_with_a_wide_interval() -> None:
    _, rating = fit(2, [Meeting(1, 0, 100, 1.0)], anchor=0, at=0)
    assert rating is not None
    assert 800 < rating.value < 1000
    assert rating.high - rating.low > 500


def test_who_never_met_the_others_has_no_rating() -> None:
    assert fit(3, [Meeting(1, 0, 100, 0.5)], anchor=0, at=0)[2] is None
    assert fit(2, [], anchor=0, at=0) == [(0, 0, 0), None]


def test_the_interval_holds_the_truth_in_95_of_100_cases() -> None:
    dice, truth, inside = np.random.default_rng(6), 100.0, 0
    share = 1 / (1 + 10 ** (-truth / 400))
    for _ in range(1000):
        won = int(dice.binomial(200, share))
        rating = fit(2, [Meeting(1, 0, 200, won / 200)], anchor=0, at=0)[1]
        assert rating is not None
        inside += rating.low <= truth <= rating.high
    assert 930 <= inside <= 970
