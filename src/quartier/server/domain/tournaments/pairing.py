"""The tables of the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from quartier.server.domain.tournaments import (
    grouping,
    round_robin,
    standings,
    swiss,
)
from quartier.server.domain.tournaments.model import (
    How,
    Match,
    Place,
    Tournament,
)

POINTS = 120
"""What a point is in whole numbers: all fractions of it that tables of up to six bring are whole ones of these."""


def tables(tournament: Tournament, fewest: int) -> list[Match]:
    """Who sits where in the round after the present one; no title is played by less than `fewest`."""
    number = tournament.round + 1
    if tournament.plan.seats > 2:
        seated = _grouped(tournament, fewest)
    elif tournament.plan.kind == "robin":
        seated = _around(tournament, number - 1)
    else:
        seated = _matched(tournament)
    made = [_match(tournament, number, index, table) for index, table in enumerate(seated)]
    return [match for match in made if match is not None]


def _around(tournament: Tournament, number: int) -> list[Sequence[int]]:
    """By the Berger tables; in every second turn the seats are exchanged. Who has left is still in them."""
    count = len(tournament.players)
    turn, number = divmod(number, round_robin.rounds(count))
    found = round_robin.pairs(count, number)
    alone = set(range(count)) - {each for pair in found for each in pair}
    players = [player.number for player in tournament.players]
    seated = [(players[b], players[a]) if turn % 2 else (players[a], players[b]) for a, b in found]
    return [*seated, *((players[each],) for each in alone)]


def _matched(tournament: Tournament) -> list[Sequence[int]]:
    """By points, the same two only once."""
    points = {standing.player.number: standing.points for standing in standings.standings(tournament)}
    active = [each.number for each in tournament.active]
    forms = [_form(tournament, each, int(2 * points[each])) for each in active]
    found = swiss.pairs(forms, _met(tournament, active))
    return [[active[each] for each in table] for table in found]


def _form(tournament: Tournament, player: int, points: int) -> swiss.Form:
    begun, last, byes = 0, False, 0
    for match in tournament.matches:
        if match.place_of(player) is None:
            continue
        if len(match.players) == 1:
            byes += 1
        else:
            last = match.places[0].player == player
            begun += 1 if last else -1
    return swiss.Form(points, begun, last, byes)


def _met(tournament: Tournament, players: list[int]) -> Counter[tuple[int, int]]:
    """How often two have met, by their places in `players`."""
    places = {player: index for index, player in enumerate(players)}
    result: Counter[tuple[int, int]] = Counter()
    for match in tournament.matches:
        there = sorted(places[each] for each in match.players if each in places)
        result.update(combinations(there, 2))
    return result


def _grouped(tournament: Tournament, fewest: int) -> list[Sequence[int]]:
    """More than two at a table. If that does not come out even, those sit out who did so least, the last ones first."""
    order = [standing.player.number for standing in standings.standings(tournament)]
    active = [each for each in order if any(each == other.number for other in tournament.active)]
    plan = tournament.plan
    wanted = grouping.sizes(len(active), plan.seats, fewest)
    out = _out(tournament, active, len(active) - sum(wanted))
    playing = [each for each in active if each not in out]
    points = {standing.player.number: standing.points for standing in standings.standings(tournament)}
    worth = [int(points[each] * POINTS) if plan.kind == "swiss" else 0 for each in playing]
    found = grouping.groups(worth, _met(tournament, playing), wanted)
    early = _early(tournament)
    seated = [
        sorted((playing[each] for each in table), key=lambda each: (-early[each], each)) for table in found
    ]
    return [*seated, *([each] for each in out)]


def _out(tournament: Tournament, active: list[int], count: int) -> list[int]:
    byes = Counter(match.players[0] for match in tournament.matches if len(match.players) == 1)
    places = {each: place for place, each in enumerate(active)}
    return sorted(active, key=lambda each: (byes[each], -places[each]))[:count]


def _early(tournament: Tournament) -> Counter[int]:
    """How late everybody has sat so far: who did so most goes first."""
    result: Counter[int] = Counter()
    for match in tournament.matches:
        for seat, place in enumerate(match.places):
            if place.player is not None:
                result[place.player] += seat
    return result


def _match(tournament: Tournament, number: int, index: int, seated: Sequence[int]) -> Match | None:
    """A table; where nobody is to be met it has its result at once. None: nobody is there any more."""
    gone = {player.number for player in tournament.players if not player.plays}
    there = [each for each in seated if each not in gone]
    if not there:
        return None
    if len(there) == len(seated) > 1:
        return Match(number, index, None, tuple(Place(each) for each in seated))
    if len(seated) == 1:
        return _alone(tournament, number, index, there[0])
    how: How = "forfeit"
    places = tuple(Place(each, 2 * (each not in gone)) for each in seated)
    return Match(number, index, None, places, how)


def _alone(tournament: Tournament, number: int, index: int, player: int) -> Match | None:
    """Against bots if the organiser wants that; else a point in the Swiss system, and in a round robin, where everybody sits
    out as often, nothing.
    """
    plan = tournament.plan
    if plan.bot is not None:
        return Match(number, index, None, (Place(player), *[Place(None)] * (plan.seats - 1)))
    if plan.kind == "robin" and plan.seats == 2:
        return None
    return Match(number, index, None, (Place(player),), "bye")
