"""What the network says of all moves at once: by what each changes on the sheet, not by telling each whole sheet anew."""

from typing import Any

from quartier.core.engine.networks import SHIFT, Net, exchanged, keep, output

from ..rules.moves import MISS, PASS
from ..rules.scoring import score
from ..rules.state import BUILDINGS, PARK, State
from ..rules.turn import play, to_act
from .features import (
    features,
    tell_buildings,
    tell_freedom,
    tell_pace,
    tell_parks,
    tell_stores,
)

_GONE, _COME, _FRESH = 192, 320, 448
"""Where lists of features begin in the network's working space: before them lie those of the whole sheet."""
_FREEDOMS, _PACES = 6, 8
"""How many features `tell_freedom` and `tell_pace` tell."""


def evaluate_actions(s: State, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Each move is made on the sheet, told by its difference, and taken back."""
    told = features(s, seat, net.places, net.amounts)
    output(net, told)
    keep(net)
    for i in range(count):
        out[i] = worth_after(s, seat, actions[i], net, told)
    return 1


def worth_after(s: State, seat: int, action: int, net: Net, told: int) -> float:
    """What the position is worth after a move; `net` keeps the sums of what it is like before."""
    written, beside = changed(s, action)
    gone = tell_changed(s, seat, written, beside, net.places, _GONE)
    number, empty, missed = number_of(action), s.empty[seat], s.missed[seat]
    wrote, near = s.wrote[seat, number], s.near[seat, number]
    phase, active, other, waiting = s.phase, s.active, s.other, s.waiting
    play(s, seat, action)
    value = float(score(s, seat))
    if to_act(s) != 0:
        come = tell_changed(s, seat, written, beside, net.places, _COME)
        tell_pace(s, seat, net.places, tell_freedom(s, seat, net.places, _FRESH))
        gone, come = compare(net.places, s.buildings, _FRESH, _FREEDOMS, gone, come)
        gone, come = compare(net.places, told - _PACES, _FRESH + _FREEDOMS, _PACES, gone, come)
        value += exchanged(net, _GONE, gone, _COME, come) / (1 << SHIFT)
    s.empty[seat], s.missed[seat] = empty, missed
    s.wrote[seat, number], s.near[seat, number] = wrote, near
    s.phase, s.active, s.other, s.waiting = phase, active, other, waiting
    return value


def number_of(action: int) -> int:
    """The number that an action writes; 0 for any other."""
    return action // BUILDINGS + 1 if action < MISS else 0


def changed(s: State, action: int) -> tuple[int, int]:
    """The buildings that look otherwise after an action, and those that have one of them beside them too."""
    if action >= PASS:
        return 0, 0
    building = action % BUILDINGS
    beside = 1 << building | s.around[building]
    return (beside if action < MISS else 1 << building), beside


def tell_changed(s: State, seat: int, written: int, beside: int, places: Any, count: int) -> int:
    """The features of the sheet that such a change may concern."""
    count = tell_buildings(s, seat, written, places, count)
    if written & s.kinds[PARK]:
        count = tell_parks(s, seat, places, count)
    return tell_stores(s, seat, beside, places, count)


def compare(places: Any, before: int, after: int, length: int, gone: int, come: int) -> tuple[int, int]:
    """Add to the lists that end at `gone` and `come` what is otherwise in two lists of the same features."""
    for i in range(length):
        if places[before + i] != places[after + i]:
            places[gone], places[come] = places[before + i], places[after + i]
            gone += 1
            come += 1
    return gone, come
