"""Hints: the best moves of whoever is to move, worked out from what that seat knows, by a process beside the server."""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from dataclasses import dataclass

from quartier.core.text.languages import N_, Translator
from quartier.server.commands.transaction import Stale, TableService, Ticket
from quartier.server.http.caller import identify
from quartier.server.refusals import Refused, no_seat
from quartier.server.settings import Settings
from quartier.server.show.models import Choice, Hint
from quartier.server.table.fold import Table
from quartier.server.table.guards import must_be_played_by_a_person, must_run
from quartier.server.thinking.processes import Desk
from quartier.server.thinking.tasks import HintJob, Seen

Found = list[tuple[str, float]]
"""Moves in notation, best first, each with what it promises its seat: the share of the win, alone the points."""


@dataclass(frozen=True)
class Asked:
    """A hint that is sought, or was found, for a seat at a version of its table."""

    table: Table
    seat: int
    coming: Future[Found | None]


class Adviser:
    """Seeks hints, one at a time; for each seat at most one."""

    MOST = 256
    """Answers that are kept, so that asking again costs nothing."""

    def __init__(self, tables: TableService, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._desk = Desk("hints")
        self._lock = threading.Lock()
        self._asked: OrderedDict[tuple[str, int], Asked] = OrderedDict()

    def ask(self, table_id: str, ticket: Ticket) -> Asked:
        """The hint for the ticket's seat at its version, sought or found. Raises Refused."""
        head, table = self._tables.load(table_id)
        seat = ticket.seat
        if seat not in identify(head, ticket.secrets).seats:
            raise no_seat()
        _must_be_allowed(table, seat)
        if not table.unaffected(seat, ticket.version or 0):
            raise Stale(table, ticket)
        with self._lock:
            return self._known(table, seat) or self._seek(table, seat)

    def _known(self, table: Table, seat: int) -> Asked | None:
        """What was asked before for the same decision, unless it came to nothing."""
        asked = self._asked.get((table.setup.id, seat))
        if asked is None or self._tables.affected(table.setup.id, asked.table.version, seat):
            return None
        return None if asked.coming.done() and not _outcome(asked) else asked

    def _seek(self, table: Table, seat: int) -> Asked:
        def unwanted() -> bool:
            return self._tables.affected(table.setup.id, table.version, seat)

        job = HintJob(table.setup.title, Seen.of(table.state, seat))
        coming = self._desk.submit(job, self._settings.bot_deadline, unwanted)
        if coming is None:
            raise Refused(429, "busy", N_("Many are asking for hints right now. Try again in a moment."))
        self._asked[table.setup.id, seat] = asked = Asked(table, seat, coming)
        while len(self._asked) > self.MOST:
            self._asked.popitem(last=False)
        return asked

    def checked(self, asked: Asked, ticket: Ticket) -> Found:
        """What was found. Raises Refused if it came to nothing, above all because the table has moved on."""
        _, table = self._tables.load(asked.table.setup.id)
        if not table.unaffected(asked.seat, asked.table.version):
            raise Stale(table, ticket)
        found = _outcome(asked)
        if not found:
            raise Refused(500, "no_hint", N_("No hint was found this time. Try again."))
        return found

    def close(self) -> None:
        """End all work now."""
        self._desk.close()


def _outcome(asked: Asked) -> Found | None:
    """What a search that has ended found."""
    return None if asked.coming.cancelled() else asked.coming.result()


def _must_be_allowed(table: Table, seat: int) -> None:
    if not table.setup.hints:
        raise Refused(
            422,
            "no_hints",
            N_("There are no hints at this table. Whoever opens a table decides whether it has any."),
        )
    must_run(table)
    must_be_played_by_a_person(table, seat)
    if not table.may_move(seat):
        raise Refused(422, "not_your_turn", N_("It is not your turn. Wait for the others."))


def promise(value: float, seats: int, t: Translator) -> str:
    """What a move promises, in words: the expected share of the win, or alone the points."""
    if seats == 1:
        return t("{points} points").format(points=round(value))
    return t("{percent}%").format(percent=round(100 * value))


def worded(found: Found, choices: list[Choice], seats: int, t: Translator) -> list[Hint]:
    """A hint for the page: those of its moves that are among the choices offered there, with their labels."""
    labels = {choice["move"]: choice["label"] for choice in choices}
    return [
        {"move": move, "label": labels[move], "value": value, "promise": promise(value, seats, t)}
        for move, value in found
        if move in labels
    ]
