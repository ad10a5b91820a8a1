"""Moderator actions on games, accounts, bans, invitations and reports; each is written to the audit log.

All raise DomainError without changing anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import sqlalchemy as sa

from quartier.core.text.confusables import visible
from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import prefix_to_ban, prefixes
from quartier.server.accounts import api_tokens, deletion
from quartier.server.accounts.api_tokens import NewProgram
from quartier.server.errors import DomainError
from quartier.server.moderation import ban_effects
from quartier.server.moderation.service import ModerationService, account_named, nothing_there
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.moderation import (
    bans,
    game_deletion,
    hosts,
    personal_data,
    policy,
    reports,
)
from quartier.server.storage.moderation.hosts import ActingModerator
from quartier.server.storage.moderation.policy import InvitationRow
from quartier.server.storage.moderation.reports import ReportRow
from quartier.server.storage.secrets import (
    hash_secret,
    new_id,
    new_secret,
    visitor_mark,
)
from quartier.server.storage.transaction import Transaction

DAY: Final = 24 * 3600.0
LINK_LASTS: Final = 3600.0
"""Seconds for which a host link is valid."""
MAX_REASON_LENGTH: Final = 300
MAX_BAN_DAYS: Final = 3650
MAX_STATS: Final = 100


# ----- hosts: made on the machine only -----


def grant(service: ModerationService, name: str) -> str:
    """Make an account a host; return its name."""

    def act(transaction: Transaction) -> str:
        account = account_named(transaction.connection, name)
        hosts.add(transaction.connection, account.id, transaction.now)
        service.note(transaction, ActingModerator(), "grant", account.id)
        return account.name

    return service.do(ActingModerator(), act)


def revoke(service: ModerationService, name: str) -> str:
    """Remove an account from the hosts; return its name."""

    def act(transaction: Transaction) -> str:
        account = account_named(transaction.connection, name)
        if not hosts.remove(transaction.connection, account.id):
            raise DomainError(404, "not_host", N_("{name} isn’t a moderator."), name=account.name)
        service.note(transaction, ActingModerator(), "revoke", account.id)
        return account.name

    return service.do(ActingModerator(), act)


def link(service: ModerationService) -> str:
    """Return a one-time code that makes its user a host, valid for an hour."""
    code = new_secret()

    def act(transaction: Transaction) -> None:
        now = transaction.now
        hosts.add_link(transaction.connection, hash_secret(code), now + LINK_LASTS, now)
        service.note(transaction, ActingModerator(), "link")

    service.do(ActingModerator(), act)
    return code


def claim(service: ModerationService, account_id: str, code: str) -> None:
    """Become a host by a one-time code."""

    def act(transaction: Transaction) -> None:
        if not hosts.use_link(transaction.connection, hash_secret(code.strip()), transaction.now):
            text = N_("This link has expired. Create a new one with “quartier admin link”.")
            raise DomainError(403, "no_link", text)
        hosts.add(transaction.connection, account_id, transaction.now)
        service.note(transaction, ActingModerator(account_id), "claim", account_id)

    service.do(ActingModerator(), act)


# ----- programs of the hosts: made on the machine only -----


def make_program(service: ModerationService, name: str) -> NewProgram:
    """Create an API token of the hosts."""
    program = api_tokens.new_program(service.store, None, name)

    def act(transaction: Transaction) -> None:
        api_tokens.add_program(transaction, program)
        service.note(transaction, ActingModerator(), "make_program", program.row.name)

    service.do(ActingModerator(), act)
    return program


def revoke_program(service: ModerationService, program_id: str) -> None:
    """Revoke an API token of the hosts."""

    def act(transaction: Transaction) -> None:
        api_tokens.remove(transaction, None, program_id)
        service.note(transaction, ActingModerator(), "revoke_program", program_id)

    service.do(ActingModerator(), act)


# ----- games -----


def delete_game(service: ModerationService, by: ActingModerator, game_id: str) -> None:
    """Delete a table or an uploaded record, with everything that belongs to it."""

    def act(transaction: Transaction) -> None:
        connection, transaction.erases = transaction.connection, True
        _must_not_be_own_game(connection, by, game_id)
        if game_deletion.remove_table(connection, game_id):
            transaction.forget(game_id)
        elif not game_deletion.remove_record(connection, game_id):
            raise nothing_there(game_id)
        service.note(transaction, by, "delete_game", game_id)

    service.do(by, act, game_id)


def hide_game(service: ModerationService, by: ActingModerator, game_id: str, hidden: bool) -> None:
    """Hide a table from all but its players, or an uploaded record from everyone; or show it again."""

    def act(transaction: Transaction) -> None:
        connection = transaction.connection
        if game_deletion.hide_table(connection, game_id, hidden):
            transaction.forget(game_id)
        elif not game_deletion.hide_record(connection, game_id, hidden):
            raise nothing_there(game_id)
        service.note(transaction, by, "hide_game" if hidden else "show_game", game_id)

    service.do(by, act, game_id)


# ----- accounts -----


def sign_out(service: ModerationService, by: ActingModerator, name: str) -> str:
    """End all sessions of an account."""

    def act(transaction: Transaction) -> tuple[str, str]:
        account = account_named(transaction.connection, name)
        service.sessions.end_all_but(transaction.connection, account.id, None)
        service.note(transaction, by, "sign_out", account.id)
        return account.id, account.name

    account_id, account_name = service.do(by, act)
    service.sessions.invalidate(account_id)
    return account_name


def hide_account(service: ModerationService, by: ActingModerator, name: str, hidden: bool) -> str:
    """Hide an account's profile, or show it again."""

    def act(transaction: Transaction) -> str:
        account = account_named(transaction.connection, name)
        accounts.change_account(transaction.connection, account.id, hidden_by_host=hidden)
        service.note(transaction, by, "hide_account" if hidden else "show_account", account.id)
        return account.name

    return service.do(by, act)


