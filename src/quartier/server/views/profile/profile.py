"""Profile of a player: rating at each title, and the record at one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote

import quartier
from quartier.core.drawing.svg import Svg
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator, translator
from quartier.core.text.numbers import figure
from quartier.server.domain.rating.method import MAX_CERTAIN_DEVIATION, Rating
from quartier.server.root_path import site_path
from quartier.server.storage.database import Database
from quartier.server.storage.rating import profiles
from quartier.server.storage.rating.profiles import OpponentRow
from quartier.server.storage.rating.results import AccountRating, Outcome
from quartier.server.views import bot_levels, catalogue
from quartier.server.views.profile import charts
from quartier.server.views.profile.charts import Point

OPENINGS, RIVALS, RECENT = 6, 12, 12
"""How many of each are shown."""


@dataclass(frozen=True)
class Standing:
    """A player's rating at a title; `rating` "" without a rated game."""

    name: str
    text: str
    rating: str
    reach: int
    is_certain: bool
    games: int


@dataclass(frozen=True)
class Opening:
    """A first move, how often it was played, and how often it won."""

    move: str
    games: int
    won: int


@dataclass(frozen=True)
class Rival:
    """The games against a player, a bot level, or all guests; `link` "" where there is no profile."""

    name: str
    link: str
    games: int
    won: int
    tied: int


@dataclass(frozen=True)
class Recent:
    """A game: when it was over, its replay and result; `change` "" where it was not rated; `program`: one has played it."""

    at: float
    link: str
    result: str
    score: int
    change: str
    is_listed: bool
    program: bool


@dataclass(frozen=True)
class TitleRecord:
    """A player's record at a title; `curve` None without a rated game."""

    games: int
    won: int
    curve: Svg | None
    scores: Svg
    openings: list[Opening]
    rivals: list[Rival]
    recent: list[Recent]


@dataclass(frozen=True)
class Profile:
    """The profile. `own`: the viewer is its owner, and sees what others don't."""

    name: str
    own: bool
    hidden: bool
    standings: list[Standing]
    chosen: str
    record: TitleRecord | None


def address(name: str) -> str:
    """Return the URL path of a profile."""
    return site_path(f"/people/{quote(name, safe='')}")


def profile_view(database: Database, account: tuple[str, str], own: bool, title: str, lang: str) -> Profile:
    """Return the profile of an account, given its id and name. `title`: the one shown in full; "": the last one played."""
    account_id, name = account
    with database.read() as connection:
        ratings = profiles.ratings(connection, account_id)
        installed = quartier.titles()  # a title may have been taken away again
        played = [
            title_name
            for title_name in profiles.titles(connection, account_id, own)
            if title_name in installed
        ]
        hidden = profiles.is_hidden(connection, account_id)
        chosen = title if title in played else next(iter(played), "")
        games = profiles.games(connection, account_id, chosen, own)
        opposed = profiles.opponents(connection, account_id, chosen, own)
        programs = profiles.by_programs(connection, account_id, chosen)
    standings = [_standing(title_name, ratings.get(title_name), lang) for title_name in played]
    record = _record(chosen, games, opposed, programs, translator(lang)) if games else None
    return Profile(name, own, hidden, standings, chosen, record)


def _standing(title: str, account_rating: AccountRating | None, lang: str) -> Standing:
    text = catalogue.title(title, lang)["text"]
    if account_rating is None:
        return Standing(title, text, "", 0, False, 0)
    rating = account_rating.rating
    return Standing(
        title,
        text,
        str(round(rating.value)),
        rating.reach,
        rating.deviation <= MAX_CERTAIN_DEVIATION,
        account_rating.games,
    )


