"""The public tables, for whoever looks for one. Names are told, and nothing that a table keeps to itself."""

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

MOST: dict[Stage, int] = {"open": 40, "running": 20}
"""Tables that are shown."""
FRESH = 1.5
"""Seconds for which what was found is told to everybody who asks."""


@dataclass
class Found:
    """The tables of the lobby, as they were at a moment of `time.monotonic`, and what was told of them by language."""

    at: float
    tables: dict[Stage, list[tuple[float, TableRow, Table]]]
    told: dict[str, models.Lobby] = field(default_factory=dict)

    def own(self, person: str) -> set[str]:
        """The tables at which somebody sits."""
        found = (head for tables in self.tables.values() for _, head, _ in tables)
        return {head.setup.id for head in found if any(row.person == person for row in head.seats)}


class LobbyDesk:
    """Tells of public tables. However many ask, the database is asked once in a while, and each language worded once."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._found = Found(-FRESH, {})
        self._lock = threading.Lock()

    def listing(self, lang: str, person: str | None) -> models.Lobby:
        """The lobby as somebody sees it. From a thread."""
        with self._lock:
            if time.monotonic() - self._found.at > FRESH:
                self._found = Found(
                    time.monotonic(), {"open": self._at("open"), "running": self._at("running")}
                )
            found = self._found
            if lang not in found.told:
                found.told[lang] = _worded(found, lang)
        told = found.told[lang]
        own = set() if person is None else found.own(person)
        return {"open": _marked(told["open"], own), "running": _marked(told["running"], own)}

    def _at(self, stage: Stage) -> list[tuple[float, TableRow, Table]]:
        with self._tables.database.read() as connection:
            rows = lobby.listed(connection, stage)
        attended = [row for row in rows if is_attended(self._tables, row)]
        shown = attended[: MOST[stage]] if stage == "open" else attended[-MOST[stage] :]
        result = []
        for row in shown:
            with suppress(DomainError):  # set aside
                head, table = self._tables.load(row.id)
                if table.setup.access == "public" and lobby.stage_of(table) == stage:
                    result.append((row.since, head, table))
        return result


def _worded(found: Found, lang: str) -> models.Lobby:
    told = {stage: [_described(*table, lang) for table in tables] for stage, tables in found.tables.items()}
    return {"open": told["open"], "running": told["running"][::-1]}


def _marked(tables: list[models.LobbyTable], own: set[str]) -> list[models.LobbyTable]:
    return [{**table, "yours": table["id"] in own} for table in tables]


def _described(since: float, head: TableRow, table: Table, lang: str) -> models.LobbyTable:
    t, looks, visor = translator(lang), table.state.looks(), table.state.game.declared.front.visor
    levels = sorted({bot for bot in table.setup.bots if bot is not None})
    return {
        "id": table.setup.id,
        "title": catalogue.title(table.setup.title, lang),
        "seats": [
            {
                "look": looks[seat],
                "face": bot_levels.drawn(looks[seat], table.bot(seat), visor),
                "name": "" if _is_free(table, seat) else messages.seat_name(table, seat, t),
            }
            for seat in range(table.seats)
        ],
        "level": ", ".join(bot_levels.word(level, t) for level in levels),
        "hints": table.setup.hints,
        "variants": [*_rated(table, t), *_time(table, t), *_variants(table.state, lang)],
        "minutes": int(max(0.0, time.time() - since) // 60),
        "yours": False,
    }


def _is_free(table: Table, seat: int) -> bool:
    return seat not in table.names and table.bot(seat) is None


def _rated(table: Table, t: Translator) -> list[str]:
    return [t("Rated")] if table.setup.rated else []


def _time(table: Table, t: Translator) -> list[str]:
    """The clock, if there is one."""
    return [] if table.setup.time is None else [clock_view.text(table.setup.time, t)]


def _variants(state: Any, lang: str) -> list[str]:
    """The board, if it is another, and the options that are."""
    game, t = state.game, translator(lang, state.game.declared.folder)
    board = [catalogue.board_text(game, state.board, lang)] if _has_other_board(state) else []
    labels, swatches = game.declared.front.options, game.declared.front.swatches
    chosen = [
        _option(t(labels.get(name, option.help)), state.options[name], t)
        for name, option in game.options.items()
        if state.options[name] != option.default and name not in swatches
    ]
    return board + chosen


def _has_other_board(state: Any) -> bool:
    return state.board is not state.game.declared.boards.standard()


def _option(label: str, value: Any, t: Translator) -> str:
    """A switch that is on is its label alone."""
    return label if value is True else f"{label}: {value_text(value, t)}"
