"""Idea, target and points of a search's candidate moves, in the title's own terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from quartier.bots.analysis import Candidate
from quartier.bots.explanations import Parts
from quartier.bots.principal_variation import Step
from quartier.core.game.base_state import BaseState
from quartier.core.game.previews import Previews, previews
from quartier.core.text.languages import translator
from quartier.server.workers.diversity import MoveIdea


def move_ideas(
    view: BaseState,
    seat: int,
    candidates: Sequence[Candidate],
    why: Mapping[str, Parts],
    recent: Sequence[int] = (),
) -> list[MoveIdea]:
    """Return some moves of a seat with their targets, ideas and points.

    Args:
        view: The position concealed for the seat, which is to move.
        seat: The seat.
        candidates: The moves.
        why: The arguments for each.
        recent: The actions of the seat since its previous turn began.
    """
    title_text: Any = view.game.spec.text
    sound = [item for item in candidates if not undoes_recent(title_text, view.read(item.move), recent)]
    candidates = sound or candidates
    tried = previews(view, seat, np.array([view.read(item.move) for item in candidates], np.int64))
    return [
        MoveIdea(
            item.move,
            item.values[seat],
            item.visits,
            *_ends(title_text.paths(int(tried.actions[i]), view.board)[0]),
            _group(why[item.move]) or _verb(title_text, tried, i, seat),
            int(tried.points[i]),
            sum(part for _, part in why[item.move]),
            _is_idle(title_text, tried, i, seat),
        )
        for i, item in enumerate(candidates)
    ]


def _ends(path: list[str]) -> tuple[str, str]:
    """Return target and means of a move: its last and its first touch."""
    return path[-1], path[0]


def _group(parts: Parts) -> str:
    """Return the feature group with the largest part in favour of a move; "" without a network, or if there is none."""
    group, part = max(parts, key=lambda item: item[1], default=("", 0))
    return group if part > 0 else ""


def undoes_recent(title_text: Any, action: int, recent: Sequence[int]) -> bool:
    """Return whether a title considers one of a seat's recent actions pointless after another one."""
    undoes = getattr(title_text, "undoes", None)
    return undoes is not None and any(undoes(earlier, action) for earlier in recent)


def sound_line(view: BaseState, seat: int, steps: Sequence[Step], recent: Sequence[int]) -> tuple[Step, ...]:
    """Return an expected line up to the first step with which the seat would undo one of its own."""
    own, result = list(recent), []
    for step in steps:
        action = view.read(step.move)
        if step.seat == seat and undoes_recent(view.game.spec.text, action, own):
            break
        own += [action] * (step.seat == seat)
        result.append(step)
    return tuple(result)


def _is_idle(title_text: Any, tried: Previews, index: int, seat: int) -> bool:
    """Return whether a title considers a move idle."""
    if not hasattr(title_text, "is_idle"):
        return False
    before, after = tried.state.open_record(), tried.open_record(index)
    return bool(title_text.is_idle(before, after, seat, int(tried.actions[index])))


def _verb(title_text: Any, tried: Previews, index: int, seat: int) -> str:
    """Return the label of the button that plays a move, if its title has one; else its first touch."""
    view, action = tried.state, int(tried.actions[index])
    if not hasattr(title_text, "describe_effect"):
        return str(title_text.paths(action, view.board)[0][0])
    t = translator("en", view.game.spec.folder)
    points = int(tried.points[index])
    return str(
        title_text.describe_effect(view.open_record(), tried.open_record(index), seat, action, points, t).verb
    )
