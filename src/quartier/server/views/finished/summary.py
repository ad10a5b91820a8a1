"""End-of-game summary: the board, the score curve and the turning point.

The turning point needs no search: it is the event after which the winner's lead had grown most, described by the score
categories before and after it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from quartier.bots import LEVELS
from quartier.core.drawing.svg import Svg
from quartier.core.engine.contract import CHANCE
from quartier.core.text.effects import with_sign
from quartier.core.text.languages import Translator, translator
from quartier.server.views import bot_levels
from quartier.server.views.finished import curve, models
from quartier.server.views.finished.curve import Point
from quartier.server.views.replays import Replay

MAX_CATEGORIES = 2
"""Categories that the sentence names."""


def summary_view(replay: Replay, eyes: int | None, lang: str) -> models.Finale:
    """Return the end-of-game summary for the viewer at seat `eyes` (None: a spectator)."""
    t, points = translator(lang), scores(replay.state)
    seat = shown_seat(replay, eyes)
    at = _turn(_scores_by_moves(replay, points), seat)
    scored = any(any(values) for _, values in points)
    best = None if eyes is None or eyes >= replay.state.seats else _best(replay, points, eyes)
    turn = None if at is None else (at, seat)
    curve_svg = (
        curve.score_curve(points, replay.state.looks(), turn, t("Scores during the game")) if scored else ""
    )
    return {
        "board": shown_board(replay, eyes, lang),
        "curve": curve_svg,
        "turning": None if at is None else _turning(replay, points, at, seat, lang, t),
        "best": None if best is None or eyes is None else _turning(replay, points, best, eyes, lang, t),
        "count": _counting_steps(replay, board_viewer(replay, eyes), lang),
        "next": None if eyes is None else next_bot(replay, eyes, t),
    }


def next_bot(replay: Replay, seat: int, t: Translator) -> models.NextBot | None:
    """Return the bot one level above those that this seat alone has beaten; None if there is none, or others played."""
    others = [level for number, level in enumerate(replay.bots) if number != seat]
    if (
        replay.result is None
        or replay.result.winners != [seat]
        or not others
        or replay.bots[seat] is not None
    ):
        return None
    if any(level is None for level in others):
        return None
    beaten = max(bot_levels.face(level) for level in others if level is not None)
    bots = [bot for bot in bot_levels.selectable_bots(replay.state.game, t) if bot["name"] in LEVELS]
    for bot in bots:
        if int(bot["name"]) > beaten:
            return {"level": bot["name"], "name": bot["bot"], "text": bot["text"]}
    return None


def _counting_steps(replay: Replay, seat: int | None, lang: str) -> list[models.CountedStep]:
    """Return what is counted on the board before the result; nothing after a resignation."""
    if replay.result is None or replay.result.resigned is not None:
        return []
    return [
        {"name": name, "text": text, "places": [list(path) for path in paths], "points": list(points)}
        for name, text, paths, points in replay.state.seen_by(seat, lang).count(replay.names)
    ]


def scores(state: Any) -> list[Point]:
    """The score of every seat after 0, 1, ... events."""
    kernels, record = state.game.kernels, state.game.spec.record_class
    positions = [*(record.from_bytes(past.before) for past in state.past), state.array]
    return [
        (event, [int(kernels.score_at(position, seat)) for seat in range(state.seats)])
        for event, position in enumerate(positions)
    ]


def shown_board(replay: Replay, eyes: int | None, lang: str) -> Svg:
    """Return the board at the end."""
    return Svg(replay.state.parts(board_viewer(replay, eyes), lang)["board"])


def board_viewer(replay: Replay, eyes: int | None) -> int | None:
    """Return whose view of the board is shown: the winner's if each seat has its own board, else the viewer's own.

    A winner may have won with a hand that no one has seen.
    """
    if hasattr(replay.state.game.spec.drawing, "render_seat_board"):
        return shown_seat(replay, eyes)
    return eyes if eyes is not None and eyes < replay.state.seats else None


def shown_seat(replay: Replay, eyes: int | None) -> int:
    """Return the winner with the most points; the viewer's seat, if it is one of several."""
    winners = replay.result.winners if replay.result is not None else []
    final = replay.state.scores()
    return max(winners or range(len(final)), key=lambda seat: (final[seat], seat == eyes, -seat))


def _scores_by_moves(replay: Replay, points: list[Point]) -> list[Point]:
    """The scores while moves made them: without what was dealt before the first move, and what the end of the game brought
    to all (a title's `COUNTED_LAST`).
    """
    first = next((index for index, past in enumerate(replay.state.past) if past.actor != CHANCE), len(points))
    counted_last = replay.state.over and getattr(replay.state.game.spec.text, "COUNTED_LAST", False)
    return points[first : -1 if counted_last else None]


def _turn(points: list[Point], seat: int) -> int | None:
    """The event after which the seat's lead had grown most; of several the one that brought it forward, then the last."""
    steps = [
        (_lead(after, seat) - _lead(before, seat), rank(before, seat) - rank(after, seat), event)
        for (_, before), (event, after) in pairwise(points)
        if after[seat] > before[seat]
    ]
    return max(steps)[2] if steps else None


def _best(replay: Replay, points: list[Point], seat: int) -> int | None:
    """Return the event of the seat's own move that scored most; of several the one that moved its lead most."""
    past = replay.state.past
    steps = [
        (after[seat] - before[seat], _lead(after, seat) - _lead(before, seat), event)
        for (_, before), (event, after) in pairwise(_scores_by_moves(replay, points))
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
    replay: Replay, points: list[Point], at: int, seat: int, lang: str, t: Translator
) -> models.TurningPoint:
    before, after = points[at - 1][1], points[at][1]
    log_text = replay.state.seen_by(None, lang).log_line(at - 1, replay.names).text
    parts = [_changes(replay.state, at, seat, lang), _rank_change(rank(before, seat), rank(after, seat), t)]
    return {
        "at": at,
        "gain": with_sign(int(after[seat] - before[seat])),
        "text": " ".join([log_text, *(f"{part}." for part in parts if part)]),
    }


def _changes(state: Any, at: int, seat: int, lang: str) -> str:
    """The categories that changed most, as "Houses 12 → 18"."""
    before, after = (dict(state.at(step).seen_by(None, lang).sources(seat)) for step in (at - 1, at))
    changed = [name for name in {**before, **after} if before.get(name, 0) != after.get(name, 0)]
    changed.sort(key=lambda name: -abs(after.get(name, 0) - before.get(name, 0)))
    return ", ".join(
        f"{name} {before.get(name, 0)} → {after.get(name, 0)}".replace("-", "−")
        for name in changed[:MAX_CATEGORIES]
    )


def _rank_change(before: int, after: int, t: Translator) -> str:
    """From which place to which, where that changed."""
    if before <= after:
        return ""
    return t("From place {before} to place {after}").format(before=before, after=after)
