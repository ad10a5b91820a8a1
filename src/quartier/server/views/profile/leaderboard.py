"""Who is strongest at a title: people and bots on one scale."""

from __future__ import annotations

from dataclasses import dataclass

from quartier.core.text.languages import translator
from quartier.server.storage.database import Database
from quartier.server.storage.rating import profiles
from quartier.server.views import bot_levels, catalogue
from quartier.server.views.profile.profile import SURE, address


@dataclass(frozen=True)
class Row:
    """A line of the leaderboard. `place` is among the people of whom enough is known, 0 for others; `bot`: it is a level."""

    place: int
    name: str
    link: str
    rating: int
    reach: int
    games: int
    bot: bool
    sure: bool
    """Enough is known for a place; those of whom it is not stand behind all others, with what is believed of them."""


def rows(database: Database, title: str, lang: str, now: float) -> list[Row]:
    """All people and bots, the strongest first; behind them those of whom little is known yet."""
    t = translator(lang)
    with database.read() as connection:
        found = profiles.leaders(connection, title, SURE, now)
    sure = [each for each in found if each.known.rating.deviation <= SURE]
    ranked = [_person(each, place) for place, each in enumerate(sure, 1)]
    bots = [
        Row(0, t("Bot ({level})").format(level=bot_levels.word(level, t)), "", value, 0, 0, True, True)
        for level, value in bot_levels.of_levels(catalogue.game(title)).items()
    ]
    first = sorted([*ranked, *bots], key=lambda row: (-row.rating, row.bot, row.place))
    return [*first, *(_person(each, 0) for each in found if each.known.rating.deviation > SURE)]


def _person(leader: profiles.Leader, place: int) -> Row:
    rating = leader.known.rating
    return Row(
        place,
        leader.name,
        address(leader.name),
        round(rating.value),
        rating.reach,
        leader.known.games,
        False,
        place > 0,
    )
