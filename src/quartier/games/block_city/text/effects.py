"""Effects of BlockCity moves: what each scores, and why a bot chooses it."""

from functools import lru_cache

from quartier.core.engine.bits import lowest, popcount
from quartier.core.text.effects import Gain, with_sign
from quartier.core.text.languages import N_, Translator

from ..rules.derived import CATEGORIES
from ..rules.moves import MISS, PASS, writable
from ..rules.scoring import group_of, numbered_buildings, spoiling
from ..rules.state import BUILDINGS, KINDS, PARK, PUBLIC, SIDES, STORE, Record
from .labels import kind_name

_CATEGORIES = (
    N_("{points} for parks"),
    N_("{points} for department stores"),
    N_("{points} for public buildings"),
    N_("{points} for houses"),
    N_("{points} for a miss"),
    N_("{points} for a full city"),
)
Changes = tuple[int, ...]
"""By category, the points of a move."""


def describe_effect(
    before: Record, after: Record, seat: int, action: int, points: int, t: Translator
) -> Gain:
    """Describe the effect of a move."""
    if action == PASS:
        return Gain(t("Pass"), "0", (t("Scores nothing and costs nothing."),))
    verb = t("Mark a miss") if action >= MISS else t("Write")
    worth = before.store_points, before.set_points
    return _sentences(verb, points, _changes(before, after, seat), waits(before, seat, action), worth, t)


def _changes(before: Record, after: Record, seat: int) -> Changes:
    """Return the change of a seat's points by category."""
    own = slice(seat * CATEGORIES, (seat + 1) * CATEGORIES)
    return tuple(now - old for now, old in zip(after.derived[own], before.derived[own], strict=True))


def waits(before: Record, seat: int, action: int) -> int:
    """Return what a number on a building waits for.

    0: nothing, also on a store spoiled by a miss; 1: a store's neighbours; -1: a neighbour of the store
    already has its number. For a public building, the set of kinds that the next set lacks (BC-17), or
    _TOO_MANY.
    """
    building, number = action % BUILDINGS, action // BUILDINGS + 1
    if action >= MISS:
        return 0
    if before.kinds[STORE] >> building & 1:
        around = before.around[building]
        return -1 if around & before.wrote[seat, number] else 0 if around & spoiling(before, seat) else 1
    if not any(before.kinds[kind] >> building & 1 for kind in PUBLIC):
        return 0
    done = numbered_buildings(before, seat) | 1 << building
    counts = {kind: (before.kinds[kind] & done).bit_count() for kind in PUBLIC}
    sets = min(counts.values())
    return (
        _TOO_MANY if sets >= before.most_sets else sum(1 << kind for kind in PUBLIC if counts[kind] <= sets)
    )


_TOO_MANY = 1 << len(KINDS)


@lru_cache(8192)
def _sentences(
    verb: str, points: int, changed: Changes, waiting: int, worth: tuple[int, int], t: Translator
) -> Gain:
    parts = [
        t(form).format(points=with_sign(change))
        for form, change in zip(_CATEGORIES, changed, strict=True)
        if change
    ]
    sentence = ", ".join(parts) + "." if parts else _waiting(waiting, *worth, t)
    return Gain(verb, with_sign(points), (sentence,))


def _waiting(waiting: int, store: int, public: int, t: Translator) -> str:
    """Say why a number scores nothing yet, and what a store and a set would score."""
    if waiting == -1:
        return t("Scores nothing: a neighbour of this store has the same number.")
    if waiting == 1:
        form = t("Scores nothing yet, but {points} once every neighbour has a different number.")
        return form.format(points=store)
    if waiting in (0, _TOO_MANY):
        return t("Scores nothing.")
    kinds = ", ".join(kind_name(kind, t) for kind in KINDS if waiting >> KINDS.index(kind) & 1)
    form = t("Scores nothing yet. For {points} points you still need: {kinds}.")
    return form.format(points=public, kinds=kinds)


def explain(before: Record, after: Record, seat: int, action: int, group: str, t: Translator) -> str:
    """Explain a move with a group of features; "" if there is nothing to say."""
    if group == "parks" and action < MISS and before.kinds[PARK] >> action % BUILDINGS & 1:
        return _of_park(before, after, seat, action % BUILDINGS, action // BUILDINGS + 1, t)
    if group == "stores":
        return _of_stores(before, after, seat, t)
    if group == "public buildings":
        return _of_public(before, after, seat, action, t)
    return _of_room(after, seat, t) if group == "freedom" else ""


def _of_park(before: Record, after: Record, seat: int, building: int, number: int, t: Translator) -> str:
    """Explain the change of the park groups with this number."""
    parks = after.wrote[seat, number] & after.kinds[PARK]
    group = group_of(after, building, parks)
    others = _groups(before, before.wrote[seat, number] & before.kinds[PARK] & group)
    size, fields = popcount(group), {"number": number, "groups": others}
    if others > 1:
        form = t("Joins {groups} groups into one of {size} parks with a {number}.")
    elif others:
        form = t("Makes a group of {size} parks with a {number}.")
    elif parks & ~group:
        form = t("Starts another park group with a {number}.")
    else:
        form = t("Starts a park group with a {number}.")
    return form.format(size=size, **fields)


def _groups(s: Record, parks: int) -> int:
    """Return the number of connected groups in a set of parks."""
    result = 0
    while parks:
        parks &= ~group_of(s, lowest(parks), parks)
        result += 1
    return result


def _of_public(before: Record, after: Record, seat: int, action: int, t: Translator) -> str:
    """BC-17: explain a set that a number completes, or what the next one still lacks."""
    won = _changes(before, after, seat)[_PUBLIC_SETS]
    if won > 0:
        return t("Completes a set of public buildings: {points} points.").format(points=won)
    missing = waits(before, seat, action)
    if not 0 < missing < _TOO_MANY or before.kinds[STORE] >> action % BUILDINGS & 1:
        return ""
    kinds = ", ".join(kind_name(kind, t) for kind in KINDS if missing >> KINDS.index(kind) & 1)
    return t("Helps complete a set. You still need: {kinds}.").format(kinds=kinds)


_PUBLIC_SETS = 2
"""Index of public buildings among the categories."""


def _of_stores(before: Record, after: Record, seat: int, t: Translator) -> str:
    """Say how many department stores can still score, if the move spoils none of them."""
    old, now = _promising(before, seat), _promising(after, seat)
    if now < old or not now:
        return ""
    return t("A department store can still score.") if now == 1 else t(_STORES).format(count=now)


_STORES = N_("{count} department stores can still score.")


def _promising(s: Record, seat: int) -> int:
    """BC-16: return the numbered department stores without an equal neighbour or a miss that spoils them."""
    result, spoiled = 0, spoiling(s, seat)
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[STORE]
        while left:
            result += not s.around[lowest(left)] & (s.wrote[seat, number] | spoiled)
            left &= left - 1
    return result


def _of_room(after: Record, seat: int, t: Translator) -> str:
    """Say how many buildings can take the scarcest number, if those are few."""
    spots, number = min((popcount(writable(after, seat, number)), number) for number in range(1, SIDES + 1))
    if not 0 < spots <= _MAX_LISTED:
        return ""
    form = t("Leaves {spots} buildings where a {number} fits.") if spots > 1 else t(_ONE_SPOT)
    return form.format(number=number, spots=spots)


_MAX_LISTED = 4
_ONE_SPOT = N_("Leaves one building where a {number} fits.")
