"""What a move of BlockCity brings, in words: points by category, or what a building still waits for."""

from functools import lru_cache

from quartier.core.text.effects import Gain, signed
from quartier.core.text.languages import N_, Translator

from ..rules.derived import CATEGORIES
from ..rules.moves import MISS, PASS
from ..rules.scoring import numbered, spoiling
from ..rules.state import (
    BUILDINGS,
    KINDS,
    PUBLIC,
    STORE,
    State,
)
from .names import kind_name

_CATEGORIES = (
    N_("{points} for parks"),
    N_("{points} for department stores"),
    N_("{points} for public buildings"),
    N_("{points} for houses"),
    N_("{points} for a miss"),
    N_("{points} for the full city"),
)

Changes = tuple[int, ...]
"""By category, what a move brings."""


def describe_effect(before: State, after: State, seat: int, action: int, points: int, t: Translator) -> Gain:
    """What a move brings."""
    if action == PASS:
        return Gain(t("Pass"), "0", (t("Brings nothing, and costs nothing."),))
    verb = t("Mark") if action >= MISS else t("Write")
    worth = before.store_points, before.set_points
    return _said(verb, points, _changes(before, after, seat), waits(before, seat, action), worth, t)


def _changes(before: State, after: State, seat: int) -> Changes:
    """The points of a seat by category, less those before."""
    own = slice(seat * CATEGORIES, (seat + 1) * CATEGORIES)
    return tuple(now - old for now, old in zip(after.derived[own], before.derived[own], strict=True))


def waits(before: State, seat: int, action: int) -> int:
    """What a number on a building may have to wait for: 0 nothing, also on a store that a miss has spoiled, 1 what is around
    a store, -1 that a neighbour of a store already has its number; else the kinds that the next set lacks (BC-17) as a set,
    0 bits for a set too many.
    """
    building, number = action % BUILDINGS, action // BUILDINGS + 1
    if action >= MISS:
        return 0
    if before.kinds[STORE] >> building & 1:
        around = before.around[building]
        return -1 if around & before.wrote[seat, number] else 0 if around & spoiling(before, seat) else 1
    if not any(before.kinds[kind] >> building & 1 for kind in PUBLIC):
        return 0
    done = numbered(before, seat) | 1 << building
    counts = {kind: (before.kinds[kind] & done).bit_count() for kind in PUBLIC}
    sets = min(counts.values())
    return (
        _TOO_MANY if sets >= before.most_sets else sum(1 << kind for kind in PUBLIC if counts[kind] <= sets)
    )


_TOO_MANY = 1 << len(KINDS)


@lru_cache(8192)
def _said(
    verb: str, points: int, changed: Changes, waiting: int, worth: tuple[int, int], t: Translator
) -> Gain:
    parts = [
        t(form).format(points=signed(change))
        for form, change in zip(_CATEGORIES, changed, strict=True)
        if change
    ]
    sentence = ", ".join(parts) + "." if parts else _waiting(waiting, *worth, t)
    return Gain(verb, signed(points), (sentence,))


def _waiting(waiting: int, store: int, public: int, t: Translator) -> str:
    """Why a number brings nothing yet; what a store and a set would bring."""
    if waiting == -1:
        return t("Brings nothing: a neighbour of this store shows the same number.")
    if waiting == 1:
        said = t("Brings nothing now; {points} once everything around shows other numbers.")
        return said.format(points=store)
    if waiting in (0, _TOO_MANY):
        return t("Brings nothing.")
    kinds = ", ".join(kind_name(kind, t) for kind in KINDS if waiting >> KINDS.index(kind) & 1)
    said = t("Brings nothing now; the next {points} still need: {kinds}.")
    return said.format(points=public, kinds=kinds)
