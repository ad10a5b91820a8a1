"""Why a move of BlockCity, in words: what the network's groups of features are called, and what a move does there."""

from quartier.core.engine.bits import lowest, popcount
from quartier.core.text.languages import N_, Translator

from ..rules.moves import MISS
from ..rules.scoring import group_of, spoiling
from ..rules.state import (
    BUILDINGS,
    PARK,
    SIDES,
    STORE,
    State,
)
from ..rules.writing import writable

GROUPS = {
    "gained": N_("points at once"),
    "result": N_("the result"),
    "buildings": N_("numbers on buildings"),
    "bounds": N_("numbers on buildings"),
    "freedom": N_("room for numbers"),
    "parks": N_("parks"),
    "stores": N_("department stores"),
    "public buildings": N_("public buildings"),
    "pace": N_("tempo"),
    "moment": N_("tempo"),
    "seats": N_("tempo"),
}


def explain(before: State, after: State, seat: int, action: int, group: str, t: Translator) -> str:
    """What a move does for a group of features; "" where there is nothing to say."""
    if group == "parks" and action < MISS and before.kinds[PARK] >> action % BUILDINGS & 1:
        return _of_park(before, after, seat, action % BUILDINGS, action // BUILDINGS + 1, t)
    if group == "stores":
        return _of_stores(before, after, seat, t)
    return _of_room(after, seat, t) if group == "freedom" else ""


def _of_park(before: State, after: State, seat: int, building: int, number: int, t: Translator) -> str:
    """What becomes of the groups of parks with this number."""
    parks = after.wrote[seat, number] & after.kinds[PARK]
    group = group_of(after, building, parks)
    others = _groups(before, before.wrote[seat, number] & before.kinds[PARK] & group)
    size, fields = popcount(group), {"number": number, "groups": others}
    if others > 1:
        form = t("Joins {groups} groups of parks with {number} to one of {size}.")
    elif others:
        form = t("Makes a group of {size} parks with {number}.")
    elif parks & ~group:
        form = t("Keeps two groups of parks with {number} apart.")
    else:
        form = t("Begins a group of parks with {number}.")
    return form.format(size=size, **fields)


def _groups(s: State, parks: int) -> int:
    """How many connected groups a set of parks makes."""
    result = 0
    while parks:
        parks &= ~group_of(s, lowest(parks), parks)
        result += 1
    return result


def _of_stores(before: State, after: State, seat: int, t: Translator) -> str:
    """How many department stores can still score, if the move takes none of them away."""
    old, now = _promising(before, seat), _promising(after, seat)
    if now < old or not now:
        return ""
    return t("A department store can still score.") if now == 1 else t(_STORES).format(count=now)


_STORES = N_("{count} department stores can still score.")


def _promising(s: State, seat: int) -> int:
    """BC-16: department stores with a number and no equal one beside them, nor a miss that spoils them."""
    result, spoiled = 0, spoiling(s, seat)
    for number in range(1, SIDES + 1):
        left = s.wrote[seat, number] & s.kinds[STORE]
        while left:
            result += not s.around[lowest(left)] & (s.wrote[seat, number] | spoiled)
            left &= left - 1
    return result


def _of_room(after: State, seat: int, t: Translator) -> str:
    """On how many buildings the scarcest number fits, if those are few."""
    spots, number = min((popcount(writable(after, seat, number)), number) for number in range(1, SIDES + 1))
    if not 0 < spots <= _FEW:
        return ""
    form = t("Even {number} still fits on {spots} buildings.") if spots > 1 else t(_ONE_SPOT)
    return form.format(number=number, spots=spots)


_FEW = 4
_ONE_SPOT = N_("Even {number} still fits on one building.")
