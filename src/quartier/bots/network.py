"""What a network says that a position is worth: arithmetic of `quartier.core.engine.networks`, features of the title."""

from typing import Any

from quartier.core.engine.contract import (
    evaluate,
    evaluate_actions,
    features,
    points_so_far,
    progress_penalty,
    to_act,
)
from quartier.core.engine.networks import SHIFT, Net, is_trained, output
from quartier.core.engine.signatures import Fields, Types

TYPES: Types = {"Net": Fields(Net, "int16_rows, ints, ints, ints, int32s, int32s, floats")}
SIGNATURES = {
    "features_at": "int64(record, int64, ints, ints)",
}


def worth(s: Any, seat: int, net: Net) -> float:
    """What a (concealed) position is worth to `seat`, in points: by the network, or else by the title's hints."""
    if not is_trained(net):
        return evaluate(s, seat)
    if to_act(s) == 0:
        return float(points_so_far(s, seat))
    count = features(s, seat, net.places, net.amounts)
    return points_so_far(s, seat) + output(net, count) / (1 << SHIFT)


def wanted(s: Any, seat: int, net: Net) -> float:
    """What a position is worth to `seat` where it plays by that: `worth`, but soon rather than late."""
    value = worth(s, seat, net)
    return value - progress_penalty(s, seat) if is_trained(net) and to_act(s) != 0 else value


def preferred(s: Any, seat: int, actions: Any, count: int, net: Net, out: Any) -> bool:
    """Whether the title says at once what a position is worth after each of its actions: then `out` has it."""
    return bool(is_trained(net) and evaluate_actions(s, seat, actions, count, net, out))


def features_at(a: Any, seat: int, places: Any, amounts: Any) -> int:
    """`features` for an array of one record."""
    return features(a[0], seat, places, amounts)
