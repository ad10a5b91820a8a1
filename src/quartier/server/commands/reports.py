"""Reports to the moderators: of names at a table, and of tournaments. Chat messages: see `chat`."""

from __future__ import annotations

import structlog

from quartier.core.text.languages import N_
from quartier.server.commands.authorization import Credentials, authenticate, authorize_viewing
from quartier.server.commands.tournaments import organise
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.storage import chat
from quartier.server.storage.accounts import accounts
from quartier.server.storage.chat import Report, Reporter
from quartier.server.storage.secrets import person_id
from quartier.server.storage.transaction import Job, Transaction

log = structlog.get_logger("quartier")
MAX_REPORTS = (10, 3600.0)


def report_name(table_id: str, credentials: Credentials, person: str, seat: int) -> Job[None]:
    """Report the name of a seat's player to the moderators."""

    def run(transaction: Transaction) -> None:
        cached = transaction.load_locked(table_id)
        caller = authenticate(cached.row, credentials)
        authorize_viewing(cached.row, cached.table, caller)
        name = cached.table.names.get(seat)
        if not name:
            raise DomainError(404, "nobody_there", N_("That seat is empty."))
        if seat in caller.seats:
            raise DomainError(422, "own_name", N_("That’s your own name."))
        row = cached.row.seats[seat]
        whose = (row.person or "") if row.account is None else person_id(row.account)
        own_names = [cached.table.names[own] for own in sorted(caller.seats) if own in cached.table.names]
        reporter = Reporter(person, own_names[0] if own_names else "")
        store_report(transaction, Report(table_id, "name", -1 - seat, name, name, whose), reporter)

    return Job(run, table_id, exclusive=True)


def report_tournament(tournament_id: str, credentials: Credentials, person: str) -> Job[None]:
    """Report a tournament to the moderators."""

    def run(transaction: Transaction) -> None:
        tournament = organise.load_locked(transaction, tournament_id)
        if tournament.organiser is not None and tournament.organiser == credentials.account:
            raise DomainError(422, "own_tournament", N_("That’s your own tournament."))
        organiser = tournament.organiser and accounts.account_of(transaction.connection, tournament.organiser)
        name, whose = (organiser.name, person_id(organiser.id)) if organiser else ("", "")
        report = Report(tournament_id, "tournament", 0, name, tournament.plan.name, whose)
        store_report(transaction, report, Reporter(person, ""))

    return Job(run, exclusive=True)


def store_report(transaction: Transaction, report: Report, reporter: Reporter) -> None:
    """Store a report, unless the same person has sent it before. Raises TooManyRequests."""
    most, seconds = MAX_REPORTS
    if chat.reports_since(transaction.connection, reporter.person, transaction.now - seconds) >= most:
        text = N_(
            "You’ve sent too many reports in the last hour. Mute or block players instead, or try again later."
        )
        raise TooManyRequests("too_many_reports", text, seconds)
    if chat.add_report(transaction.connection, report, reporter, transaction.now):
        log.warning("reported", table=report.game_id, message=report.seq)
