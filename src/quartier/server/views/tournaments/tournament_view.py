"""A tournament with its table and its rounds."""

from __future__ import annotations

from collections.abc import Mapping

from quartier.core.text.languages import N_, Translator, translator
from quartier.server.commands.tournaments.tables import rated
from quartier.server.domain.tournaments import standings
from quartier.server.domain.tournaments.model import (
    How,
    Match,
    Place,
    Plan,
    Player,
    Tournament,
)
from quartier.server.domain.tournaments.standings import Standing
from quartier.server.storage.tournaments.tournaments import Listed
from quartier.server.views import catalogue, messages
from quartier.server.views.clocks import clock_view
from quartier.server.views.tournaments import models, points


def listed(row: Listed, own: set[str], lang: str) -> models.TournamentListed:
    t = translator(lang)
    return {
        "id": row.id,
        "name": row.plan.name,
        "title": catalogue.title(row.plan.title, lang),
        "stage": row.stage,
        "facts": [*facts(row.plan, t), t("players: {count}").format(count=row.players), *_so_far(row, t)],
        "yours": row.id in own,
    }


def _so_far(row: Listed, t: Translator) -> list[str]:
    return [t("round {number}").format(number=row.round)] if row.stage == "running" else []


def facts(plan: Plan, t: Translator) -> list[str]:
    """How it is played."""
    kinds = {
        ("swiss", plan.rounds): t("Swiss system, {rounds} rounds").format(rounds=plan.rounds),
        ("robin", 1): t("everybody against everybody"),
        ("robin", 2): t("everybody against everybody, twice"),
    }
    return [
        kinds[plan.kind, plan.rounds],
        *([t("{count} at a table").format(count=plan.seats)] if plan.seats > 2 else []),
        clock_view.text(plan.time, t),
        t("at most {time} a round").format(time=length(plan.hours, t)),
        *([t("rounds by appointment")] if plan.appointed else []),
        *([t("rated")] if rated(plan) else []),
    ]


def length(hours: int, t: Translator) -> str:
    """Of a round: whole days are said as days."""
    if hours % 24 == 0 and hours > 24:
        return t("{days} days").format(days=hours // 24)
    return (
        t("1 day") if hours == 24 else t("1 hour") if hours == 1 else t("{hours} hours").format(hours=hours)
    )


def described(
    found: Tournament, account: str | None, organiser: str, handover: Player | None, lang: str
) -> models.Tournament:
    """As an account sees it. `organiser`: how they are called; `handover`: whose place is offered to who asks."""
    t, me = translator(lang), found.player_of(account)
    table, organises = standings.standings(found), account is not None and account == found.organiser
    names = {player.number: messages.person_name(player.name, t) for player in found.players}
    return {
        "id": found.id,
        "name": found.plan.name,
        "title": catalogue.title(found.plan.title, lang),
        "stage": found.stage,
        "organiser": organiser,
        "facts": facts(found.plan, t),
        "round": found.round,
        "rounds": found.rounds,
        "until": found.deadline if found.stage == "running" else found.starts_at,
        "finer": [t(each) for each in _FINER[found.plan.kind]],
        "standings": [_line(found, each, table, me, lang) for each in table],
        "shown": [_round(found, number, names, me, lang) for number in range(found.round, 0, -1)],
        "own_table": _own_table(found, me),
        "plays": me is not None and me.plays,
        "organises": organises,
        "may_join": found.stage == "open" and me is None,
        "offered": None
        if handover is None or me not in (None, handover)
        else messages.person_name(handover.name, t),
        "handovers": [
            _handover(found, player, lang) for player in found.players if organises and player.handover
        ],
    }


_FINER = {
    "swiss": (N_("Buchholz"), N_("Sonneborn-Berger")),
    "robin": (N_("Sonneborn-Berger"), N_("Wins")),
}


def _handover(found: Tournament, player: Player, lang: str) -> models.Handover:
    return {
        "name": messages.person_name(player.name, translator(lang)),
        "url": f"/tournaments/{found.id}?place={player.handover}",
    }


def _own_table(found: Tournament, me: Player | None) -> str | None:
    own = (match.game_id for match in found.unfinished if me is not None and match.place_of(me.number))
    return next(own, None) if found.stage == "running" else None


def _line(
    found: Tournament, each: Standing, table: list[Standing], me: Player | None, lang: str
) -> models.StandingLine:
    finer = {
        "swiss": [points.text(each.buchholz, lang), points.text(each.berger, lang)],
        "robin": [points.text(each.berger, lang), str(each.wins)],
    }
    return {
        "place": each.place,
        "number": each.player.number,
        "name": messages.person_name(each.player.name, translator(lang)),
        "points": points.text(each.points, lang),
        "finer": finer[found.plan.kind],
        "games": each.games,
        "you": me is not None and each.player.number == me.number,
        "gone": not each.player.plays,
        "cross": _cross(found, each.player.number, [other.player.number for other in table], lang),
    }


def _cross(found: Tournament, own: int, others: list[int], lang: str) -> list[str]:
    if found.plan.kind != "robin" or found.plan.seats != 2 or not found.round:
        return []
    counted = standings.counted(found)
    return ["" if other == own else _against(counted, own, other, lang) for other in others]


def _against(counted: list[Match], own: int, other: int, lang: str) -> str:
    met = [
        (match, match.place_of(own)) for match in counted if other in match.players and own in match.players
    ]
    return " ".join(points.text(match.points(place), lang) for match, place in met if place is not None)


# ----- rounds -----


def _round(
    found: Tournament, number: int, names: Mapping[int, str], me: Player | None, lang: str
) -> models.RoundShown:
    counted = standings.counted(found)
    return {
        "number": number,
        "matches": [
            _match(match, match in counted or match.how is None, names, me, lang)
            for match in found.matches
            if match.round == number
        ],
    }


def _match(
    match: Match, counts: bool, names: Mapping[int, str], me: Player | None, lang: str
) -> models.MatchShown:
    t = translator(lang)
    said = _STATES[match.how] if match.game_id or match.how else N_("no table")
    parts = [t(said)] if said else []
    return {
        "seats": [_seat(match, place, names, me, lang) for place in match.places],
        "table": match.game_id,
        "state": ", ".join([*parts, *([] if counts else [t("does not count")])]),
        "over": match.how is not None,
    }


_STATES: dict[How | None, str] = {
    None: N_("is being played"),
    "played": "",
    "forfeit": N_("without a game"),
    "deadline": N_("decided by the deadline"),
    "bye": N_("sits out"),
    "void": "",
}


def _seat(
    match: Match, place: Place, names: Mapping[int, str], me: Player | None, lang: str
) -> models.MatchSeat:
    t = translator(lang)
    return {
        "name": t("a bot") if place.player is None else names.get(place.player) or t("somebody"),
        "bot": place.player is None,
        "you": me is not None and place.player == me.number,
        "points": "" if match.how in (None, "void") else points.text(match.points(place), lang),
        "score": place.score,
    }
