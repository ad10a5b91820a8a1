"""The fast bots as loops: a random move, or the one after which the position has the highest value."""

from typing import Any

from quartier.bots import network
from quartier.bots.network import decision_value, has_action_values
from quartier.core.engine.bits import below, next64
from quartier.core.engine.contract import legal, play, sample, style_bonus
from quartier.core.engine.kernels import assign
from quartier.core.engine.networks import Net


def greedy(a: Any, scratch: Any, seat: int, rng: Any, net: Net, noise: float, style: int, out: Any) -> int:
    """Return the legal action with the highest value; ties are broken at random. `a` is concealed for `seat`.

    With `noise` each value has an error of about that many points: close moves are often confused, good and
    bad ones rarely. With a `style` (PLAIN: none) moves that it prefers get a bonus.
    """
    count = legal(a[0], seat, out)
    has_values = has_action_values(a[0], seat, out, count, net, net.action_values)
    best, best_value, ties = -1, 0.0, 0
    for i in range(count):
        value = net.action_values[i] if has_values else worth_after(a, scratch, seat, out[i], net)
        if noise > 0.0:
            value += noise * error(rng)
        if style != PLAIN:
            value += style_bonus(a[0], seat, out[i], style) * (1.0 + noise / _DROWNED)
        if best < 0 or value > best_value:
            best, best_value, ties = out[i], value, 1
        elif value == best_value:
            ties += 1
            if next64(rng) % ties == 0:
                best = out[i]
    return best


def worth_after(a: Any, scratch: Any, seat: int, action: int, net: Net) -> float:
    """Return the value of a position for `seat` after one of its actions, as in `decision_value`."""
    assign(scratch, a)
    play(scratch[0], seat, action)
    return decision_value(scratch[0], seat, net)


def error(rng: Any) -> float:
    """Return a nearly standard normal random number, computed from integers so that both modes agree."""
    total = 0
    for _ in range(_PARTS):
        total += below(rng, _PART)
    return float((total - _MIDDLE) / _DEVIATION)


_PARTS, _PART = 4, 1 << 16
_MIDDLE = _PARTS * (_PART - 1) / 2
_DEVIATION = (_PARTS * (_PART * _PART - 1) / 12) ** 0.5

PLAIN = 0
"""The style number of a bot without a style."""
_DROWNED = 6.0
"""The noise at which a style's bonus doubles: the noisier the bot, the more its preferences have to count."""

RANDOM_POLICY, GREEDY_POLICY = 0, 1
"""Bots that are kernels, by their number in `decide`."""


def decide(policy: int, a: Any, scratch: Any, seat: int, rng: Any, net: Net, out: Any) -> int:
    """Return the action of a kernel bot; `a` is concealed for `seat`."""
    if policy == GREEDY_POLICY:
        return greedy(a, scratch, seat, rng, net, 0.0, PLAIN, out)
    return sample(a[0], seat, rng, out)


TYPES = network.TYPES
SIGNATURES = {"greedy": "int64(record, record, int64, rng, Net, float64, int64, ints)"}
