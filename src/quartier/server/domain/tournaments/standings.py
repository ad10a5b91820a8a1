"""Who stands where, and by what players with the same points are told apart.

Buchholz: the points of all rivals. Sonneborn-Berger: those of the rivals whom one has left behind, and half of those who
were equal. At a table with several rivals both are taken on the average of them, so that each round counts the same. Who sat
out, or had a bot as only rival, has met somebody as good as themselves there. Players who are still equal share the place.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from quartier.server.domain.tournaments.model import (
    Match,
    Place,
    Player,
    Tournament,
)


@dataclass(frozen=True)
class Standing:
    """One line of the table."""

    place: int
    player: Player
    points: Fraction
    buchholz: Fraction
    berger: Fraction
    wins: int
    games: int
    """That have a result, without byes."""


def counted(tournament: Tournament) -> list[Match]:
    """The tables with a result that counts: in a round robin those of a player who has left before half of it do not, else
    who met them early would have more of it than who never did.
    """
    gone = _gone_early(tournament)
    return [
        match
        for match in tournament.matches
        if match.how not in (None, "void") and not gone & set(match.players)
    ]


def _gone_early(tournament: Tournament) -> set[int]:
    if tournament.plan.kind != "robin" or tournament.plan.seats != 2:
        return set()
    half = Fraction(tournament.rounds, 2)
    return {
        player.number
        for player in tournament.players
        if player.withdrawn is not None and player.withdrawn - 1 < half
    }


def standings(tournament: Tournament) -> list[Standing]:
    """The whole table, the best first."""
    matches = _by_player(counted(tournament))
    points = {
        player.number: sum((match.points(place) for match, place in matches[player.number]), Fraction(0))
        for player in tournament.players
    }
    swiss = tournament.plan.kind == "swiss"
    found = [_standing(player, matches[player.number], points) for player in tournament.players]
    keyed = sorted(found, key=lambda each: (_merit(each, swiss), -each.player.number), reverse=True)
    places: list[Standing] = []
    for index, each in enumerate(keyed):
        equal = places and _merit(places[-1], swiss) == _merit(each, swiss)
        place = places[-1].place if equal else index + 1
        places.append(Standing(**{**vars(each), "place": place}))
    return places


def _by_player(matches: list[Match]) -> dict[int, list[tuple[Match, Place]]]:
    result: dict[int, list[tuple[Match, Place]]] = defaultdict(list)
    for match in matches:
        for place in match.places:
            if place.player is not None:
                result[place.player].append((match, place))
    return result


def _merit(each: Standing, swiss: bool) -> tuple[Fraction | int, ...]:
    """In a round robin all have the same rivals, so only against whom one has won says more than the points."""
    if swiss:
        return each.points, each.buchholz, each.berger
    return each.points, each.berger, each.wins


def _standing(player: Player, played: list[tuple[Match, Place]], points: dict[int, Fraction]) -> Standing:
    buchholz = berger = Fraction(0)
    for match, own in played:
        rivals = [place for place in match.places if place.player not in (player.number, None)]
        if not rivals:
            buchholz += points[player.number]
            berger += points[player.number] * match.points(own)
            continue
        worth = [(place, points[place.player or 0]) for place in rivals]
        buchholz += sum((each for _, each in worth), Fraction(0)) / len(rivals)
        berger += sum((_share(own, place) * each for place, each in worth), Fraction(0)) / len(rivals)
    games = [(match, place) for match, place in played if match.how != "bye"]
    wins = sum(match.points(place) == 1 for match, place in games)
    return Standing(0, player, points[player.number], buchholz, berger, wins, len(games))


def _share(own: Place, rival: Place) -> Fraction:
    """1 for having left a rival behind, a half for being equal."""
    mine, theirs = own.halves or 0, rival.halves or 0
    return Fraction((mine > theirs) + (mine >= theirs and mine > 0), 2)
