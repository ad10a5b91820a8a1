"""The arithmetic of ratings, by properties that any fair method has, and by the numbers of another library."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import quartier
from quartier.server.domain.rating.levels import bot_rating
from quartier.server.domain.rating.method import (
    DRIFT,
    NEWCOMER,
    Rating,
    update_ratings,
)


def random_rating(dice: random.Random) -> Rating:
    fixed = dice.random() < 0.3
    return Rating(dice.uniform(300, 1900), dice.uniform(30, 350), fixed)


def games(count: int = 200) -> list[tuple[list[Rating], list[int]]]:
    """Games of two to six people and bots, with ties."""
    dice = random.Random(5)
    result = []
    for _ in range(count):
        players = [random_rating(dice) for _ in range(dice.randint(2, 6))]
        points = [dice.randint(0, 4) for _ in players]
        result.append((players, [1 + sum(other > own for other in points) for own in points]))
    return result


def test_the_numbers_are_those_of_another_implementation() -> None:
    """As `BradleyTerryFull` of openskill 6.2.0 says with `beta=400 / log(10) / sqrt(2)`, `tau=6` and a `gamma` of 1/2."""
    ratings = update_ratings([Rating(1200, 80), Rating(1000, 350), Rating(1350, 37)], [2, 1, 3])
    expected = [(1212.5093225, 79.2941057), (1412.6541532, 318.4458248), (1342.5376737, 37.3906656)]
    assert [(rating.value, rating.deviation) for rating in ratings] == [
        pytest.approx(each) for each in expected
    ]


def test_nobody_who_wins_falls_and_nobody_who_is_last_rises() -> None:
    for players, ranks in games():
        for player, rank, after in zip(players, ranks, update_ratings(players, ranks), strict=True):
            if rank == 1 and ranks.count(1) == 1:
                assert after.value >= player.value
            if rank == len(ranks):
                assert after.value <= player.value


def test_a_better_place_is_never_worse() -> None:
    """Whoever would have come in one place before, all else alike, would have at least the rating that they have now."""
    for players, ranks in games(60):
        for own in range(len(players)):
            values = []
            for at in range(2 * len(players) + 1):
                order = [2 * rank if seat != own else at for seat, rank in enumerate(ranks)]
                values.append(update_ratings(players, order)[own].value)
            assert values == sorted(values, reverse=True)


def test_the_order_of_the_seats_does_not_matter() -> None:
    for players, ranks in games(40):
        if len(players) > 4:
            continue
        plain = update_ratings(players, ranks)
        for order in permutations(range(len(players))):
            ratings = update_ratings([players[seat] for seat in order], [ranks[seat] for seat in order])
            assert [ratings[order.index(seat)].value for seat in range(len(players))] == [
                pytest.approx(each.value) for each in plain
            ]


def test_bots_stay_as_they_were_measured() -> None:
    for players, ranks in games():
        for player, after in zip(players, update_ratings(players, ranks), strict=True):
            if player.fixed:
                assert after is player


def test_a_tie_of_equals_changes_no_rating_and_one_of_others_brings_them_nearer() -> None:
    assert [rating.value for rating in update_ratings([NEWCOMER] * 4, [1, 1, 1, 1])] == [1000.0] * 4
    weak, strong = update_ratings([Rating(900, 100), Rating(1300, 100)], [1, 1])
    assert weak.value - 900 == pytest.approx(1300 - strong.value)
    assert weak.value > 900


def test_what_is_known_grows_with_the_games_and_never_ends() -> None:
    player, bot = NEWCOMER, Rating(1150, 30, fixed=True)
    deviations = []
    for number in range(200):
        (player, _) = update_ratings([player, bot], [1 + number % 2, 2 - number % 2])
        deviations.append(player.deviation)
    assert deviations[9] < 180
    assert deviations[:30] == sorted(deviations[:30], reverse=True)
    assert DRIFT < deviations[-1] < 70
    assert update_ratings([player, bot], [1, 2])[0].value > player.value + 5


def test_a_player_finds_their_place_among_the_bots() -> None:
    """Somebody who is worth 1350 on the scale of the bots of City Blocks is found to be, wherever they begin."""
    dice = random.Random(11)
    rivals = [bot_rating("city_blocks", level, 2) for level in ("2", "3", "4", "5")]
    player = NEWCOMER
    for number in range(120):
        rival = rivals[number % 4]
        assert rival is not None
        won = dice.random() < 1 / (1 + 10 ** ((rival.value - 1350) / 400))
        (player, _) = update_ratings([player, rival], [1, 2] if won else [2, 1])
    assert abs(player.value - 1350) < 2 * player.deviation + 20


def test_every_level_of_our_titles_is_measured() -> None:
    for title in ("block_city", "city_blocks", "gridlock", "metromania", "neue_heimat"):
        ratings = [
            bot_rating(quartier.load(title).name, level, seats) for level in "123456" for seats in (2, 4)
        ]
        assert all(each is not None and each.fixed for each in ratings), title
    assert bot_rating("city_blocks", "random", 2) is None
