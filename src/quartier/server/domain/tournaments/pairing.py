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
    MatchSeat,
    Tournament,
)

POINTS = 120
"""The integer value of a point: all fractions at tables of up to six are integers in this unit."""


def tables(tournament: Tournament, fewest: int) -> list[Match]:
    """Return the tables of the next round; no title is played by fewer than `fewest`."""
    number = tournament.round + 1
    if tournament.plan.seats > 2:
        seated = _group_tables(tournament, fewest)
    elif tournament.plan.kind == "robin":
        seated = _pair_round_robin(tournament, number - 1)
    else:
        seated = _pair_swiss(tournament)
    matches = [_match(tournament, number, index, table) for index, table in enumerate(seated)]
    return [match for match in matches if match is not None]


def _pair_round_robin(tournament: Tournament, number: int) -> list[Sequence[int]]:
    """Pair by Berger tables, with seats exchanged in every second cycle. Withdrawn players are included."""
    count = len(tournament.players)
    turn, number = divmod(number, round_robin.rounds(count))
    groups = round_robin.pairs(count, number)
    alone = set(range(count)) - {player for pair in groups for player in pair}
    players = [player.number for player in tournament.players]
    seated = [(players[b], players[a]) if turn % 2 else (players[a], players[b]) for a, b in groups]
    return [*seated, *((players[player],) for player in alone)]


def _pair_swiss(tournament: Tournament) -> list[Sequence[int]]:
    """Pair players with about the same points who have not met."""
    points = {standing.player.number: standing.points for standing in standings.standings(tournament)}
    active = [player.number for player in tournament.active]
    forms = [_form(tournament, player, int(2 * points[player])) for player in active]
    groups = swiss.pairs(forms, _meeting_counts(tournament, active))
    return [[active[player] for player in table] for table in groups]


def _form(tournament: Tournament, player: int, points: int) -> swiss.Form:
    first_seat_balance, last, byes = 0, False, 0
    for match in tournament.matches:
        if match.seat_of(player) is None:
            continue
        if len(match.players) == 1:
            byes += 1
        else:
            last = match.seats[0].player == player
            first_seat_balance += 1 if last else -1
    return swiss.Form(points, first_seat_balance, last, byes)


def _meeting_counts(tournament: Tournament, players: list[int]) -> Counter[tuple[int, int]]:
    """Count how often two have met, by their indices in `players`."""
    match_seats = {player: index for index, player in enumerate(players)}
    result: Counter[tuple[int, int]] = Counter()
    for match in tournament.matches:
        there = sorted(match_seats[player] for player in match.players if player in match_seats)
        result.update(combinations(there, 2))
    return result


def _group_tables(tournament: Tournament, fewest: int) -> list[Sequence[int]]:
    """Group more than two per table. Byes go to those with the fewest so far, the last ranked first."""
    order = [standing.player.number for standing in standings.standings(tournament)]
    active = [player for player in order if any(player == other.number for other in tournament.active)]
    plan = tournament.plan
    table_sizes = grouping.sizes(len(active), plan.seats, fewest)
    out = _pick_byes(tournament, active, len(active) - sum(table_sizes))
    playing = [player for player in active if player not in out]
    points = {standing.player.number: standing.points for standing in standings.standings(tournament)}
    worth = [int(points[player] * POINTS) if plan.kind == "swiss" else 0 for player in playing]
    groups = grouping.groups(worth, _meeting_counts(tournament, playing), table_sizes)
    early = _seat_totals(tournament)
    seated = [
        sorted((playing[player] for player in table), key=lambda player: (-early[player], player))
        for table in groups
    ]
    return [*seated, *([player] for player in out)]


def _pick_byes(tournament: Tournament, active: list[int], count: int) -> list[int]:
    byes = Counter(match.players[0] for match in tournament.matches if len(match.players) == 1)
    match_seats = {player: match_seat for match_seat, player in enumerate(active)}
    return sorted(active, key=lambda player: (byes[player], -match_seats[player]))[:count]


def _seat_totals(tournament: Tournament) -> Counter[int]:
    """Return the sum of seat numbers of each player: those who have sat late go first."""
    result: Counter[int] = Counter()
    for match in tournament.matches:
        for seat, match_seat in enumerate(match.seats):
            if match_seat.player is not None:
                result[match_seat.player] += seat
    return result


def _match(tournament: Tournament, number: int, index: int, seated: Sequence[int]) -> Match | None:
    """Return a match; without opponents it has its result immediately. None if no one is left to play it."""
    withdrawn = {player.number for player in tournament.players if not player.plays}
    there = [player for player in seated if player not in withdrawn]
    if not there:
        return None
    if len(there) == len(seated) > 1:
        return Match(number, index, None, tuple(MatchSeat(player) for player in seated))
    if len(seated) == 1:
        return _alone(tournament, number, index, there[0])
    how: How = "forfeit"
    match_seats = tuple(MatchSeat(player, 2 * (player not in withdrawn)) for player in seated)
    return Match(number, index, None, match_seats, how)


def _alone(tournament: Tournament, number: int, index: int, player: int) -> Match | None:
    """Pair a player with bots if the organiser wants that; else give a bye in a Swiss system, nothing in a round robin."""
    plan = tournament.plan
    if plan.bot is not None:
        return Match(number, index, None, (MatchSeat(player), *[MatchSeat(None)] * (plan.seats - 1)))
    if plan.kind == "robin" and plan.seats == 2:
        return None
    return Match(number, index, None, (MatchSeat(player),), "bye")
