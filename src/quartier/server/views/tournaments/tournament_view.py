"""View models of tournaments: standings and rounds."""

from __future__ import annotations

from collections.abc import Mapping

from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import percent
from quartier.server.commands.tournaments.tables import is_rated
from quartier.server.commands.tournaments.tournament_options import length
from quartier.server.domain.tournaments import round_time, standings
from quartier.server.domain.tournaments.model import (
    How,
    Match,
    MatchSeat,
    Plan,
    Player,
    Tournament,
)
from quartier.server.domain.tournaments.standings import Standing
from quartier.server.root_path import site_path
from quartier.server.storage.tournaments.tournaments import TournamentRow
from quartier.server.views import catalogue, messages
from quartier.server.views.clocks import clock_view
from quartier.server.views.tournaments import models, points


def list_entry(row: TournamentRow, own: set[str], lang: str) -> models.TournamentListed:
    t = translator(lang)
    return {
        "id": row.id,
        "name": row.plan.name,
        "title": catalogue.title(row.plan.title, lang),
        "stage": row.stage,
        "facts": [
            *facts(row.plan, t),
            _players(row.players, t),
            *_so_far(row, t),
        ],
        "yours": row.id in own,
    }


def _players(count: int, t: Translator) -> str:
    return t.ngettext("{count} player", "{count} players", count).format(count=count)


def _so_far(row: TournamentRow, t: Translator) -> list[str]:
    return [t("round {number}").format(number=row.round)] if row.stage == "running" else []


def facts(plan: Plan, t: Translator) -> list[str]:
    """How it is played."""
    kinds = {
        ("swiss", plan.rounds): t("Swiss, {rounds} rounds").format(rounds=plan.rounds),
        ("robin", 1): t("round robin"),
        ("robin", 2): t("double round robin"),
    }
    return [
        kinds[plan.kind, plan.rounds],
        *([t("{count} per table").format(count=plan.seats)] if plan.seats > 2 else []),
        clock_view.text(plan.time, t),
        *([] if plan.time.live else [_share(plan, t)]),
        t("up to {time} per round").format(time=length(plan.hours, t)),
        *([t("fixed round times")] if plan.appointed else []),
        *([t("rated")] if is_rated(plan) else []),
    ]


