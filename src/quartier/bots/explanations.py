"""Why a move: by which of a title's groups of features its network likes the position after one move better than others.

What two positions differ by is shared out exactly. The linear path does so by itself. For a hidden unit, whose ReLU cuts
off, each group gets its share of the way that the unit went between the two positions: the Aumann-Shapley value (the
integrated gradient of Sundararajan and others, 2017), which for one layer of ReLU is that simple. All of it is whole
numbers; rounding goes by sums, so no part is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.bots import model_functions, network
from quartier.bots.weights import Weights, learned, net_for
from quartier.core.engine.networks import HIDDEN, ONE, SHIFT
from quartier.core.game.position import Position
from quartier.core.game.previews import previews

GAINED, RESULT = "gained", "result"
"""The names of the parts that are no features: what the seat has `points_so_far`; and, where one of two moves ends the game, all
that they differ by.
"""
TENTHS = 10
Parts = tuple[tuple[str, int], ...]
"""By group of features, GAINED and RESULT: tenths of a point by which a move is better. They add up to the whole difference.
"""


def against_all(known: Position, seat: int, moves: Sequence[str]) -> list[Parts]:
    """What speaks for each of some moves of a seat, against the average of all its moves; without a network nothing."""
    weights = learned(known)
    if weights is None:
        return [()] * len(moves)
    actions = known.legal(seat)
    tried = _tried(known, seat, actions, weights)
    return [_parts(tried, weights, actions.index(known.read(move)), slice(None)) for move in moves]


def against(known: Position, seat: int, move: str, other: str) -> Parts:
    """What speaks for a move of a seat against another one; without a network nothing."""
    weights = learned(known)
    if weights is None:
        return ()
    tried = _tried(known, seat, [known.read(move), known.read(other)], weights)
    return _parts(tried, weights, 0, slice(1, 2))


@dataclass(frozen=True)
class _Tried:
    """What the network sees after some moves of a seat; arrays have the axis of moves first."""

    names: tuple[str, ...]
    """The groups of features."""
    sums: Any
    """int64, (moves, groups, HIDDEN + 1): what each group adds to the units; nothing where the game is over"""
    gained: Any
    """int64, (moves,): what the seat has gained; all that the position is worth where the game is over. 1 is 2 ** -SHIFT"""
    over: Any
    """bool, (moves,)"""


def _tried(known: Position, seat: int, actions: list[int], weights: Weights) -> _Tried:
    groups: dict[str, int] = known.game.declared.hints.GROUPS
    after = previews(known, seat, np.array(actions, np.int64)).positions
    sums = np.zeros((len(actions), len(groups), HIDDEN + 1), np.int64)
    worth, over = np.zeros(len(actions), np.int64), np.zeros(len(actions), bool)
    net, values = net_for(known, weights), np.zeros(3 * known.seats)
    model, teller = known.game.bound(model_functions), known.game.bound(network)
    firsts = np.array(list(groups.values()))
    for i in range(len(actions)):
        raw: Any = after[i : i + 1].view(np.uint8).copy()
        model.evaluate_seats(memoryview(raw) if model.interpreted else raw, net, values)
        worth[i] = round(values[seat] * (1 << SHIFT))
        over[i] = known.game.kernels.to_act_at(after[i : i + 1]) == 0
        count = 0 if over[i] else teller.features_at(after[i : i + 1], seat, net.places, net.amounts)
        places, amounts = np.array(net.places[:count]), np.array(net.amounts[:count])
        rows = weights.rows[places].astype(np.int64) * amounts[:, None] if count else sums[i, :0]
        np.add.at(sums[i], np.searchsorted(firsts, places, "right") - 1, rows)
    return _Tried(tuple(groups), sums, worth - _outputs(sums, over, weights), over)


def _outputs(sums: Any, over: Any, weights: Weights) -> Any:
    """The network's outputs, int64, (moves,); nothing where the game is over."""
    units = sums.sum(axis=1) + weights.rows[-1].astype(np.int64)
    found = units[:, HIDDEN] * ONE + np.maximum(units[:, :HIDDEN], 0) @ weights.head
    return np.where(over, 0, found)


def _parts(tried: _Tried, weights: Weights, chosen: int, rivals: slice) -> Parts:
    """What speaks for one of the moves against the average of others."""
    over = tried.over[rivals] | tried.over[chosen]
    shares = np.where(over[:, None], 0, _shares(tried, weights, chosen, rivals))
    gained = tried.gained[chosen] - tried.gained[rivals]
    outputs = _outputs(tried.sums, tried.over, weights)
    ended = gained + outputs[chosen] - outputs[rivals]
    sums = [int(gained[~over].sum()), int(ended[over].sum()), *map(int, shares.sum(axis=0))]
    return tuple(zip((GAINED, RESULT, *tried.names), _rounded(sums, len(over) << SHIFT), strict=True))


def _shares(tried: _Tried, weights: Weights, chosen: int, rivals: slice) -> Any:
    """What each group adds to the difference of the outputs: int64, (rivals, groups). They add up to it exactly."""
    apart = tried.sums[chosen] - tried.sums[rivals]
    units = tried.sums.sum(axis=1) + weights.rows[-1].astype(np.int64)
    lit = np.maximum(units[:, :HIDDEN], 0)
    went = lit[chosen] - lit[rivals]
    way = np.cumsum(apart[:, :, :HIDDEN], axis=1)
    whole = np.where(way[:, -1:] == 0, 1, way[:, -1:])
    reached = np.floor_divide(went[:, None] * way, whole)
    each = np.diff(reached, axis=1, prepend=0)
    return each @ weights.head + apart[:, :, HIDDEN] * ONE


def _rounded(exact: list[int], unit: int) -> list[int]:
    """Tenths of a point, which add up to the rounded sum: those that lost most are rounded up."""
    result = [TENTHS * part // unit for part in exact]
    missing = round(TENTHS * sum(exact) / unit) - sum(result)
    lost = sorted(range(len(exact)), key=lambda i: -(TENTHS * exact[i] % unit))
    for i in lost[:missing]:
        result[i] += 1
    return result
