"""Bots for people: names and faces, what a level is called, and the rating that was measured for the title."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from quartier import bots
from quartier.core.play.front import Character
from quartier.core.play.game import Game
from quartier.core.show import faces
from quartier.core.text.languages import N_, Translator
from quartier.server.show.models import Level
from quartier.server.table.fold import Table

WORDS = {
    "1": N_("Beginner"),
    "2": N_("Casual"),
    "3": N_("Experienced"),
    "4": N_("Strong"),
    "5": N_("Expert"),
    "6": N_("Master"),
    "random": N_("random"),
    "greedy": N_("greedy"),
}


def word(level: str, t: Translator) -> str:
    """The level in a word."""
    return t(WORDS.get(level, level))


def rating(game: Game, level: str) -> int | None:
    """The level's rating at a title; None where nobody has measured it."""
    return ratings(game).get(level)


@lru_cache
def ratings(game: Game) -> dict[str, int]:
    """The measured ratings of a title by level; none below zero, which would only look like a mistake."""
    measured = {str(level.number): level.rating for level in bots.levels(game) if level.rating is not None}
    return {level: round(rating) for level, rating in measured.items() if rating >= 0}


OTHERS = ("Finn", "Ella", "Hugo", "Lotte", "Anton", "Tilda")
"""Who comes when a table has two bots of a level, or one that the title has no name for."""


def _others() -> Iterator[str]:
    yield from OTHERS
    yield from (f"{name} {number}" for number in count(2) for name in OTHERS)


def names(table: Table) -> dict[int, str]:
    """The bots of a table by name: the title's own for its level, then others. No two have the same, nor has a person."""
    characters = table.state.game.declared.front.bots
    known = {name.casefold() for name in table.names.values()}
    free, found = (name for name in _others() if name.casefold() not in known), dict[int, str]()
    for seat, level in enumerate(table.setup.bots):
        if level is not None:
            own = _character(characters, level).name
            found[seat] = own if own and own.casefold() not in known else next(free)
            known.add(found[seat].casefold())
    return found


def _character(characters: tuple[Character, ...], level: str) -> Character:
    number = face(level)
    return characters[number - 1] if level in bots.LEVELS and len(characters) >= number else _NOBODY


_NOBODY = Character("", "")


def face(level: str) -> int:
    """Which of the bots' faces has a level: levels from before there were numbers look like beginners."""
    return int(level) if level in bots.LEVELS else 1


def symbol(look: int, level: str | None) -> str:
    """The id of a page's face: of a person (None), or of a bot of that level."""
    return f"face-{look}" if level is None else f"face-{look}-bot-{face(level)}"


def drawn(look: int, level: str | None, visor: int) -> str:
    """The same as SVG around (0, 0), for a page that does not know which bots it shows."""
    return faces.shapes(look, faces.PERSON if level is None else face(level), visor)


def sentence(game: Game, level: str, t: Translator) -> str:
    """How a bot of a level plays, in the title's words; "" where it has none."""
    said = _character(game.declared.front.bots, level).sentence
    return t(said) if said else ""


def offered(game: Game, t: Translator) -> list[Level]:
    """The bots that one may play against, weakest first."""
    measured, characters = ratings(game), game.declared.front.bots
    return [
        {
            "name": level,
            "text": word(level, t),
            "bot": _character(characters, level).name or OTHERS[number % len(OTHERS)],
            "sentence": sentence(game, level, t),
            "rating": measured.get(level),
        }
        for number, level in enumerate(bots.LEVELS)
    ]