def _share(plan: Plan, t: Translator) -> str:
    """Return how much of a round each player has, rounded down to hours."""
    return t("{time} in all per player and game").format(time=length(plan.hours // plan.seats, t))


def tournament_view(
    tournament: Tournament, account: str | None, organiser: str, handover: Player | None, lang: str
) -> models.Tournament:
    """Return a tournament as an account sees it. `organiser`: their name; `handover`: whose place is offered."""
    t, me = translator(lang), tournament.player_of(account)
    table, organises = (
        standings.standings(tournament),
        account is not None and account == tournament.organiser,
    )
    names = {player.number: messages.person_name(player.name, t) for player in tournament.players}
    own = _own_match(tournament, me)
    return {
        "id": tournament.id,
        "name": tournament.plan.name,
        "title": catalogue.title(tournament.plan.title, lang),
        "stage": tournament.stage,
        "organiser": organiser,
        "facts": facts(tournament.plan, t),
        "round": tournament.round,
        "rounds": tournament.rounds,
        "until": tournament.deadline if tournament.stage == "running" else tournament.starts_at,
        "finer": [t(standing) for standing in _FINER[tournament.plan.kind]],
        "standings": [_line(tournament, standing, table, me, lang) for standing in table],
        "shown": [_round(tournament, number, names, me, lang) for number in range(tournament.round, 0, -1)],
        "own_table": None if own is None else own.game_id,
        "arrive_by": None if own is None else round_time.latest_arrival(tournament, len(own.seats)),
        "plays": me is not None and me.plays,
        "organises": organises,
        "may_join": tournament.stage == "open" and me is None,
        "offered": None
        if handover is None or me not in (None, handover)
        else messages.person_name(handover.name, t),
        "handovers": [
            _handover(tournament, player, lang)
            for player in tournament.players
            if organises and player.handover
        ],
    }


_FINER = {
    "swiss": (N_("Buchholz"), N_("Sonneborn-Berger")),
    "robin": (N_("Sonneborn-Berger"), N_("Wins")),
}


def _handover(tournament: Tournament, player: Player, lang: str) -> models.Handover:
    return {
        "name": messages.person_name(player.name, translator(lang)),
        "url": site_path(f"/tournaments/{tournament.id}?place={player.handover}"),
    }


def _own_match(tournament: Tournament, me: Player | None) -> Match | None:
    """Return the match that the viewer plays now."""
    if me is None or tournament.stage != "running":
        return None
    return tournament.unfinished_match_of(me.number)


def _line(
    tournament: Tournament, standing: Standing, table: list[Standing], me: Player | None, lang: str
) -> models.StandingLine:
    finer = {
        "swiss": [points.text(standing.buchholz, lang), points.text(standing.berger, lang)],
        "robin": [points.text(standing.berger, lang), str(standing.wins)],
    }
    return {
        "place": standing.rank,
        "number": standing.player.number,
        "name": messages.person_name(standing.player.name, translator(lang)),
        "points": points.text(standing.points, lang),
        "finer": finer[tournament.plan.kind],
        "games": standing.games,
        "you": me is not None and standing.player.number == me.number,
        "gone": not standing.player.plays,
        "cross": _cross(tournament, standing.player.number, [other.player.number for other in table], lang),
    }


def _cross(tournament: Tournament, own: int, others: list[int], lang: str) -> list[str]:
    if tournament.plan.kind != "robin" or tournament.plan.seats != 2 or not tournament.round:
        return []
    counted = standings.counted_matches(tournament)
    return ["" if other == own else _against(counted, own, other, lang) for other in others]


def _against(counted: list[Match], own: int, other: int, lang: str) -> str:
    met = [
        (match, match.seat_of(own)) for match in counted if other in match.players and own in match.players
    ]
    return " ".join(
        points.text(match.points(match_seat), lang) for match, match_seat in met if match_seat is not None
    )


# ----- rounds -----


def _round(
    tournament: Tournament, number: int, names: Mapping[int, str], me: Player | None, lang: str
) -> models.RoundShown:
    counted = standings.counted_matches(tournament)
    return {
        "number": number,
        "matches": [
            _match(match, match in counted or match.how is None, names, me, lang)
            for match in tournament.matches
            if match.round == number
        ],
    }


def _match(
    match: Match, counts: bool, names: Mapping[int, str], me: Player | None, lang: str
) -> models.MatchShown:
    t = translator(lang)
    text = _STATES[match.how] if match.game_id or match.how else N_("no table")
    parts = [t(text).format(chances=_chances(match, lang))] if text else []
    return {
        "seats": [_seat(match, match_seat, names, me, lang) for match_seat in match.seats],
        "table": match.game_id,
        "state": ", ".join([*parts, *([] if counts else [t("doesn’t count")])]),
        "over": match.how is not None,
    }


_STATES: dict[How | None, str] = {
    None: N_("in progress"),
    "played": "",
    "forfeit": N_("forfeit"),
    "deadline": N_("decided on the deadline"),
    "verdict": N_("decided by the bots’ evaluation on the deadline: {chances}"),
    "bye": N_("bye"),
    "void": "",
}


def _chances(match: Match, lang: str) -> str:
    """Return the percentages of the win that decided a match, in the order of the seats."""
    chances = [match_seat.chance for match_seat in match.seats]
    return " : ".join("–" if chance is None else percent(chance / 100, lang=lang) for chance in chances)


def _seat(
    match: Match, match_seat: MatchSeat, names: Mapping[int, str], me: Player | None, lang: str
) -> models.MatchSeat:
    t = translator(lang)
    return {
        "name": t("a bot") if match_seat.player is None else names.get(match_seat.player) or t("someone"),
        "bot": match_seat.player is None,
        "you": me is not None and match_seat.player == me.number,
        "points": "" if match.how in (None, "void") else points.text(match.points(match_seat), lang),
        "score": match_seat.score,
    }
