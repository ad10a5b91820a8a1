"""Network evaluations of the moves of one record, all together and each alone: loops that only the suite uses."""

from typing import Any

from quartier.bots import network
from quartier.bots.network import worth
from quartier.core.engine.contract import evaluate_actions, play
from quartier.core.engine.kernels import assign
from quartier.core.engine.networks import Net

TYPES = network.TYPES
SIGNATURES = {
    "evaluate_together": "int64(record, int64, ints, int64, Net, floats)",
    "evaluate_each": "void(record, record, int64, ints, int64, Net, floats)",
}


def evaluate_together(a: Any, seat: int, actions: Any, count: int, net: Net, out: Any) -> int:
    """Call `evaluate_actions` for an array of one record."""
    return evaluate_actions(a[0], seat, actions, count, net, out)


def evaluate_each(a: Any, scratch: Any, seat: int, actions: Any, count: int, net: Net, out: Any) -> None:
    """Do the same by playing each action and evaluating the position after it."""
    for i in range(count):
        assign(scratch, a)
        play(scratch[0], seat, actions[i])
        out[i] = worth(scratch[0], seat, net)
