"""What a finished game is remembered by: the winner's city, how the scores went, and where the game turned.

The turning point needs no search: it is the event after which the winner's lead had grown most, told by the categories of
the score before and after it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from quartier.core.engine.contract import CHANCE
from quartier.core.text.effects import signed
from quartier.core.text.languages import Translator, translator
from quartier.server.views.finished import curve, models
from quartier.server.views.finished.curve import Point
from quartier.server.views.replays import Replay

MOST = 2
"""Categories that the sentence names."""


def described(found: Replay, eyes: int | None, lang: str) -> models.Finale:
    """The end of a finished game. Of several winners the one at seat `eyes` shows the city."""
    t, points = translator(lang), scores(found.state)
    seat = shown(found, eyes)
    at = _turn(_played(found, points), seat)
    scored = any(any(values) for _, values in points)
    best = None if eyes is None or eyes >= found.state.seats else _best(found, points, eyes)
    turn = None if at is None else (at, seat)
    drawn = (
        curve.of_scores(points, found.state.looks(), turn, t("The scores during the game")) if scored else ""
    )
    return {
        "board": found.state.parts(seat, lang)["board"],
        "curve": drawn,
        "turning": None if at is None else _turning(found, points, at, seat, lang, t),
        "best": None if best is None or eyes is None else _turning(found, points, best, eyes, lang, t),
        "count": _counted(found, seat, lang),
    }


def _counted(found: Replay, seat: int, lang: str) -> list[models.CountedStep]:
    """What is counted on the board before the result is said; a game that was given up has nothing to count."""
    if found.result is None or found.result.resigned is not None:
        return []
    return [
        {"name": name, "text": text, "places": [list(each) for each in places], "points": list(points)}
        for name, text, places, points in found.state.seen_by(seat, lang).count(found.names)
    ]


def scores(state: Any) -> list[Point]:
    """The score of every seat after 0, 1, ... events."""
    kernels, record = state.game.kernels, state.game.declared.state
    positions = [*(record.from_bytes(past.before) for past in state.past), state.position]
    return [
        (event, [int(kernels.score_at(position, seat)) for seat in range(state.seats)])
        for event, position in enumerate(positions)
    ]


def shown(found: Replay, eyes: int | None) -> int:
    """The winner with the most points; the seat that looks, if it is one of several."""
    winners = found.result.winners if found.result is not None else []
    final = found.state.scores()
    return max(winners or range(len(final)), key=lambda seat: (final[seat], seat == eyes, -seat))


def _played(found: Replay, points: list[Point]) -> list[Point]:
    """The scores while moves made them: without what was dealt before the first move, and what the end of the game brought
    to all (a title's `COUNTED_LAST`).
    """
    first = next((index for index, past in enumerate(found.state.past) if past.actor != CHANCE), len(points))
    counted_last = found.state.over and getattr(found.state.game.declared.words, "COUNTED_LAST", False)
    return points[first : -1 if counted_last else None]


def _turn(points: list[Point], seat: int) -> int | None:
    """The event after which the seat's lead had grown most; of several the one that brought it forward, then the last."""
    steps = [
        (_lead(after, seat) - _lead(before, seat), rank(before, seat) - rank(after, seat), event)
        for (_, before), (event, after) in pairwise(points)
        if after[seat] > before[seat]
    ]
    return max(steps)[2] if steps else None


def _best(found: Replay, points: list[Point], seat: int) -> int | None:
    """The event of the seat's own move that brought it most points; of several the one that moved its lead most."""
    past = found.state.past
    steps = [
        (after[seat] - before[seat], _lead(after, seat) - _lead(before, seat), event)
        for (_, before), (event, after) in pairwise(_played(found, points))
        if after[seat] > before[seat] and past[event - 1].actor == seat
    ]
    return max(steps)[2] if steps else None


def _lead(values: Any, seat: int) -> float:
    return float(
        values[seat] - max((value for other, value in enumerate(values) if other != seat), default=0)
    )


def rank(values: Any, seat: int) -> int:
    """The place of a seat, the first being 1."""
    return 1 + sum(bool(value > values[seat]) for value in values)


def _turning(
    found: Replay, points: list[Point], at: int, seat: int, lang: str, t: Translator
) -> models.TurningPoint:
    before, after = points[at - 1][1], points[at][1]
    told = found.state.seen_by(None, lang).log_line(at - 1, found.names).text
    parts = [_changes(found.state, at, seat, lang), _moved(rank(before, seat), rank(after, seat), t)]
    return {
        "at": at,
        "gain": signed(int(after[seat] - before[seat])),
        "text": " ".join([told, *(f"{part}." for part in parts if part)]),
    }


def _changes(state: Any, at: int, seat: int, lang: str) -> str:
    """The categories that changed most, as "Houses 12 → 18"."""
    before, after = (dict(state.at(step).seen_by(None, lang).sources(seat)) for step in (at - 1, at))
    changed = [name for name in {**before, **after} if before.get(name, 0) != after.get(name, 0)]
    changed.sort(key=lambda name: -abs(after.get(name, 0) - before.get(name, 0)))
    return ", ".join(
        f"{name} {before.get(name, 0)} → {after.get(name, 0)}".replace("-", "−") for name in changed[:MOST]
    )


def _moved(before: int, after: int, t: Translator) -> str:
    """From which place to which, where that changed."""
    if before <= after:
        return ""
    return t("From place {before} to place {after}").format(before=before, after=after)
