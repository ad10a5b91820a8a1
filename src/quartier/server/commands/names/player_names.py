"""Player names: short visible text, confusable with no other at the table, always escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count

import quartier
from quartier.bots.names import OTHERS
from quartier.core.text.confusables import MAX_MARKS, shows_nothing, skeleton
from quartier.core.text.languages import N_
from quartier.server.commands.names.reserved_names import is_reserved
from quartier.server.commands.names.word_filter import NO_FILTER, WordFilter
from quartier.server.errors import DomainError

MAX_NAME_LENGTH = 24
MAX_SKELETON_LENGTH = 80
_JOINER, _PICTURE = "\u200d", "\ufe0f"
"""Allowed where they make one picture of several: an emoji of a family."""
_BOTS = {"bot", "bots"}


def clean(name: str, unwanted: WordFilter = NO_FILTER, program: bool = False) -> str:
    """Return the stored form of a name.

    Raises DomainError 422 if it is empty, too long, partly invisible, a bot's (unless for a `program`), or
    `unwanted`.
    """
    name = re.sub(" {2,}", " ", unicodedata.normalize("NFKC", name).strip())
    if not name:
        raise DomainError(422, "name", N_("Enter a name."))
    if len(name) > MAX_NAME_LENGTH:
        raise DomainError(
            422, "name", N_("This name is too long: at most {most} characters."), most=MAX_NAME_LENGTH
        )
    if is_invisible(name):
        raise DomainError(422, "name", N_("This name contains invisible control characters. Type it again."))
    if not program and _BOTS & {skeleton(part) for part in re.split(r"[\W_]+", name) if part}:
        raise DomainError(422, "name", N_("This name looks like a bot’s. Choose another."))
    if unwanted.mask(name) != name:
        raise DomainError(422, "name", N_("That name isn’t allowed here. Choose another."))
    return name


def must_not_be_reserved(name: str) -> None:
    """Raise DomainError for a bot's name, and for one that seems to speak for the server or to be no name at all.

    Strangers would be misled. Among friends such names are fine: the bot is renamed.
    """
    if skeleton(name) in _bot_names():
        raise DomainError(422, "name", N_("A bot has that name, or one very like it. Choose another."))
    if is_reserved(name):
        raise DomainError(
            422, "name", N_("This name is reserved, or looks like one that is. Choose another.")
        )


@lru_cache
def _bot_names() -> frozenset[str]:
    """Return the skeletons of all bots' names."""
    fronts = (quartier.load(title).spec.metadata for title in quartier.titles())
    called = [bot.name for front in fronts for bot in (*front.bots, *front.seconds.values())]
    return frozenset(map(skeleton, (*called, *OTHERS)))


def username_skeleton(name: str) -> str:
    """Return what confusable names of accounts have in common, truncated to what the database stores."""
    return skeleton(name)[:MAX_SKELETON_LENGTH]


def is_invisible(name: str) -> bool:
    """Return whether a name has invisible or overflowing characters, or nothing visible at all."""
    before, marks = "", 0
    for sign in name:
        kind = unicodedata.category(sign)
        if shows_nothing(sign) and not _joins(sign, before):
            return True
        marks = marks + 1 if kind in ("Mn", "Me") and sign != _PICTURE else 0
        if marks > MAX_MARKS:
            return True
        before = sign
    return all(unicodedata.category(sign)[0] in "MZ" for sign in name)


def _joins(sign: str, before: str) -> bool:
    return (
        sign == _JOINER
        and before != ""
        and (before == _PICTURE or unicodedata.category(before) in ("So", "Sk"))
    )


def make_unique(
    name: str, others: Iterable[str], is_free: Callable[[str], bool] = lambda candidate: True
) -> str:
    """Return the name, with a number if one of the `others` looks like it, or it is not free."""
    used = {skeleton(other) for other in others}
    candidates = (candidate for candidate in _numbered_names(name) if skeleton(candidate) not in used)
    return next(filter(is_free, candidates))


def is_made_from(unique: str, name: str) -> bool:
    """Return whether `make_unique` may have made a name from another."""
    number = re.search(r" \d+$", unique)
    return unique == name or (
        number is not None and unique == name[: MAX_NAME_LENGTH - len(number[0])].rstrip() + number[0]
    )


def _numbered_names(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        end = f" {number}"
        yield name[: MAX_NAME_LENGTH - len(end)].rstrip() + end


def make_all_unique(names: dict[int, str]) -> dict[int, str]:
    """Return unique names for several who sit down together, by seat."""
    result: dict[int, str] = {}
    for seat, name in names.items():
        result[seat] = make_unique(name, result.values())
    return result
