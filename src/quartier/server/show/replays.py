"""Finished games and uploaded records, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quartier.core.play.state import State
from quartier.core.text.languages import N_, translator
from quartier.server.refusals import Refused, no_replay, no_table
from quartier.server.show import bot_levels, models, views, words
from quartier.server.storage import repository
from quartier.server.storage.repository import UploadedRecord
from quartier.server.storage.store import TableStore


@dataclass(frozen=True)
class Replay:
    """A game that may be shown in full.

    By seat the names, and the levels of the bots that sat there (None: a person, or nobody knows); `ending` in the reader's
    language, may be empty.
    """

    id: str
    state: Any
    names: list[str]
    bots: list[str | None]
    ending: str
    record_url: str

    @property
    def title(self) -> str:
        return str(self.state.game.name)

    @property
    def total(self) -> int:
        return len(self.state.past)

    @property
    def finished(self) -> bool:
        """Whether it was played to its end, or given up."""
        return bool(self.ending or self.state.over or "Termination" in self.state.headers)


def find(tables: TableStore, replay_id: str, lang: str) -> Replay:
    """An uploaded record or a finished table. Raises Refused 404, or 409 while the game is running."""
    uploaded = tables.record(replay_id)
    return _finished(tables, replay_id, lang) if uploaded is None else _uploaded(*uploaded, lang)


def _uploaded(stored: UploadedRecord, state: State, lang: str) -> Replay:
    t = translator(lang)
    names = [
        state.headers.get(f"Seat{seat}") or t("Seat {seat}").format(seat=seat + 1)
        for seat in range(state.seats)
    ]
    return Replay(stored.id, state, names, [None] * state.seats, "", f"/api/replays/{stored.id}/record")


def _finished(tables: TableStore, table_id: str, lang: str) -> Replay:
    try:
        _, table = tables.load(table_id)
    except Refused as refused:
        if refused.status != 404:
            raise
        raise no_replay() from None
    if not table.over:
        raise Refused(409, "still_running", N_("This game is not over yet. Its replay opens when it is."))
    names = words.player_names(table, translator(lang))
    bots = list(table.setup.bots)
    ending, record = words.ending(table, lang), f"/api/tables/{table_id}/record"
    return Replay(table_id, table.state, names, bots, ending, record)


def view(found: Replay, at: int | None, seat: int | None, lang: str) -> models.ReplayView:
    """The position after `at` events (clamped; None: all), looked at from a seat."""
    step = found.total if at is None else min(max(at, 0), found.total)
    state = found.state.at(step)
    seat = seat if seat is not None and 0 <= seat < state.seats else None
    log = _log(state, seat, lang, found.names)
    return {
        "id": found.id,
        "title": {"name": found.title, "text": state.game.title(lang)},
        "lang": lang,
        "at": step,
        "total": found.total,
        "viewer": {"seat": seat, "seats": []},
        "parts": views.parts(state, seat, lang),
        "seats": [
            _seat(found, number, lang, standing)
            for number, standing in enumerate(views.standings(state, lang))
        ],
        "log": log,
        "line": log[-1]["line"] if log else "",
        "over": _over(found, state, step),
        "setup": views.setup(state, lang),
        "links": {"record": found.record_url, "rules": f"/rules/{found.title}?lang={lang}"},
    }


def must_be_finished(found: Replay) -> None:
    """Refused while the end is not known."""
    if not found.finished:
        raise Refused(409, "not_finished", N_("Only a finished game can be reviewed."))


def position(found: Replay, at: int, seat: int) -> Any:
    """The position after `at` events, from which somebody may play on at `seat`. Raises Refused."""
    if not found.finished:
        raise Refused(
            409, "not_finished", N_("Only a finished game can be played on from one of its positions.")
        )
    if at > found.total or seat >= found.state.seats:
        raise Refused(422, "no_position", N_("The game has no such position."))
    state = found.state.at(at)
    if state.over:
        raise Refused(422, "over", N_("The game is over. You can play a rematch."))
    return state


def _log(state: Any, seat: int | None, lang: str, names: list[str]) -> list[models.LogLine]:
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
        }
        for line in state.seen_by(seat, lang).log(names)
    ]


def _seat(found: Replay, number: int, lang: str, standing: views.Standing) -> models.ReplaySeat:
    bot = found.bots[number]
    return {
        "seat": number,
        "look": standing.look,
        "name": found.names[number],
        "level": None if bot is None else bot_levels.word(bot, translator(lang)),
        "score": standing.score,
        "sources": standing.sources,
    }


def _over(found: Replay, state: Any, step: int) -> models.Ending | None:
    """How the game ended, at the last step of one that did."""
    if step < found.total or not (state.over or found.ending):
        return None
    return {"winners": state.winners(), "scores": state.scores(), "reason": found.ending}


def move_label(state: Any, seat: int, move: str, lang: str) -> str:
    """A move of a seat in spoken words, legal or not, from what the seat knows."""
    known = state.concealed(seat)
    declared = state.game.declared
    return str(declared.words.label(known.opened(), known.read(move), translator(lang, declared.folder)))


def record_text(tables: TableStore, record_id: str) -> str:
    """An uploaded record as it was uploaded. Raises Refused 404."""
    with tables.database.read() as connection:
        stored = repository.find_record(connection, record_id)
    if stored is None:
        raise no_table()
    return stored.text
