"""Drawbacks of the move with the highest immediate gain, if a search prefers another one; threats that the best parries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quartier.bots.explanations import Parts, against, against_all
from quartier.core.engine.dice import Dice
from quartier.core.engine.kernels import ENDS_GAME
from quartier.core.game.previews import previews
from quartier.core.game.state import State
from quartier.server.workers.diversity import MoveIdea

WORLDS = 12
"""Number of sampled worlds in which the replies to both moves are compared."""
THREAT = 2
"""The least points of a threat that is worth a word."""


class Reply(NamedTuple):
    """What an opponent may gain with the next move."""

    seat: int
    points: int


class Drawback(NamedTuple):
    """Why a move with a higher immediate gain is ranked below another one."""

    parts: Parts
    """The arguments for the other move; none in titles without a network."""
    reply: Reply | None
    """What an opponent could gain next, if it outweighs this move's higher immediate gain."""


def most_at_once(view: State, seat: int) -> list[str]:
    """Return the move with a seat's highest immediate gain, ties by its network; None if no move gains anything."""
    actions = np.array(view.legal(seat), np.int64)
    points = previews(view, seat, actions).points
    if points.max() <= 0:
        return []
    moves = [view.write(int(action)) for action in actions[points == points.max()]]
    if len(moves) == 1:
        return moves
    worth = [sum(part for _, part in parts) for parts in against_all(view, seat, moves)]
    return [moves[worth.index(max(worth))]]


def drawbacks_of(view: State, seat: int, selection: Sequence[MoveIdea], dice: Dice) -> dict[str, Drawback]:
    """Return, by notation, the drawback of the move with the highest immediate gain, if another ranks above it."""
    if not selection:
        return {}
    best, most = selection[0], max(selection, key=lambda move: move.points)
    more = most.points - best.points
    if more <= 0:
        return {}
    parts = against(view, seat, best.move, most.move)
    return {
        most.move: Drawback(
            parts, _better_reply(view, seat, view.read(most.move), view.read(best.move), more, dice)
        )
    }


def parried_by_best(view: State, seat: int, selection: Sequence[MoveIdea], dice: Dice) -> Reply | None:
    """Return the reply that every other selected move allows an opponent, if the best move at least halves its gain."""
    actions = [view.read(idea.move) for idea in selection]
    if len(actions) < 2:
        return None
    replies: list[list[Reply]] = [[] for _ in actions]
    for _ in range(WORLDS):
        world = view.determinize(seat, dice)
        for action, row in zip(actions, replies, strict=True):
            reply = _reply(world, seat, action, dice)
            if reply is None:
                return None
            row.append(reply)
    after_best, *totals = (max(0, sum(reply.points for reply in row)) for row in replies)
    if min(totals) < max(2 * after_best, after_best + THREAT * WORLDS):
        return None
    least = replies[1 + totals.index(min(totals))]
    return Reply(least[0].seat, round(min(totals) / WORLDS))


def _better_reply(view: State, seat: int, action: int, best: int, more: int, dice: Dice) -> Reply | None:
    """Return the best reply to an action, if on average it gains at least `more` than the best reply to the other one."""
    replies, others = [], []
    for _ in range(WORLDS):
        world = view.determinize(seat, dice)
        pair = _reply(world, seat, action, dice), _reply(world, seat, best, dice)
        if pair[0] is None or pair[1] is None:
            return None
        replies.append(pair[0])
        others.append(pair[1])
    gained = sum(reply.points for reply in replies) - sum(reply.points for reply in others)
    return max(replies, key=lambda reply: reply.points) if gained >= more * WORLDS else None


def _reply(world: State, seat: int, action: int, dice: Dice) -> Reply | None:
    """Return the next opponent's maximum gain in a world.

    None if the seat itself moves next, or the game is over or ends with the reply: then the gain is the final scoring's.
    """
    after = world.copy()
    after.play_action(seat, action)
    after.settle(dice)
    opponents = after.seats_to_act()
    if not opponents or seat in opponents:
        return None
    other = min(opponents)
    view = after.concealed(other)
    replies = previews(view, other, np.array(view.legal(other), np.int64))
    best = int(replies.points.argmax())
    return None if replies.endings[best] == ENDS_GAME else Reply(other, int(replies.points[best]))
