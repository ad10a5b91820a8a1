"""Explanations of moves: which of a title's feature groups make its network prefer the position after one move.

The difference between two positions is attributed exactly. The linear path is additive. For a hidden unit,
which the ReLU clips, each group gets its share of the way that the unit went between the two positions: the
Aumann-Shapley value (the integrated gradient of Sundararajan and others, 2017), which has this simple form
for one ReLU layer. Everything is in integers; rounding preserves sums, so no part is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.bots import model_functions, network
from quartier.bots.weights import Weights, find_weights, net_for
from quartier.core.engine.networks import HIDDEN, ONE, SHIFT
from quartier.core.game.base_state import BaseState
from quartier.core.game.previews import previews

GAINED, RESULT = "gained", "result"
"""The parts that are no features: `points_so_far`; and the whole difference if one of two moves ends the game."""
TENTHS = 10
Parts = tuple[tuple[str, int], ...]
"""By feature group, GAINED and RESULT: the tenths of a point by which a move is better. They sum to the whole difference."""


def against_all(state: BaseState, seat: int, moves: Sequence[str]) -> list[Parts]:
    """Explain each of some moves of a seat against the average of all its moves; empty without a network."""
    weights = find_weights(state)
    if weights is None:
        return [()] * len(moves)
    actions = state.legal(seat)
    tried = _try_moves(state, seat, actions, weights)
    return [_parts(tried, weights, actions.index(state.read(move)), slice(None)) for move in moves]


def against(state: BaseState, seat: int, move: str, other: str) -> Parts:
    """Explain a move of a seat against another one; empty without a network."""
    weights = find_weights(state)
    if weights is None:
        return ()
    tried = _try_moves(state, seat, [state.read(move), state.read(other)], weights)
    return _parts(tried, weights, 0, slice(1, 2))


@dataclass(frozen=True)
class _TriedMoves:
    """The network's inputs after some moves of a seat; axis 0 of the arrays is the move."""

    names: tuple[str, ...]
    """The groups of features."""
    sums: Any
    """int64, (moves, groups, HIDDEN + 1): the contribution of each group to the units; 0 if the game is over"""
    gained: Any
    """int64, (moves,): the points so far, or the result if the game is over; in units of 2 ** -SHIFT"""
    over: Any
    """bool, (moves,)"""


def _try_moves(state: BaseState, seat: int, actions: list[int], weights: Weights) -> _TriedMoves:
    groups: dict[str, int] = state.game.spec.bots.GROUPS
    after = previews(state, seat, np.array(actions, np.int64)).positions
    sums = np.zeros((len(actions), len(groups), HIDDEN + 1), np.int64)
    worth, over = np.zeros(len(actions), np.int64), np.zeros(len(actions), bool)
    net, values = net_for(state, weights), np.zeros(3 * state.seats)
    model, features_model = state.game.bound(model_functions), state.game.bound(network)
    firsts = np.array(list(groups.values()))
    for i in range(len(actions)):
        raw: Any = after[i : i + 1].view(np.uint8).copy()
        model.evaluate_seats(memoryview(raw) if model.is_interpreted else raw, net, values)
        worth[i] = round(values[seat] * (1 << SHIFT))
        over[i] = state.game.kernels.to_act_at(after[i : i + 1]) == 0
        count = 0 if over[i] else features_model.features_at(after[i : i + 1], seat, net.indices, net.values)
        indices, counts = np.array(net.indices[:count]), np.array(net.values[:count])
        rows = weights.rows[indices].astype(np.int64) * counts[:, None] if count else sums[i, :0]
        np.add.at(sums[i], np.searchsorted(firsts, indices, "right") - 1, rows)
    return _TriedMoves(tuple(groups), sums, worth - _outputs(sums, over, weights), over)


def _outputs(sums: Any, over: Any, weights: Weights) -> Any:
    """Return the network's outputs, int64, (moves,); 0 if the game is over."""
    units = sums.sum(axis=1) + weights.rows[-1].astype(np.int64)
    outputs = units[:, HIDDEN] * ONE + np.maximum(units[:, :HIDDEN], 0) @ weights.head
    return np.where(over, 0, outputs)


def _parts(tried: _TriedMoves, weights: Weights, chosen: int, rivals: slice) -> Parts:
    """Explain one of the moves against the average of the others."""
    over = tried.over[rivals] | tried.over[chosen]
    shares = np.where(over[:, None], 0, _shares(tried, weights, chosen, rivals))
    gained = tried.gained[chosen] - tried.gained[rivals]
    outputs = _outputs(tried.sums, tried.over, weights)
    ended = gained + outputs[chosen] - outputs[rivals]
    sums = [int(gained[~over].sum()), int(ended[over].sum()), *map(int, shares.sum(axis=0))]
    return tuple(zip((GAINED, RESULT, *tried.names), _round_parts(sums, len(over) << SHIFT), strict=True))


def _shares(tried: _TriedMoves, weights: Weights, chosen: int, rivals: slice) -> Any:
    """Return each group's part of the difference of the outputs: int64, (rivals, groups). They sum to it exactly."""
    differences = tried.sums[chosen] - tried.sums[rivals]
    units = tried.sums.sum(axis=1) + weights.rows[-1].astype(np.int64)
    lit = np.maximum(units[:, :HIDDEN], 0)
    went = lit[chosen] - lit[rivals]
    way = np.cumsum(differences[:, :, :HIDDEN], axis=1)
    whole = np.where(way[:, -1:] == 0, 1, way[:, -1:])
    reached = np.floor_divide(went[:, None] * way, whole)
    group_parts = np.diff(reached, axis=1, prepend=0)
    return group_parts @ weights.head + differences[:, :, HIDDEN] * ONE


def _round_parts(exact: list[int], unit: int) -> list[int]:
    """Return tenths of a point that sum to the rounded total: those with the largest remainders are rounded up."""
    result = [TENTHS * part // unit for part in exact]
    missing = round(TENTHS * sum(exact) / unit) - sum(result)
    lost = sorted(range(len(exact)), key=lambda i: -(TENTHS * exact[i] % unit))
    for i in lost[:missing]:
        result[i] += 1
    return result