def delete_account(service: ModerationService, by: ActingModerator, name: str) -> str:
    """Delete an account; its games stay for the other players, without the name."""

    def act(transaction: Transaction) -> tuple[str, str]:
        account = account_named(transaction.connection, name)
        _must_not_be_opponent(transaction.connection, by, {"account": account.id})
        service.note(transaction, by, "delete_account", account.id)
        return account.id, account.name

    account_id, account_name = service.do(by, act)
    deletion.delete_account(service.store, service.sessions, account_id)
    return account_name


# ----- bans -----


def ban_account(
    service: ModerationService, by: ActingModerator, name: str, reason: str, days: int | None
) -> str:
    """Ban an account, for some days or (None) for good."""

    def act(transaction: Transaction) -> str:
        account = account_named(transaction.connection, name)
        _ban(service, transaction, by, {"account": account.id}, account.name, reason, days)
        return account.name

    return service.do(by, act)


def ban_address(
    service: ModerationService,
    by: ActingModerator,
    address: str,
    reason: str,
    days: int | None,
    own: str = "",
) -> None:
    """Ban a network address prefix; only its hash is stored. `own`: the host's address, which can't be banned."""
    try:
        address = prefix_to_ban(address.strip())
    except ValueError:
        text = N_("Enter an IP address, such as 203.0.113.7, or an IPv6 network of /48, /56 or /64.")
        raise DomainError(422, "address", text) from None
    if address in (prefix for prefix, _ in prefixes(own)):
        raise DomainError(422, "address", N_("That’s your own address: you’d ban yourself."))

    def act(transaction: Transaction) -> None:
        mark = visitor_mark(table_rows.visitors_salt(transaction.connection), address)
        _ban(service, transaction, by, {"address": mark}, "", reason, days)

    service.do(by, act)


def ban_seat(
    service: ModerationService, by: ActingModerator, table_id: str, seat: int, reason: str, days: int | None
) -> None:
    """Ban the player of a seat: the account, or the browser if it is known."""

    def act(transaction: Transaction) -> None:
        cached = transaction.load_locked(table_id)
        row = next((seat_row for seat_row in cached.row.seats if seat_row.seat == seat), None)
        if row is None or (row.account is None and row.person is None):
            text = N_("There’s nothing to identify this player by. Ban an address instead.")
            raise DomainError(422, "unknown", text)
        who = {"person": row.person or ""} if row.account is None else {"account": row.account}
        _ban(service, transaction, by, who, cached.table.names.get(seat, ""), reason, days)

    service.do(by, act, table_id)


def _ban(
    service: ModerationService,
    transaction: Transaction,
    by: ActingModerator,
    who: dict[str, str],
    name: str,
    reason: str,
    days: int | None,
) -> None:
    _must_not_be_opponent(transaction.connection, by, who)
    reason, now = _reason(reason), transaction.now
    until = None if days is None else now + days * DAY
    number = bans.add(transaction.connection, who, name, reason, now, until)
    ban_effects.clear(transaction, who)
    service.note(transaction, by, "ban", who.get("account", str(number)), reason)


def _must_not_be_opponent(connection: sa.Connection, by: ActingModerator, who: dict[str, str]) -> None:
    """Raise DomainError for an act that would decide a game in progress of the moderator."""
    if by.account is not None and bans.plays_against(connection, by.account, who):
        text = N_("You’re playing against this person. Finish your game first, or ask another moderator.")
        raise DomainError(403, "own_game", text)


def _must_not_be_own_game(connection: sa.Connection, by: ActingModerator, table_id: str) -> None:
    """Raise DomainError for the deletion of a table at which the moderator has a seat."""
    if by.account is not None and bans.has_seat(connection, by.account, table_id):
        raise DomainError(403, "own_game", N_("You have a seat in this game. Ask another moderator."))


def _reason(text: str) -> str:
    """Return the reason that the banned player reads. Raises DomainError 422."""
    reason = visible(" ".join(text.split())).strip()
    if not reason or len(reason) > MAX_REASON_LENGTH:
        text = N_("Enter a reason of up to {most} characters. The banned person will see it.")
        raise DomainError(422, "reason", text, most=MAX_REASON_LENGTH)
    return reason


