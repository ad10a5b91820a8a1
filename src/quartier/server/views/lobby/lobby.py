"""View models of the lobby: public tables, cached for a moment."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quartier.core.game.player_view import value_text
from quartier.core.text.languages import Translator, translator
from quartier.server.commands.lobby import is_attended, list_open
from quartier.server.commands.waiting.waiting_tables import absent, is_waiting
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.storage.lobby import lobby
from quartier.server.storage.lobby.lobby import LobbyRow, Stage
from quartier.server.storage.table_rows import TableRow
from quartier.server.storage.table_store import TableStore
from quartier.server.views import bot_levels, catalogue, messages
from quartier.server.views.clocks import clock_view
from quartier.server.views.lobby import models

MAX_TABLES: dict[Stage, int] = {"open": 40, "running": 20}
"""Tables that are shown."""
CACHE_SECONDS = 1.5
"""Seconds for which a snapshot of the lobby is served."""


class ListedTable(NamedTuple):
    """A public table as the lobby shows it."""

    since: float
    row: TableRow
    table: Table
    there: dict[int, bool]
    """Whether the people have a page open, by seat, at a table that waits and where they have to be present."""


@dataclass
class LobbySnapshot:
    """The lobby's tables at a moment of `time.monotonic`, and their view by language."""

    at: float
    tables: dict[Stage, list[ListedTable]]
    view_by_lang: dict[str, models.Lobby] = field(default_factory=dict)

    def own(self, person: str) -> set[str]:
        """Return the tables at which a person sits."""
        rows = (listed.row for tables in self.tables.values() for listed in tables)
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

    def _at(self, stage: Stage) -> list[ListedTable]:
        result = []
        for lobby_row in self._rows(stage):
            with suppress(DomainError):  # set aside
                row, table = self._tables.load(lobby_row.id)
                if (
                    table.setup.access == "public"
                    and lobby.stage_of(table) == stage
                    and not table.checks_ready
                ):
                    result.append(ListedTable(lobby_row.since, row, table, self._there(lobby_row, table)))
        return result

    def _rows(self, stage: Stage) -> list[LobbyRow]:
        with self._tables.database.read() as connection:
            if stage == "open":
                return list_open(self._tables, connection)[: MAX_TABLES[stage]]
            rows = lobby.list_running(connection)
        return [row for row in rows if is_attended(self._tables, row)][-MAX_TABLES[stage] :]

    def _there(self, row: LobbyRow, table: Table) -> dict[int, bool]:
        if not is_waiting(table):
            return {}
        away = absent(table, row.pages, self._tables.clock.now()) - self._tables.hub.seats_online(row.id)
        return {seat: seat not in away for seat in table.names}


def _lobby_view(snapshot: LobbySnapshot, lang: str, now: float) -> models.Lobby:
    views = {
        stage: [_table_view(listed, lang, now) for listed in tables]
        for stage, tables in snapshot.tables.items()
    }
    return {"open": views["open"], "running": views["running"][::-1]}


def _mark_own(tables: list[models.LobbyTable], own: set[str]) -> list[models.LobbyTable]:
    return [{**table, "yours": table["id"] in own} for table in tables]


def _table_view(listed: ListedTable, lang: str, now: float) -> models.LobbyTable:
    table = listed.table
    t, looks, visor = translator(lang), table.state.looks(), table.state.game.spec.metadata.visor
    levels = sorted({bot for bot in table.setup.bots if bot is not None})
    return {
        "id": table.setup.id,
        "title": catalogue.title(table.setup.title, lang),
        "seats": [
            {
                "look": looks[seat],
                "face": bot_levels.face_svg(looks[seat], table.bot(seat), visor),
                "name": "" if _is_free(table, seat) else _name_with_mark(listed.row, table, seat, t),
                "there": listed.there.get(seat),
            }
            for seat in range(table.seats)
        ],
        "level": ", ".join(bot_levels.level_name(level, t) for level in levels),
        "hints": table.setup.hints,
        "variants": [*_rated_label(table, t), *_time(table, t), *_variants(table.state, lang)],
        "minutes": int(max(0.0, now - listed.since) // 60),
        "yours": False,
    }


def _name_with_mark(row: TableRow, table: Table, seat: int, t: Translator) -> str:
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
