"""Who meets whom, and how they stand: properties of whole tournaments, and tables that were worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quartier.server.domain.clocks import TimeControl
from quartier.server.domain.tournaments import (
    due_actions,
    grouping,
    pairing,
    results,
    round_robin,
    swiss,
)
from quartier.server.domain.tournaments.model import (
    How,
    Kind,
    Match,
    MatchSeat,
    Plan,
    Player,
    Tournament,
)
from quartier.server.domain.tournaments.standings import standings
from quartier.server.views.tournaments import points as tournament_points

SEEDS = st.integers(0, 2**32)
HALF = Fraction(1, 2)


def tournament(
    count: int, kind: Kind = "swiss", seats: int = 2, rounds: int = 5, bot: str | None = None
) -> Tournament:
    plan = Plan(
        "Club", "city_blocks", {}, None, seats, kind, rounds, TimeControl(days=3), 24, False, bot, "public"
    )
    players = tuple(Player(number, f"account {number}", f"Player {number}") for number in range(count))
    return Tournament("t", plan, "account 0", "running", 0, None, None, 0.0, players)


def play_round(before: Tournament, rng: random.Random) -> Tournament:
    """One round more, in which anybody may win."""
    matches = tuple(_play_match(match, rng) for match in pairing.tables(before, 2))
    return replace(before, round=before.round + 1, matches=before.matches + matches)


def _play_match(match: Match, rng: random.Random) -> Match:
    if match.how is not None:
        return match
    halves = results.rank_scores([rng.randrange(3) for _ in match.seats])
    seats = tuple(replace(seat, halves=halve) for seat, halve in zip(match.seats, halves, strict=True))
    return replace(match, how="played", seats=seats)


def whole(start: Tournament, seed: int) -> Tournament:
    rng = random.Random(seed)
    for _ in range(start.rounds):
        start = play_round(start, rng)
    return start


def meetings(played: Tournament) -> Counter[tuple[int, int]]:
    return Counter(pair for match in played.matches for pair in combinations(sorted(match.players), 2))


def byes(played: Tournament) -> Counter[int]:
    return Counter(match.players[0] for match in played.matches if len(match.players) == 1)


def first_seat_balance(played: Tournament) -> Counter[int]:
    """How much oftener than not each had the first seat."""
    result: Counter[int] = Counter()
    for match in played.matches:
        if len(match.players) == 2:
            result[match.players[0]] += 1
            result[match.players[1]] -= 1
    return result


# ----- round robin -----


@given(st.integers(2, 21), st.integers(1, 2), SEEDS)
@settings(max_examples=25, deadline=None)
def test_in_a_round_robin_everyone_meets_everyone_and_begins_as_often_as_not(
    count: int, turns: int, seed: int
) -> None:
    end = whole(tournament(count, "robin", rounds=turns), seed)
    assert end.rounds == turns * round_robin.rounds(count)
    assert meetings(end) == dict.fromkeys(combinations(range(count), 2), turns)
    assert max(map(abs, first_seat_balance(end).values())) <= (1 if turns == 1 else 0)
    in_round = Counter((match.round, player) for match in end.matches for player in match.players)
    assert set(in_round.values()) == {1}


def test_the_berger_table_of_four() -> None:
    assert [round_robin.pairs(4, number) for number in range(3)] == [
        [(0, 3), (1, 2)],
        [(3, 2), (0, 1)],
        [(1, 3), (2, 0)],
    ]


# ----- Swiss -----


@given(st.integers(2, 11), st.integers(1, 6), SEEDS)
@settings(max_examples=25, deadline=None)
def test_in_a_swiss_system_nobody_meets_twice_unless_it_cannot_be_avoided(
    count: int, rounds: int, seed: int
) -> None:
    rng, now = random.Random(seed), tournament(count, rounds=rounds)
    for _ in range(rounds):
        after = play_round(now, rng)
        again = [match for match in after.present if _has_met(now, match)]
        if again:
            assert not _could_be_new(now)
        now = after
    if rounds < count:
        assert all(bye <= 1 for bye in byes(now).values())
    assert all(abs(player) <= 2 for player in first_seat_balance(now).values())


def _has_met(before: Tournament, match: Match) -> bool:
    return len(match.players) == 2 and meetings(before)[min(match.players), max(match.players)] > 0


def _could_be_new(before: Tournament) -> bool:
    """Whether all could meet somebody new, and who sits out has not done so before."""
    met, out, count = meetings(before), byes(before), len(before.players)
    free = networkx.Graph(pair for pair in combinations(range(count), 2) if not met[pair])
    if count % 2:
        free.add_edges_from((number, count) for number in range(count) if not out[number])
    return 2 * len(networkx.max_weight_matching(free, maxcardinality=True)) == count + count % 2


def test_those_meet_who_stand_alike_and_who_has_begun_less_often_begins() -> None:
    forms = [
        swiss.Form(points, offset) for points, offset in ((4, 1), (2, -1), (4, -1), (0, 1), (2, 1), (0, 0))
    ]
    assert swiss.pairs(forms, {}) == [(2, 0), (1, 4), (5, 3)]
    assert swiss.pairs(forms, {(0, 2): 1})[0] in [(1, 0), (2, 4)]  # not again
    assert [table for table in swiss.pairs(forms[:5], {}) if len(table) == 1] == [(3,)]
    assert [
        table for table in swiss.pairs([*forms[:3], swiss.Form(0, byes=1), forms[4]], {}) if len(table) == 1
    ] != [(3,)]


# ----- more than two at a table -----


@given(st.integers(3, 20), st.integers(3, 5), st.sampled_from(["swiss", "robin"]), SEEDS)
@settings(max_examples=20, deadline=None)
def test_at_larger_tables_nobody_plays_twice_in_a_round_nor_sits_out_much(
    count: int, seats: int, kind: Kind, seed: int
) -> None:
    end = whole(tournament(count, kind, seats, rounds=3 if kind == "swiss" else 1), seed)
    in_round = Counter((match.round, player) for match in end.matches for player in match.players)
    assert set(in_round.values()) == {1}
    assert len(in_round) == count * end.rounds
    assert max(map(len, (match.players for match in end.matches))) <= seats
    out = [byes(end)[player] for player in range(count)]
    assert max(out) - min(out) <= 1


def test_nine_at_tables_of_three_all_meet_in_four_rounds() -> None:
    assert grouping.sizes(9, 3, 2) == [3, 3, 3]
    assert grouping.sizes(7, 4, 2) == [4, 3]
    assert grouping.sizes(4, 3, 3) == [3]
    end = whole(tournament(9, "robin", 3, rounds=1), 5)
    assert end.rounds == 4
    assert len(meetings(end)) >= 33  # of 36: the best that can be had is all of them


def test_bots_sit_down_where_players_are_missing() -> None:
    (table,) = [match for match in pairing.tables(tournament(3, bot="3"), 2) if len(match.players) == 1]
    assert table.how is None
    assert [seat.player is None for seat in table.seats] == [False, True]


# ----- standings -----


def _match(number: int, one: int, other: int, points: str) -> Match:
    """Points of the first: "1", "½" or "0"."""
    halves = {"1": (2, 0), "½": (1, 1), "0": (0, 2)}[points]
    return Match(number, 0, "t", (MatchSeat(one, halves[0]), MatchSeat(other, halves[1])), "played")


def test_a_round_robin_worked_out_by_hand() -> None:
    """Berger: A 2 + ½·1½ of the draw with B, and so on."""
    matches = [
        _match(1, 0, 3, "1"),
        _match(1, 1, 2, "1"),
        _match(2, 3, 2, "½"),
        _match(2, 0, 1, "½"),
        _match(3, 1, 3, "0"),
        _match(3, 2, 0, "0"),
    ]
    table = standings(replace(tournament(4, "robin", rounds=1), round=3, matches=tuple(matches)))
    lines_of_table = [
        (standing.rank, standing.player.number, standing.points, standing.berger, standing.wins)
        for standing in table
    ]
    assert lines_of_table == [
        (1, 0, 2 + HALF, Fraction(3, 2) + HALF + HALF * Fraction(3, 2), 2),
        (2, 1, Fraction(3, 2), HALF + HALF * Fraction(5, 2), 1),
        (2, 3, Fraction(3, 2), HALF * HALF + Fraction(3, 2), 1),
        (4, 2, HALF, HALF * Fraction(3, 2), 0),
    ]


def test_a_swiss_system_worked_out_by_hand() -> None:
    """Who sat out has met somebody as good as themselves."""
    out = Match(1, 1, None, (MatchSeat(2),), "bye")
    matches = (_match(1, 0, 1, "1"), out, _match(2, 0, 2, "½"), replace(out, round=2, seats=(MatchSeat(1),)))
    table = standings(replace(tournament(3), round=2, matches=matches))
    lines_of_table = [
        (standing.rank, standing.player.number, standing.points, standing.buchholz, standing.games)
        for standing in table
    ]
    assert lines_of_table == [
        (1, 2, Fraction(3, 2), Fraction(3, 2) + Fraction(3, 2), 1),
        (2, 0, Fraction(3, 2), 1 + Fraction(3, 2), 2),
        (3, 1, Fraction(1), Fraction(3, 2) + 1, 1),
    ]


def test_equal_ones_share_what_their_places_bring() -> None:
    assert results.rank_scores([9, 5, 5, 1]) == [6, 3, 3, 0]
    match = Match(1, 0, "t", tuple(MatchSeat(n, points) for n, points in enumerate([6, 3, 3, 0])), "played")
    assert [match.points(seat) for seat in match.seats] == [1, HALF, HALF, 0]
    assert results.adjudicate([True, True, False, False]) == [5, 5, 0, 0]


def test_who_leaves_a_round_robin_early_has_never_been_there() -> None:
    start = play_round(tournament(4, "robin", rounds=1), random.Random(1))
    withdrawn_player = replace(start.players[3], withdrawn=2)
    early = play_round(replace(start, players=(*start.players[:3], withdrawn_player)), random.Random(1))
    line = {standing.player.number: standing for standing in standings(early)}
    assert (line[3].games, line[3].points) == (0, 0)
    assert sum(value.games for value in line.values()) == 2 * len(
        [match for match in early.matches if 3 not in match.players]
    )
    late = play_round(
        replace(start, players=(*start.players[:3], replace(withdrawn_player, withdrawn=3))), random.Random(1)
    )
    hows: set[How | None] = {match.how for match in late.matches if match.round == 2 and 3 in match.players}
    assert hows == {"forfeit"}
    assert sum(standing.games for standing in standings(late)) == 8


@pytest.mark.parametrize(
    ("points", "text"), [("2", "2"), ("5/2", "2½"), ("1/2", "½"), ("0", "0"), ("4/3", "1,33")]
)
def test_points_are_stated_as_people_write_them(points: str, text: str) -> None:
    assert tournament_points.text(Fraction(points), "de") == text


# ----- what is due -----


def test_rounds_follow_each_other() -> None:
    start = replace(tournament(4, rounds=2), stage="open", starts_at=100.0)
    assert [due_actions.due(start, now) for now in (99.0, 100.0)] == [None, "begin"]
    assert due_actions.due(replace(start, players=start.players[:1]), 100.0) == "cancel"
    open_ = replace(
        start,
        stage="running",
        round=1,
        deadline=200.0,
        matches=(Match(1, 0, "t", (MatchSeat(0), MatchSeat(1))),),
    )
    done = replace(open_, matches=(_match(1, 0, 1, "1"),))
    waits = replace(done, plan=replace(done.plan, appointed=True))
    assert [due_actions.due(match, 150.0) for match in (open_, done, waits)] == [None, "next", None]
    assert [due_actions.due(match, 200.0) for match in (open_, done, waits)] == ["adjudge", "next", "next"]
    assert due_actions.due(replace(done, round=2, matches=(_match(2, 0, 1, "1"),)), 150.0) == "end"
    assert due_actions.next_deadline(waits, 210.0) == 200.0 + waits.plan.length
    assert due_actions.next_deadline(done, 210.0) == 210.0 + waits.plan.length
