"""Network evaluation of a position: arithmetic of `quartier.core.engine.networks`, features of the title."""

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
    """Return the value of a (concealed) position for `seat`, in points: by the network, else by `evaluate`."""
    if not is_trained(net):
        return evaluate(s, seat)
    if to_act(s) == 0:
        return float(points_so_far(s, seat))
    count = features(s, seat, net.indices, net.values)
    return points_so_far(s, seat) + output(net, count) / (1 << SHIFT)


def decision_value(s: Any, seat: int, net: Net) -> float:
    """Return the value of a position for decisions of `seat`: its value, minus the penalty that prefers faster wins."""
    value = worth(s, seat, net)
    return value - progress_penalty(s, seat) if is_trained(net) and to_act(s) != 0 else value


def has_action_values(s: Any, seat: int, actions: Any, count: int, net: Net, out: Any) -> bool:
    """Return whether the title evaluates all actions together: then `out` has the values."""
    return bool(is_trained(net) and evaluate_actions(s, seat, actions, count, net, out))


def features_at(a: Any, seat: int, indices: Any, values: Any) -> int:
    """Call `features` for an array of one record."""
    return features(a[0], seat, indices, values)
