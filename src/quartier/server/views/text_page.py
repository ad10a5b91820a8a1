"""What the text pages show of tables, puzzles and replays beside their view models: moves in groups, clocks, evaluations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quartier.core.drawing.name_slots import replace_names
from quartier.core.text.description import Section
from quartier.core.text.languages import Translator, translator
from quartier.core.text.move_groups import by_place, common_beginning, groups
from quartier.server.domain import undo
from quartier.server.domain.clocks import HOUR
from quartier.server.domain.table import Table
from quartier.server.views import messages, models
from quartier.server.views.clocks import clock_view
from quartier.server.views.clocks.models import SeatTime
from quartier.server.views.learning.hints import in_words
from quartier.server.views.replays import Replay

MAX_OPEN = 30
"""With more moves than this, the groups are closed at first, and a group is divided by place."""


@dataclass(frozen=True)
class MoveGroup:
    """Moves whose notation begins alike; `heading`: what all of them do."""

    heading: str
    moves: list[models.Choice]
    parts: tuple[MoveGroup, ...] = ()
    """The moves by place; empty where they are listed as they are."""


def move_groups(choices: Iterable[models.Choice]) -> list[MoveGroup]:
    """Return the legal moves in groups, in natural order; those that are alone come together, without a heading."""
    by_move = {choice["move"]: choice for choice in choices}
    all_groups = [[by_move[move] for move in members] for members in groups(by_move).values()]
    several = [members for members in all_groups if len(members) > 1]
    single = [choice for members in all_groups if len(members) == 1 for choice in members]
    result = [_group(members, _parts(members)) for members in several]
    return [*result, MoveGroup("", single)] if single else result


def _group(members: list[models.Choice], parts: tuple[MoveGroup, ...] = ()) -> MoveGroup:
    return MoveGroup(common_beginning([choice["label"] for choice in members]), members, parts)


def _parts(members: list[models.Choice]) -> tuple[MoveGroup, ...]:
    """Return a large group divided by place; empty where a place has one move only."""
    by_move = {choice["move"]: choice for choice in members}
    members_by_place = by_place(by_move)
    if len(members) <= MAX_OPEN or "" in members_by_place:
        return ()
    return tuple(_group([by_move[move] for move in moves]) for moves in members_by_place.values())


def named_choices(table: Table, choices: Iterable[models.Choice], lang: str) -> list[models.Choice]:
    """Return the choices with the players' names in what they bring: a title knows only the names of seats."""
    seat_names = table.state.seen_by(None, lang).seat_names()
    players = dict(zip(seat_names, messages.player_names(table, translator(lang)), strict=True))
    return [{**choice, "brings": replace_names(choice["brings"], players)} for choice in choices]


def table_description(table: Table, seat: int | None, lang: str) -> list[Section]:
    """Return the position of a table as a seat knows it."""
    names = messages.player_names(table, translator(lang))
    return list(table.state.seen_by(seat, lang).description(names))


def recent_lines(table: Table, log: list[models.LogLine], seat: int | None) -> list[str]:
    """Return what has happened since the viewer's last decision; without one, all of it. The oldest first."""
    last = (None if seat is None else undo.last_decision(table, seat)) or 0
    return [line["line"] for line in log if line["seq"] > last and line["line"]]


def clock_text(time: SeatTime | None, t: Translator) -> str:
    """Return how much time a seat has left; "" without a clock."""
    if time is None:
        return ""
    left = max(0.0, time["left"])
    if left >= 2 * HOUR:
        return clock_view.rough(left, t)
    minutes, seconds = divmod(int(left), 60)
    return f"{minutes}:{seconds:02}"


def chances(replay: Replay, review: dict[str, Any] | None, at: int, t: Translator) -> list[tuple[str, str]]:
    """Return each player's chance of winning after `at` events, or alone the expected points; empty without a review."""
    if review is None:
        return []
    reached = [point for point in review["points"] if point["event"] <= at]
    if not reached:
        return []
    seats = replay.state.seats
    unit = 1 if seats == 1 else 100
    values = [round(unit * value) for value in reached[-1]["values"]]
    return [(name, in_words(value, seats, t)) for name, value in zip(replay.names, values, strict=False)]
