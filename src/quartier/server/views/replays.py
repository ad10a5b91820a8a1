"""View models of replays: finished games and uploaded records, step by step."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, cast

from quartier.core.game.state import State
from quartier.core.text.languages import N_, capital, translator
from quartier.server.errors import (
    DomainError,
    hidden_by_host,
    no_replay,
    no_table,
)
from quartier.server.lru_cache import LruCache
from quartier.server.root_path import site_path
from quartier.server.storage import table_rows
from quartier.server.storage.table_rows import UploadedRecord
from quartier.server.storage.table_store import TableStore
from quartier.server.views import (
    bot_levels,
    messages,
    models,
    table_view,
)
from quartier.server.views.finished import endings
from quartier.server.views.finished import models as finished_models
from quartier.server.views.finished.endings import Result
from quartier.server.views.learning import tooltips
from quartier.server.views.learning.models import About


@dataclass(frozen=True)
class Replay:
    """A game that may be shown in full.

    By seat the names, the levels of the bots that sat there (None: a person, or nobody knows), and whether it was somebody's
    program; `result` is how it ended, None where it was broken off.
    """

    id: str
    state: Any
    names: list[str]
    bots: list[str | None]
    programs: list[bool]
    result: Result | None
    record_url: str

    @property
    def title(self) -> str:
        return str(self.state.game.name)

    @property
    def total(self) -> int:
        return len(self.state.past)

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end, or given up."""
        return self.result is not None or "Termination" in self.state.headers

    def face(self, seat: int) -> str | None:
        """The level whose face a seat has; None: a person's."""
        return bot_levels.PROGRAM if self.programs[seat] else self.bots[seat]


def find(tables: TableStore, replay_id: str, lang: str) -> Replay:
    """Return an uploaded record or a finished table. Raises DomainError 404, or 409 while the game is running."""
    uploaded = tables.record(replay_id)
    return _finished_table(tables, replay_id, lang) if uploaded is None else _uploaded_replay(*uploaded, lang)


def _uploaded_replay(stored: UploadedRecord, state: State, lang: str) -> Replay:
    t = translator(lang)
    names = [
        bot_levels.name_in_record(state.headers.get(f"Seat{seat}", ""), t)
        or t("Seat {seat}").format(seat=seat + 1)
        for seat in range(state.seats)
    ]
    record = site_path(f"/api/replays/{stored.id}/record")
    return Replay(
        stored.id,
        state,
        names,
        [None] * state.seats,
        [False] * state.seats,
        _recorded_result(state, names),
        record,
    )


def _recorded_result(state: State, names: list[str]) -> Result | None:
    """How a record says that its game ended."""
    gave_up = re.fullmatch(r"seat (\d) (resigned|ran out of time)", state.headers.get("Termination", ""))
    if gave_up is None or int(gave_up[1]) >= state.seats:
        return Result(state, names, state.winners()) if state.over else None
    resigned = int(gave_up[1])
    winners = [seat for seat in range(state.seats) if seat != resigned]
    return Result(state, names, winners, resigned, gave_up[2] != "resigned")


def _finished_table(tables: TableStore, table_id: str, lang: str) -> Replay:
    try:
        row, table = tables.load(table_id)
    except DomainError as refused:
        if refused.status != 404:
            raise
        raise no_replay() from None
    if row.hidden:
        raise hidden_by_host()
    if not table.over:
        raise DomainError(
            409, "still_running", N_("This game isn’t over yet. The replay opens when it ends.")
        )
    names = messages.player_names(table, translator(lang))
    bots, programs = list(table.setup.bots), [line.program is not None for line in row.seats]
    result = replace(messages.result(table, lang), names=names)
    return Replay(
        table_id, table.state, names, bots, programs, result, site_path(f"/api/tables/{table_id}/record")
    )


def view(
    replay: Replay, at: int | None, seat: int | None, lang: str, last_line: bool = False
) -> finished_models.ReplayView:
    """The position after `at` events (clamped; None: all), looked at from a seat.

    `last_line`: of the log only this, for whoever has the others.
    """
    step = _step(replay, at)
    state, seat = replay.state.at(step), _seat_of(replay, seat)
    log = _log(replay, seat, lang)[max(0, step - 1) if last_line else 0 : step]
    return {
        "id": replay.id,
        "title": {"name": replay.title, "text": state.game.title(lang)},
        "lang": lang,
        "at": step,
        "total": replay.total,
        "viewer": {"seat": seat, "seats": []},
        "parts": table_view.parts(state, seat, lang),
        "seats": [
            _seat(replay, number, lang, standing)
            for number, standing in enumerate(table_view.standings(state, lang))
        ],
        "log": log,
        "line": log[-1]["line"] if log else "",
        "over": _over(replay, step, lang),
        "setup": table_view.setup(state, lang),
        "links": {"record": replay.record_url, "rules": site_path(f"/rules/{replay.title}?lang={lang}")},
    }


