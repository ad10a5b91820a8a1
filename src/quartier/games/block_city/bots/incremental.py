"""Incremental network evaluation of all moves: only the features that a move changes are extracted again."""

from typing import Any

from quartier.core.engine.networks import SHIFT, Net, keep, output, output_exchanging

from ..rules.moves import MISS, PASS
from ..rules.scoring import score
from ..rules.state import BUILDINGS, PARK, Record
from ..rules.turn import play, to_act
from .features import (
    append_buildings,
    append_freedom,
    append_pace,
    append_parks,
    append_stores,
    features,
)

_REMOVED_AT, _ADDED_AT, _CURRENT_AT = 192, 320, 448
"""Offsets of feature lists in the network's scratch space, after those of the whole sheet."""
_FREEDOMS, _PACES = 6, 8
"""How many features `append_freedom` and `append_pace` append."""


def evaluate_actions(s: Record, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Write the value after each move into `out`: make it, update the features that differ, undo it; return 1."""
    feature_count = features(s, seat, net.indices, net.values)
    output(net, feature_count)
    keep(net)
    for i in range(count):
        out[i] = worth_after(s, seat, actions[i], net, feature_count)
    return 1


def worth_after(s: Record, seat: int, action: int, net: Net, feature_count: int) -> float:
    """Return the value of the position after a move; `net` keeps the sums of the position before it."""
    written, affected = changed_buildings(s, action)
    removed = append_changed(s, seat, written, affected, net.indices, _REMOVED_AT)
    number, empty, missed = number_of(action), s.empty[seat], s.missed[seat]
    wrote, near = s.wrote[seat, number], s.near[seat, number]
    phase, active, other, waiting = s.phase, s.active, s.other, s.waiting
    play(s, seat, action)
    value = float(score(s, seat))
    if to_act(s) != 0:
        added = append_changed(s, seat, written, affected, net.indices, _ADDED_AT)
        append_pace(s, seat, net.indices, append_freedom(s, seat, net.indices, _CURRENT_AT))
        removed, added = compare(net.indices, s.buildings, _CURRENT_AT, _FREEDOMS, removed, added)
        removed, added = compare(
            net.indices, feature_count - _PACES, _CURRENT_AT + _FREEDOMS, _PACES, removed, added
        )
        value += output_exchanging(net, _REMOVED_AT, removed, _ADDED_AT, added) / (1 << SHIFT)
    s.empty[seat], s.missed[seat] = empty, missed
    s.wrote[seat, number], s.near[seat, number] = wrote, near
    s.phase, s.active, s.other, s.waiting = phase, active, other, waiting
    return value


def number_of(action: int) -> int:
    """Return the number that an action writes; 0 for any other."""
    return action // BUILDINGS + 1 if action < MISS else 0


def changed_buildings(s: Record, action: int) -> tuple[int, int]:
    """Return the buildings that an action changes, and those together with their neighbours."""
    if action >= PASS:
        return 0, 0
    building = action % BUILDINGS
    affected = 1 << building | s.around[building]
    return (affected if action < MISS else 1 << building), affected


def append_changed(s: Record, seat: int, written: int, affected: int, indices: Any, count: int) -> int:
    """Append the features of the sheet that changing these buildings may affect."""
    count = append_buildings(s, seat, written, indices, count)
    if written & s.kinds[PARK]:
        count = append_parks(s, seat, indices, count)
    return append_stores(s, seat, affected, indices, count)


def compare(indices: Any, before: int, after: int, length: int, removed: int, added: int) -> tuple[int, int]:
    """Append the differences of two lists of the same features to the lists that end at `removed` and `added`."""
    for i in range(length):
        if indices[before + i] != indices[after + i]:
            indices[removed], indices[added] = indices[before + i], indices[after + i]
            removed += 1
            added += 1
    return removed, added
