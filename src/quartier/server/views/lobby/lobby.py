"""View models of the lobby: public tables, cached for a moment."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from quartier.core.game.player_view import value_text
from quartier.core.text.languages import Translator, translator
from quartier.server.commands.lobby import is_attended
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage import lobby
from quartier.server.storage.lobby import Stage
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import bot_levels, catalogue, messages
from quartier.server.views.clocks import clock_view
from quartier.server.views.lobby import models

MAX_TABLES: dict[Stage, int] = {"open": 40, "running": 20}
"""Tables that are shown."""
CACHE_SECONDS = 1.5
"""Seconds for which a snapshot of the lobby is served."""


@dataclass
class LobbySnapshot:
    """The lobby's tables at a moment of `time.monotonic`, and their view by language."""

    at: float
    tables: dict[Stage, list[tuple[float, TableRow, Table]]]
    view_by_lang: dict[str, models.Lobby] = field(default_factory=dict)

    def own(self, person: str) -> set[str]:
        """Return the tables at which a person sits."""
        rows = (row for tables in self.tables.values() for _, row, _ in tables)
        return {row.setup.id for row in rows if any(lobby_row.person == person for lobby_row in row.seats)}


class LobbyService:
    """Lists public tables, cached for a moment for all clients and languages."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._snapshot = LobbySnapshot(-CACHE_SECONDS, {})
        self._lock = threading.Lock()

    def listing(self, lang: str, person: str | None) -> models.Lobby:
        """Return the lobby for a person. From a thread."""
        with self._lock:
            if time.monotonic() - self._snapshot.at > CACHE_SECONDS:
                self._snapshot = LobbySnapshot(
                    time.monotonic(), {"open": self._at("open"), "running": self._at("running")}
                )
            snapshot = self._snapshot
            if lang not in snapshot.view_by_lang:
                snapshot.view_by_lang[lang] = _lobby_view(snapshot, lang, self._tables.clock.now())
        view = snapshot.view_by_lang[lang]
        own = set() if person is None else snapshot.own(person)
        return {"open": _mark_own(view["open"], own), "running": _mark_own(view["running"], own)}

    def _at(self, stage: Stage) -> list[tuple[float, TableRow, Table]]:
        with self._tables.database.read() as connection:
            rows = lobby.list_tables(connection, stage)
        attended = [lobby_row for lobby_row in rows if is_attended(self._tables, lobby_row)]
        listed = attended[: MAX_TABLES[stage]] if stage == "open" else attended[-MAX_TABLES[stage] :]
        result = []
        for lobby_row in listed:
            with suppress(DomainError):  # set aside
                row, table = self._tables.load(lobby_row.id)
                if (
                    table.setup.access == "public"
                    and lobby.stage_of(table) == stage
                    and not table.checks_ready
                ):
                    result.append((lobby_row.since, row, table))
        return result


def _lobby_view(snapshot: LobbySnapshot, lang: str, now: float) -> models.Lobby:
    views = {
        stage: [_table_view(*table, lang, now) for table in tables]
        for stage, tables in snapshot.tables.items()
    }
    return {"open": views["open"], "running": views["running"][::-1]}


def _mark_own(tables: list[models.LobbyTable], own: set[str]) -> list[models.LobbyTable]:
    return [{**table, "yours": table["id"] in own} for table in tables]


def _table_view(since: float, row: TableRow, table: Table, lang: str, now: float) -> models.LobbyTable:
    t, looks, visor = translator(lang), table.state.looks(), table.state.game.spec.metadata.visor
    levels = sorted({bot for bot in table.setup.bots if bot is not None})
    return {
        "id": table.setup.id,
        "title": catalogue.title(table.setup.title, lang),
        "seats": [
            {
                "look": looks[seat],
                "face": bot_levels.face_svg(looks[seat], table.bot(seat), visor),
                "name": "" if _is_free(table, seat) else _called(row, table, seat, t),
            }
            for seat in range(table.seats)
        ],
        "level": ", ".join(bot_levels.level_name(level, t) for level in levels),
        "hints": table.setup.hints,
        "variants": [*_rated_label(table, t), *_time(table, t), *_variants(table.state, lang)],
        "minutes": int(max(0.0, now - since) // 60),
        "yours": False,
    }


def _called(row: TableRow, table: Table, seat: int, t: Translator) -> str:
    """A player, with the account's rating at a rated table, or that there is no account."""
    name, rating = messages.seat_name(table, seat, t), row.seats[seat].rating
    if rating is not None:
        return f"{name} ({rating})"
    return t("{name} (guest)").format(name=name) if messages.is_guest(row, table, seat) else name


def _is_free(table: Table, seat: int) -> bool:
    return seat not in table.names and table.bot(seat) is None


def _rated_label(table: Table, t: Translator) -> list[str]:
    return [t("Rated")] if table.setup.rated else []


def _time(table: Table, t: Translator) -> list[str]:
    """The clock, if there is one."""
    return [] if table.setup.time is None else [clock_view.text(table.setup.time, t)]


def _variants(state: Any, lang: str) -> list[str]:
    """The board, if it is another, and the options that are."""
    game, t = state.game, translator(lang, state.game.spec.folder)
    board = [catalogue.board_text(game, state.board, lang)] if _has_other_board(state) else []
    labels, swatches = game.spec.metadata.options, game.spec.metadata.swatches
    chosen = [
        _option(t(labels.get(name, option.help)), state.options[name], t)
        for name, option in game.options.items()
        if state.options[name] != option.default and name not in swatches
    ]
    return board + chosen


def _has_other_board(state: Any) -> bool:
    return state.board is not state.game.spec.boards.standard()


def _option(label: str, value: Any, t: Translator) -> str:
    """A switch that is on is its label alone."""
    return label if value is True else f"{label}: {value_text(value, t)}"
