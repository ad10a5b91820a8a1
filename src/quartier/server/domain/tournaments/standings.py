"""Standings of a tournament, and the tie-breaks between players with the same points.

Buchholz: the points of all opponents. Sonneborn-Berger: those of the opponents beaten, and half of those of
ties. At a table with several opponents both use the mean over them, so that each round counts the same. A
bye, or a bot as the only opponent, counts as a tie with an equal player. Players who are still equal share
the place.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from quartier.server.domain.tournaments.model import (
    Match,
    MatchSeat,
    Player,
    Tournament,
)


@dataclass(frozen=True)
class Standing:
    """One line of the table."""

    rank: int
    player: Player
    points: Fraction
    buchholz: Fraction
    berger: Fraction
    wins: int
    games: int
    """Matches with a result, without byes."""


def counted_matches(tournament: Tournament) -> list[Match]:
    """Return the matches that count: in a round robin not those of players who withdrew before half of it.

    Otherwise their early opponents would have an advantage over the others.
    """
    withdrawn = _early_leavers(tournament)
    return [
        match
        for match in tournament.matches
        if match.how not in (None, "void") and not withdrawn & set(match.players)
    ]


def _early_leavers(tournament: Tournament) -> set[int]:
    if tournament.plan.kind != "robin" or tournament.plan.seats != 2:
        return set()
    half = Fraction(tournament.rounds, 2)
    return {
        player.number
        for player in tournament.players
        if player.withdrawn is not None and player.withdrawn - 1 < half
    }


def standings(tournament: Tournament) -> list[Standing]:
    """Return the standings, best first."""
    matches = _by_player(counted_matches(tournament))
    points = {
        player.number: sum(
            (match.points(match_seat) for match, match_seat in matches[player.number]), Fraction(0)
        )
        for player in tournament.players
    }
    swiss = tournament.plan.kind == "swiss"
    rows = [_standing(player, matches[player.number], points) for player in tournament.players]
    rows.sort(key=lambda row: (_merit(row, swiss), -row.player.number), reverse=True)
    ranked: list[Standing] = []
    for index, row in enumerate(rows):
        equal = ranked and _merit(ranked[-1], swiss) == _merit(row, swiss)
        ranked.append(replace(row, rank=ranked[-1].rank if equal else index + 1))
    return ranked


def _by_player(matches: list[Match]) -> dict[int, list[tuple[Match, MatchSeat]]]:
    result: dict[int, list[tuple[Match, MatchSeat]]] = defaultdict(list)
    for match in matches:
        for match_seat in match.seats:
            if match_seat.player is not None:
                result[match_seat.player].append((match, match_seat))
    return result


def _merit(row: Standing, swiss: bool) -> tuple[Fraction | int, ...]:
    """Return the sort key. In a round robin all have the same opponents, so only direct wins break ties."""
    if swiss:
        return row.points, row.buchholz, row.berger
    return row.points, row.berger, row.wins


def _standing(player: Player, played: list[tuple[Match, MatchSeat]], points: dict[int, Fraction]) -> Standing:
    buchholz = berger = Fraction(0)
    for match, own in played:
        rivals = [match_seat for match_seat in match.seats if match_seat.player not in (player.number, None)]
        if not rivals:
            buchholz += points[player.number]
            berger += points[player.number] * match.points(own)
            continue
        worth = [(match_seat, points[match_seat.player or 0]) for match_seat in rivals]
        buchholz += sum((value for _, value in worth), Fraction(0)) / len(rivals)
        berger += sum((_share(own, match_seat) * value for match_seat, value in worth), Fraction(0)) / len(
            rivals
        )
    games = [(match, match_seat) for match, match_seat in played if match.how != "bye"]
    wins = sum(match.points(match_seat) == 1 for match, match_seat in games)
    return Standing(0, player, points[player.number], buchholz, berger, wins, len(games))


def _share(own: MatchSeat, rival: MatchSeat) -> Fraction:
    """Return 1 for beating an opponent, a half for a tie."""
    mine, theirs = own.halves or 0, rival.halves or 0
    return Fraction((mine > theirs) + (mine >= theirs and mine > 0), 2)
