"""View models of conditional moves, from what their seat knows."""

from __future__ import annotations

from collections.abc import Iterable

from quartier.core.text.languages import capital, translator
from quartier.server.domain import planned_moves
from quartier.server.domain.planned_moves import Lines, Played
from quartier.server.domain.table import Table
from quartier.server.views import messages
from quartier.server.views.planning.models import Plan, PlannedPosition, PlannedStep
from quartier.server.views.table_view import parts


def plan_view(table: Table, seat: int, lines: Lines, lang: str) -> Plan:
    """Return the lines of a seat in words."""
    paths = [planned_moves.play_line(table, seat, [step.move for step in line]).path for line in lines]
    worded_lines = [
        _steps(table, seat, path[: len(line)], lang) for path, line in zip(paths, lines, strict=True)
    ]
    return {"version": table.version, "lines": worded_lines}


def position_view(table: Table, seat: int, moves: list[str], lang: str) -> PlannedPosition:
    """Return where a line leads, and how it may continue. Raises DomainError."""
    position = planned_moves.play_line(table, seat, moves)
    possible = planned_moves.possible_moves(seat, position)
    return {
        "version": table.version,
        "parts": parts(position.view, seat, lang),
        "steps": _steps(table, seat, position.path, lang),
        "actor": position.actor,
        "moves": [
            {"move": move, "label": world.label(legal_move, lang)}
            for move, (legal_move, world) in possible.items()
        ],
    }


def _steps(table: Table, seat: int, path: Iterable[Played], lang: str) -> list[PlannedStep]:
    names, looks = messages.player_names(table, translator(lang)), table.state.looks()
    return [
        {
            "seat": step.seat,
            "look": looks[step.seat],
            "name": names[step.seat],
            "yours": step.seat == seat,
            "move": step.move,
            "label": capital(before.seen_by(seat, lang).describe_move(step.seat, step.move)[0]),
        }
        for step, before in path
    ]