def lift_ban(service: ModerationService, by: ActingModerator, ban_id: int) -> None:
    """Lift a ban."""

    def act(transaction: Transaction) -> None:
        ban = bans.find(transaction.connection, ban_id)
        if ban is None or not bans.lift(transaction.connection, ban_id):
            raise nothing_there(str(ban_id))
        service.note(transaction, by, "lift_ban", ban.account or "")

    service.do(by, act)


# ----- the house -----


def invite_only(service: ModerationService, by: ActingModerator, enabled: bool) -> None:
    """Turn invitation-only mode on or off."""

    def act(transaction: Transaction) -> None:
        policy.change(transaction.connection, invite_only=enabled)
        service.note(transaction, by, "invite_only" if enabled else "open_to_all")

    service.do(by, act)


def keep_days(service: ModerationService, by: ActingModerator, days: int | None) -> None:
    """Set after how many days guests' finished games and uploaded records are deleted; None: never."""

    def act(transaction: Transaction) -> None:
        policy.change(transaction.connection, retention_days=days)
        service.note(transaction, by, "keep_days", "" if days is None else str(days))

    service.do(by, act)


def invite(service: ModerationService, by: ActingModerator, note: str, uses: int, days: int) -> str:
    """Create an invitation for so many browsers; return its code."""
    code = new_secret()

    def act(transaction: Transaction) -> None:
        row = InvitationRow(new_id(), code, visible(note).strip()[:80], uses, transaction.now + days * DAY)
        policy.add_invitation(transaction.connection, row)
        service.note(transaction, by, "invite", row.id, row.note)

    service.do(by, act)
    return code


def withdraw_invitation(service: ModerationService, by: ActingModerator, invitation_id: str) -> None:
    """Withdraw an invitation; those who have used it stay."""

    def act(transaction: Transaction) -> None:
        if not policy.withdraw(transaction.connection, invitation_id):
            raise nothing_there(invitation_id)
        service.note(transaction, by, "withdraw_invitation", invitation_id)

    service.do(by, act)


def accept_invitation(service: ModerationService, browser: str, code: str) -> None:
    """Accept an invitation for a browser, given by the hash of its cookie."""

    def act(transaction: Transaction) -> None:
        if not policy.admit(transaction.connection, code.strip(), browser, transaction.now):
            text = N_("This invitation is invalid or has expired. Ask a moderator for a new one.")
            raise DomainError(403, "no_invitation", text)

    service.do(ActingModerator(), act)


# ----- reports -----

Action = Literal["close", "unsay", "hide", "delete", "ban"]
_ON_TABLES: Final[dict[str, Callable[[sa.Connection, str], bool]]] = {
    "hide": lambda connection, table_id: game_deletion.hide_table(connection, table_id, True),
    "delete": game_deletion.remove_table,
}


def close_report(
    service: ModerationService,
    by: ActingModerator,
    report_id: int,
    action: Action,
    reason: str = "",
    days: int | None = None,
) -> None:
    """Resolve a report: do nothing more, delete the message, hide or delete the table, or ban the author."""

    def act(transaction: Transaction) -> None:
        connection = transaction.connection
        report = reports.find(connection, report_id)
        if report is None or not reports.close(connection, report, transaction.now):
            raise DomainError(404, "no_report", N_("This report doesn’t exist or has already been resolved."))
        _must_suit(report, action)
        if action == "delete":
            _must_not_be_own_game(connection, by, report.game_id)
        if action == "ban":
            who = ban_effects.account_behind(transaction, report.game_id, report.person)
            _ban(service, transaction, by, who, report.name, reason, days)
        elif action == "unsay" and report.kind == "name":
            _erase_name(transaction, report)
        elif action == "unsay":
            game_deletion.remove_word(connection, report.game_id, report.seq)
        elif report.kind == "tournament" and action == "hide":
            reports.unlist_tournament(connection, report.game_id)
        elif action in _ON_TABLES and _ON_TABLES[action](connection, report.game_id):
            transaction.forget(report.game_id)
        transaction.erases = action in ("unsay", "delete")
        service.note(transaction, by, f"report_{action}", str(report_id), report.game_id)

    service.do(by, act)


def _must_suit(report: ReportRow, action: Action) -> None:
    """Raise DomainError for what cannot be done about a tournament."""
    if report.kind == "tournament" and action in ("unsay", "delete"):
        text = N_("A tournament can’t be deleted. Unlist it, or ban its organiser.")
        raise DomainError(422, "action", text)


def _erase_name(transaction: Transaction, report: ReportRow) -> None:
    """Erase a name at its table: the player keeps the seat, as someone without a name."""

    def act(connection: sa.Connection) -> None:
        names = {-1 - report.seq: report.text}
        personal_data.forget_seats(connection, report.game_id, names, sa.false(), report.person)

    transaction.rewrite(report.game_id, act)
