"""Players' names: short visible text that nobody takes for somebody else's, only ever shown as text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import count

import quartier
from quartier.bots.names import OTHERS
from quartier.core.text.confusables import MOST_MARKS, shows_nothing, skeleton
from quartier.core.text.languages import N_
from quartier.server.commands.word_filter import NOTHING, WordFilter
from quartier.server.errors import DomainError

LONGEST = 24
_JOINER, _PICTURE = "\u200d", "\ufe0f"
"""Allowed where they make one picture of several: an emoji of a family."""
_BOTS = {"bot", "bots"}


def clean(name: str, unwanted: WordFilter = NOTHING, program: bool = False) -> str:
    """The name as it is kept. Raises DomainError 422 for one that is empty, too long, partly invisible, that of a bot (a
    `program` may be called one), or `unwanted`.
    """
    name = re.sub(" {2,}", " ", unicodedata.normalize("NFKC", name).strip())
    if not name:
        raise DomainError(422, "name", N_("Please enter a name."))
    if len(name) > LONGEST:
        raise DomainError(422, "name", N_("This name is too long: at most {most} characters."), most=LONGEST)
    if is_invisible(name):
        raise DomainError(
            422, "name", N_("This name contains invisible control characters. Please type it again.")
        )
    if not program and _BOTS & {skeleton(word) for word in re.split(r"[\W_]+", name) if word}:
        raise DomainError(422, "name", N_("This name looks like a bot’s. Please choose another one."))
    if unwanted.masked(name) != name:
        raise DomainError(422, "name", N_("Nobody is called that here. Please choose another name."))
    return name


def must_be_no_bots(name: str) -> None:
    """Refused among strangers, who know a bot by its name. Among friends a bot steps aside (`bots.names`): there
    Max is called Max.
    """
    if skeleton(name) in _kept_free():
        raise DomainError(
            422, "name", N_("A bot is called like this, or nearly. Please choose another name.")
        )


@lru_cache
def _kept_free() -> frozenset[str]:
    """How the names of all bots look, and those by which somebody could speak for the server."""
    fronts = (quartier.load(title).declared.front for title in quartier.titles())
    called = [bot.name for front in fronts for bot in (*front.bots, *front.seconds.values())]
    return frozenset(map(skeleton, (*called, *OTHERS, "quartier", "admin", "host")))


def is_invisible(name: str) -> bool:
    """Whether signs of it show nothing or more than their place, or all of it is nothing to be seen."""
    before, marks = "", 0
    for sign in name:
        kind = unicodedata.category(sign)
        if shows_nothing(sign) and not _joins(sign, before):
            return True
        marks = marks + 1 if kind in ("Mn", "Me") and sign != _PICTURE else 0
        if marks > MOST_MARKS:
            return True
        before = sign
    return all(unicodedata.category(sign)[0] in "MZ" for sign in name)


def _joins(sign: str, before: str) -> bool:
    return (
        sign == _JOINER
        and before != ""
        and (before == _PICTURE or unicodedata.category(before) in ("So", "Sk"))
    )


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, with a number where one of the `others` looks like it: at a table nobody is taken for somebody else."""
    taken = {skeleton(other) for other in others}
    return next(each for each in _numbered(name) if skeleton(each) not in taken)


def _numbered(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        end = f" {number}"
        yield name[: LONGEST - len(end)].rstrip() + end


def all_unlike(names: dict[int, str]) -> dict[int, str]:
    """The same for several who sit down together, by seat."""
    result: dict[int, str] = {}
    for seat, name in names.items():
        result[seat] = unlike(name, result.values())
    return result