def _record(
    title: str, games: list[Outcome], opposed: list[OpponentRow], programs: set[str], t: Translator
) -> TitleRecord:
    seats = {game: list(others) for game, others in groupby(opposed, lambda title_name: title_name.game_id)}
    won = {game.game_id for game in games if _is_won(game, seats.get(game.game_id, []))}
    return TitleRecord(
        games=len(games),
        won=len(won),
        curve=_curve(title, games, t),
        scores=_scores(games, t),
        openings=_openings(games, won),
        rivals=_rivals(title, games, seats, t),
        recent=[
            _recent(game, seats.get(game.game_id, []), game.game_id in programs, t)
            for game in reversed(games[-RECENT:])
        ],
    )


def _is_won(game: Outcome, others: Sequence[OpponentRow]) -> bool:
    """Return whether the player is ahead of all others; a solo game can't be won."""
    return bool(others) and all(game.place < other.place for other in others)


def _curve(title: str, games: list[Outcome], t: Translator) -> Svg | None:
    rated = [game for game in games if game.after is not None]
    if not rated:
        return None
    first = rated[0].before or 0.0
    points = [Point(game.after or 0.0, Rating(deviation=game.deviation or 0.0).reach) for game in rated]
    values = [round(first), *(round(point.value) for point in points)]
    form = t("Rating by game ({count}): from {first} to {last}, highest {most}, lowest {least}.")
    summary = form.format(
        count=len(points), first=values[0], last=values[-1], most=max(values), least=min(values)
    )
    bots = bot_levels.of_levels(catalogue.game(title))
    levels = [(f"{bot_levels.level_name(level, t)} {value}", value) for level, value in bots.items()]
    return charts.rating_chart([Point(first, points[0].reach), *points], levels, summary)


def _scores(games: list[Outcome], t: Translator) -> Svg:
    scores = sorted(game.score for game in games)
    form = t("Scores in all games ({count}): lowest {least}, median {middle}, highest {most}.")
    middle = scores[len(scores) // 2]
    numbers = {"count": len(scores), "least": scores[0], "middle": middle, "most": scores[-1]}
    summary = form.format(**{name: figure(number, lang=t.lang) for name, number in numbers.items()})
    return charts.score_chart(scores, summary)


def _openings(games: list[Outcome], won: set[str]) -> list[Opening]:
    played = Counter(game.opening for game in games if game.opening is not None)
    successes = Counter(game.opening for game in games if game.game_id in won)
    return [Opening(move, count, successes[move]) for move, count in played.most_common(OPENINGS)]


def _rivals(
    title: str, games: list[Outcome], seats: dict[str, list[OpponentRow]], t: Translator
) -> list[Rival]:
    """Those met most often first."""
    met, won, tied = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in games:
        for other in seats.get(game.game_id, []):
            who = _who(title, other, t)
            met[who] += 1
            won[who] += game.place < other.place
            tied[who] += game.place == other.place
    return [Rival(*who, games=count, won=won[who], tied=tied[who]) for who, count in met.most_common(RIVALS)]


def _who(title: str, other: OpponentRow, t: Translator) -> tuple[str, str]:
    """Return the name and the profile of an opponent."""
    if other.bot is not None:
        strength = bot_levels.rating(catalogue.game(title), other.bot)
        named = t("Bot ({level})").format(level=bot_levels.level_name(other.bot, t))
        return (named if strength is None else f"{named} {strength}"), ""
    if other.name is None:
        return t("Bots via API") if other.program else t("Guests"), ""
    name = t("{name} (via API)").format(name=other.name) if other.program else other.name
    return name, "" if other.hidden else address(other.name)


def _recent(game: Outcome, others: Sequence[OpponentRow], program: bool, t: Translator) -> Recent:
    tied = any(other.place == game.place for other in others)
    form = t("{place} of {seats}, tied") if tied else t("{place} of {seats}")
    result = form.format(place=game.place, seats=len(others) + 1) if others else ""
    changed = game.before is not None and game.after is not None
    change = with_sign(round(game.after or 0.0) - round(game.before or 0.0)) if changed else ""
    return Recent(
        game.at, site_path(f"/replay/{game.game_id}"), result, game.score, change, game.shown, program
    )