def about(replay: Replay, at: int | None, seat: int | None, name: str, lang: str) -> About:
    """What a thing is in that position, as it is shown from a seat."""
    return tooltips.tooltip_of(
        replay.state.at(_step(replay, at)), _seat_of(replay, seat), name, replay.names, lang
    )


def _step(replay: Replay, at: int | None) -> int:
    return replay.total if at is None else min(max(at, 0), replay.total)


def _seat_of(replay: Replay, seat: int | None) -> int | None:
    return seat if seat is not None and 0 <= seat < replay.state.seats else None


def must_be_finished(replay: Replay) -> None:
    """Raise DomainError 409 for a replay without an end."""
    if not replay.is_finished:
        raise DomainError(409, "not_finished", N_("Only finished games can be analysed."))


def must_have_decisions(replay: Replay) -> None:
    """Raise DomainError 409 for a game in which no seat had a choice: it was given up before the first one."""
    if next(replay.state.decisions(), None) is None:
        text = N_("There’s nothing to analyse: no player had a choice in this game.")
        raise DomainError(409, "no_decisions", text)


def require_seat(replay: Replay, seat: int) -> int:
    """Return a seat of a finished game. Raises DomainError 409 without an end, 422 for a seat that it doesn't have."""
    if not replay.is_finished:
        raise DomainError(409, "not_finished", N_("This is possible only once the game is over."))
    if seat >= replay.state.seats:
        raise DomainError(422, "no_seat_there", N_("This game has no such seat."))
    return seat


def position(replay: Replay, at: int, seat: int) -> Any:
    """The position after `at` events, to continue from at `seat`. Raises DomainError."""
    if not replay.is_finished:
        raise DomainError(409, "not_finished", N_("You can play on only from a position of a finished game."))
    if at > replay.total or seat >= replay.state.seats:
        raise DomainError(422, "no_position", N_("This game has no such position."))
    state = replay.state.at(at)
    if state.over:
        raise DomainError(422, "over", N_("The game is over. You can play a rematch."))
    return state


def _log(replay: Replay, seat: int | None, lang: str) -> list[models.LogLine]:
    """Every event, worded once: what a line says depends on nothing that happened later."""
    key = replay.id, replay.total, seat, lang, tuple(replay.names)
    return _LOGS.get_or_create(key, lambda: lines(replay.state, seat, lang, replay.names))


_LOGS: LruCache[tuple[Any, ...], list[models.LogLine]] = LruCache(16)
"""Those of the replays that were looked at last. The longest have 6000 lines."""


def lines(state: Any, seat: int | None, lang: str, names: list[str]) -> list[models.LogLine]:
    """Every event up to the position."""
    looks = state.looks()
    return [
        {
            "seq": line.index + 1,
            "actor": line.actor,
            "look": None if line.actor == "*" else looks[line.actor],
            "name": "" if line.actor == "*" else names[line.actor],
            "text": state.event_text(line.index, seat),
            "line": line.text,
            "places": line.places,
            "sound": cast(models.Sound, line.sound),
            "ends": line.ends,
        }
        for line in state.seen_by(seat, lang).log(names)
    ]


def _seat(
    replay: Replay, number: int, lang: str, standing: table_view.Standing
) -> finished_models.ReplaySeat:
    t = translator(lang)
    return {
        "seat": number,
        "look": standing.look,
        "name": replay.names[number],
        "level": bot_levels.played_by(replay.bots[number], replay.programs[number], t),
        "face": bot_levels.symbol(standing.look, replay.face(number)),
        "score": standing.score,
        "sources": standing.sources,
    }


def _over(replay: Replay, step: int, lang: str) -> models.Ending | None:
    """How the game ended, at the last step of one that did."""
    if step < replay.total or replay.result is None:
        return None
    return endings.ending_view(replay.result, lang)


def move_label(state: Any, seat: int, move: str, lang: str) -> str:
    """A move of a seat in spoken words, legal or not, from what the seat knows."""
    view_state = state.concealed(seat)
    spec = state.game.spec
    label = spec.text.label(view_state.open_record(), view_state.read(move), translator(lang, spec.folder))
    return capital(str(label))


def record_text(tables: TableStore, record_id: str) -> str:
    """An uploaded record as it was uploaded. Raises DomainError 404."""
    with tables.database.read() as connection:
        stored = table_rows.find_record(connection, record_id)
    if stored is None:
        raise no_table()
    if stored.hidden:
        raise hidden_by_host()
    return stored.text
