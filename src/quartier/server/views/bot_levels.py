"""Bot levels for players: names, faces, labels and measured ratings."""

from __future__ import annotations

import re
from functools import lru_cache

from quartier import bots
from quartier.bots import names as bot_names
from quartier.bots import styles
from quartier.bots.names import OTHERS
from quartier.core.drawing import faces
from quartier.core.game.game import Game
from quartier.core.text.languages import N_, Translator
from quartier.server import custom_networks
from quartier.server.domain.table import Table
from quartier.server.views.models import Level

LEVEL_NAMES = {
    "1": N_("Beginner"),
    "2": N_("Casual"),
    "3": N_("Experienced"),
    "4": N_("Strong"),
    "5": N_("Expert"),
    "6": N_("Master"),
    "random": N_("random"),
    "greedy": N_("greedy"),
}


PROGRAM = "4"
"""The level whose face programs have, so that they aren't taken for people."""


def played_by(bot: str | None, program: bool, t: Translator) -> str | None:
    """Return what plays a seat, in a word: a bot level, a program, or (None) a person."""
    return t(N_("Bot (via API)")) if program else None if bot is None else level_name(bot, t)


def level_name(level: str, t: Translator) -> str:
    """Return the name of a level."""
    if custom_networks.is_network(level):
        return t(N_("own network"))
    plain = styles.split_style(level)[0]
    return t(LEVEL_NAMES.get(plain, level))


_NAMED_IN_RECORDS = re.compile(r"Bot \((.+)\)")
"""How records name a bot: in English, whatever the language of its opponents."""


def name_in_record(name: str, t: Translator) -> str:
    """Return a name in a record's headers as the reader calls it: "Bot (Beginner)" is translated, people's names aren't."""
    bot = _NAMED_IN_RECORDS.fullmatch(name)
    if bot is None:
        return name
    level_name = next((text for text in LEVEL_NAMES.values() if text.lower() == bot[1].lower()), None)
    return t("Bot ({level})").format(level=bot[1] if level_name is None else t(level_name))


def rating(game: Game, level: str, seats: int = 2) -> int | None:
    """Return the level's rating at a title with so many seats; None if it wasn't measured."""
    return ratings(game, seats).get(level)


@lru_cache
def ratings(game: Game, seats: int = 2) -> dict[str, int]:
    """The measured ratings of a title's bots by name; none below zero, which would only look like a mistake."""
    characters = bots.characters(game, seats)
    measured = {character.name: character.rating for character in characters if character.rating is not None}
    return {level: round(rating) for level, rating in measured.items() if rating >= 0}


def of_levels(game: Game) -> dict[str, int]:
    """The ratings of the levels' first characters: enough for a scale."""
    return {level: value for level, value in ratings(game).items() if level in bots.LEVELS}


def by_seats(game: Game, level: str) -> list[int | None]:
    """The level's ratings where two play, three, and so on; nothing where they do not depend on that."""
    result = [rating(game, level, seats) for seats in range(2, game.seats[1] + 1)]
    return result if len(set(result)) > 1 else []


def names(table: Table) -> dict[int, str]:
    """The bots of a table by name."""
    levels = {seat: level for seat, level in enumerate(table.setup.bots) if level is not None}
    return bot_names.names(table.state.game, levels, table.names.values())


def face(level: str) -> int:
    """Which of the bots' faces has a level: levels from before there were numbers look like beginners."""
    plain = styles.split_style(level)[0]
    return int(plain) if plain in bots.LEVELS else 1


def symbol(look: int, level: str | None) -> str:
    """The id of a page's face: of a person (None), or of a bot of that level."""
    return f"face-{look}" if level is None else f"face-{look}-bot-{face(level)}"


def face_svg(look: int, level: str | None, visor: int) -> str:
    """Return a face as SVG around (0, 0)."""
    return faces.shapes(look, faces.PERSON if level is None else face(level), visor)


def sentence(game: Game, level: str, t: Translator) -> str:
    """How a bot of a level plays, in the title's words; "" where it has none."""
    msgid = bot_names.character(game, level).sentence
    return t(msgid) if msgid else ""


def selectable_bots(game: Game, t: Translator) -> list[Level]:
    """Return the bots that one can play against, the weakest first, two of each level."""
    measured = ratings(game)
    own: list[Level] = [
        {
            "name": character.name,
            "text": level_name(character.name, t),
            "bot": bot_names.character(game, character.name).name
            or OTHERS[(character.number - 1) % len(OTHERS)],
            "sentence": sentence(game, character.name, t),
            "rating": measured.get(character.name),
        }
        for character in bots.characters(game)
    ]
    networks: list[Level] = [
        {
            "name": level,
            "text": level_name(level, t),
            "bot": bot_names.character(game, level).name,
            "sentence": "",
            "rating": None,
        }
        for level in custom_networks.levels(game.name)
    ]
    return own + networks
