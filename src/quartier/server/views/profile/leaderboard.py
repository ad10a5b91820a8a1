"""Leaderboard of a title: people and bots on one scale."""

from __future__ import annotations

from dataclasses import dataclass

from quartier.core.drawing.svg import Svg
from quartier.core.text.languages import translator
from quartier.server.domain.rating.method import MAX_CERTAIN_DEVIATION
from quartier.server.storage.database import Database
from quartier.server.storage.rating import profiles
from quartier.server.views import bot_levels, catalogue
from quartier.server.views.profile.profile import address


@dataclass(frozen=True)
class Row:
    """A line of the leaderboard. `rank`: among people with a certain rating, 0 for others."""

    rank: int
    name: str
    link: str
    rating: int
    reach: int
    games: int
    level: str | None
    """The level of a bot; None for a person."""
    is_certain: bool
    """Enough is known for a place; those of whom it is not stand behind all others, with what is believed of them."""


def rows(database: Database, title: str, lang: str, now: float) -> list[Row]:
    """Return people and bots, the strongest first; then people whose rating is still uncertain."""
    t = translator(lang)
    with database.read() as connection:
        leaders = profiles.leaders(connection, title, MAX_CERTAIN_DEVIATION, now)
    ranked_leaders = [
        leader for leader in leaders if leader.account_rating.rating.deviation <= MAX_CERTAIN_DEVIATION
    ]
    ranked = [_person(leader, rank) for rank, leader in enumerate(ranked_leaders, 1)]
    bots = [
        Row(0, t("Bot ({level})").format(level=bot_levels.level_name(level, t)), "", value, 0, 0, level, True)
        for level, value in bot_levels.of_levels(catalogue.game(title)).items()
    ]
    first = sorted([*ranked, *bots], key=lambda row: (-row.rating, row.level is not None, row.rank))
    return [
        *first,
        *(
            _person(leader, 0)
            for leader in leaders
            if leader.account_rating.rating.deviation > MAX_CERTAIN_DEVIATION
        ),
    ]


def _person(leader: profiles.Leader, rank: int) -> Row:
    rating = leader.account_rating.rating
    return Row(
        rank,
        leader.name,
        address(leader.name),
        round(rating.value),
        rating.reach,
        leader.account_rating.games,
        None,
        rank > 0,
    )


def face(look: int, level: str | None, title: str) -> Svg:
    """Return the face of a line: a person's, or that of a bot of the title."""
    return Svg(bot_levels.face_svg(look, level, catalogue.game(title).spec.metadata.visor))
