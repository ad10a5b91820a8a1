"""What hosts do: about each other, about games, about accounts, about who may come. Every function is one deed, noted.

All raise DomainError, with nothing done.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Final, Literal

import sqlalchemy as sa

from quartier.core.text.confusables import visible
from quartier.core.text.languages import N_
from quartier.server.access.ip_prefix import household
from quartier.server.accounts import api_tokens, deletion
from quartier.server.accounts.api_tokens import Made
from quartier.server.errors import DomainError
from quartier.server.moderation import ban_effects
from quartier.server.moderation.service import Desk, account_named, nothing_there
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.moderation import (
    bans,
    game_deletion,
    hosts,
    policy,
    reports,
)
from quartier.server.storage.moderation.hosts import By
from quartier.server.storage.moderation.policy import InvitationRow
from quartier.server.storage.secrets import (
    hashed,
    new_id,
    new_secret,
    visitor_mark,
)
from quartier.server.storage.transaction import Transaction

DAY: Final = 24 * 3600.0
LINK_LASTS: Final = 3600.0
"""Seconds for which a link makes a host of whoever opens it."""
LONGEST_REASON: Final = 300
MOST_DAYS: Final = 3650
MAX_STATS: Final = 100


# ----- hosts: made on the machine only -----


def grant(desk: Desk, name: str) -> str:
    """Make a host of an account; returns its name."""

    def act(transaction: Transaction) -> str:
        found = account_named(transaction.connection, name)
        hosts.add(transaction.connection, found.id, transaction.now)
        desk.note(transaction, By(), "grant", found.id)
        return found.name

    return desk.do(By(), act)


def revoke(desk: Desk, name: str) -> str:
    """Make a host of it no more."""

    def act(transaction: Transaction) -> str:
        found = account_named(transaction.connection, name)
        if not hosts.remove(transaction.connection, found.id):
            raise DomainError(404, "not_host", N_("“{name}” is no host."), name=found.name)
        desk.note(transaction, By(), "revoke", found.id)
        return found.name

    return desk.do(By(), act)


def link(desk: Desk) -> str:
    """A code that makes a host of whoever uses it first, within the hour."""
    code = new_secret()

    def act(transaction: Transaction) -> None:
        now = transaction.now
        hosts.add_link(transaction.connection, hashed(code), now + LINK_LASTS, now)
        desk.note(transaction, By(), "link")

    desk.do(By(), act)
    return code


def claim(desk: Desk, account_id: str, code: str) -> None:
    """Become a host by such a code."""

    def act(transaction: Transaction) -> None:
        if not hosts.use_link(transaction.connection, hashed(code.strip()), transaction.now):
            text = N_(
                "This link opens nothing (any more). “quartier admin link” on the machine prints a new one."
            )
            raise DomainError(403, "no_link", text)
        hosts.add(transaction.connection, account_id, transaction.now)
        desk.note(transaction, By(account_id), "claim", account_id)

    desk.do(By(), act)


# ----- programs of the hosts: made on the machine only -----


def make_program(desk: Desk, name: str) -> Made:
    """A token for a program that is nobody's but the hosts'."""
    drawn = api_tokens.draw(desk.store, None, name)

    def act(transaction: Transaction) -> None:
        api_tokens.keep(transaction, drawn)
        desk.note(transaction, By(), "make_program", drawn.row.name)

    desk.do(By(), act)
    return drawn


def revoke_program(desk: Desk, program_id: str) -> None:
    """Its token opens nothing any more."""

    def act(transaction: Transaction) -> None:
        api_tokens.remove(transaction, None, program_id)
        desk.note(transaction, By(), "revoke_program", program_id)

    desk.do(By(), act)


# ----- games -----


def delete_game(desk: Desk, by: By, game_id: str) -> None:
    """Delete a table or an uploaded record, with all that hangs on it."""

    def act(transaction: Transaction) -> None:
        connection = transaction.connection
        if game_deletion.remove_table(connection, game_id):
            transaction.forget(game_id)
        elif not game_deletion.remove_record(connection, game_id):
            raise nothing_there(game_id)
        desk.note(transaction, by, "delete_game", game_id)

    desk.do(by, act, game_id)


def hide_game(desk: Desk, by: By, game_id: str, hidden: bool) -> None:
    """Hide a table from all but its players, or an uploaded record from everybody; or show it again."""

    def act(transaction: Transaction) -> None:
        connection = transaction.connection
        if game_deletion.hide_table(connection, game_id, hidden):
            transaction.forget(game_id)
        elif not game_deletion.hide_record(connection, game_id, hidden):
            raise nothing_there(game_id)
        desk.note(transaction, by, "hide_game" if hidden else "show_game", game_id)

    desk.do(by, act, game_id)


# ----- accounts -----


def sign_out(desk: Desk, by: By, name: str) -> str:
    """End all sessions of an account."""

    def act(transaction: Transaction) -> tuple[str, str]:
        found = account_named(transaction.connection, name)
        desk.sessions.end_all_but(transaction.connection, found.id, None)
        desk.note(transaction, by, "sign_out", found.id)
        return found.id, found.name

    account_id, called = desk.do(by, act)
    desk.sessions.look_again(account_id)
    return called


def hide_account(desk: Desk, by: By, name: str, hidden: bool) -> str:
    """Show an account to nobody, or to others again."""

    def act(transaction: Transaction) -> str:
        found = account_named(transaction.connection, name)
        accounts.change_account(transaction.connection, found.id, hidden_by_host=hidden)
        desk.note(transaction, by, "hide_account" if hidden else "show_account", found.id)
        return found.name

    return desk.do(by, act)


def delete_account(desk: Desk, by: By, name: str) -> str:
    """Delete an account; its games stay for the others, under nobody's name."""

    def act(transaction: Transaction) -> tuple[str, str]:
        found = account_named(transaction.connection, name)
        desk.note(transaction, by, "delete_account", found.id)
        return found.id, found.name

    account_id, called = desk.do(by, act)
    deletion.delete_account(desk.store, desk.sessions, account_id)
    return called


# ----- bans -----


def ban_account(desk: Desk, by: By, name: str, reason: str, days: int | None) -> str:
    """Ban an account, for some days or (None) for ever."""

    def act(transaction: Transaction) -> str:
        found = account_named(transaction.connection, name)
        _ban(desk, transaction, by, {"account": found.id}, found.name, reason, days)
        return found.name

    return desk.do(by, act)


def ban_address(desk: Desk, by: By, address: str, reason: str, days: int | None, own: str = "") -> None:
    """Ban a network address, as `limits` know it: only its mark is kept. `own`: that of the host, who would be shut out."""
    try:
        address = household(str(ip_address(address.strip())))
    except ValueError:
        raise DomainError(422, "address", N_("This is no network address, like 203.0.113.7.")) from None
    if address == own:
        raise DomainError(422, "address", N_("This is your own address: you would shut yourself out."))

    def act(transaction: Transaction) -> None:
        mark = visitor_mark(table_rows.visitors_salt(transaction.connection), address)
        _ban(desk, transaction, by, {"address": mark}, "", reason, days)

    desk.do(by, act)


def ban_seat(desk: Desk, by: By, table_id: str, seat: int, reason: str, days: int | None) -> None:
    """Ban whoever sits at a table: the account, or the browser if it is known."""

    def act(transaction: Transaction) -> None:
        held = transaction.looked_up(table_id)
        row = next((each for each in held.head.seats if each.seat == seat), None)
        if row is None or (row.account is None and row.person is None):
            text = N_(
                "Nothing is known of who sits there by which they could be banned. Ban an address instead."
            )
            raise DomainError(422, "unknown", text)
        who = {"person": row.person or ""} if row.account is None else {"account": row.account}
        _ban(desk, transaction, by, who, held.table.names.get(seat, ""), reason, days)

    desk.do(by, act, table_id)


def _ban(
    desk: Desk,
    transaction: Transaction,
    by: By,
    who: dict[str, str],
    name: str,
    reason: str,
    days: int | None,
) -> None:
    reason, now = _reason(reason), transaction.now
    until = None if days is None else now + days * DAY
    number = bans.add(transaction.connection, who, name, reason, now, until)
    ban_effects.clear(transaction, who)
    desk.note(transaction, by, "ban", who.get("account", str(number)), reason)


def _reason(text: str) -> str:
    """What the banned person reads. Raises DomainError 422."""
    shown = visible(" ".join(text.split())).strip()
    if not shown or len(shown) > LONGEST_REASON:
        text = N_("Give a reason, of at most {most} characters: whoever is banned reads it.")
        raise DomainError(422, "reason", text, most=LONGEST_REASON)
    return shown


def lift_ban(desk: Desk, by: By, ban_id: int) -> None:
    """Let somebody in again."""

    def act(transaction: Transaction) -> None:
        found = bans.find(transaction.connection, ban_id)
        if found is None or not bans.lift(transaction.connection, ban_id):
            raise nothing_there(str(ban_id))
        desk.note(transaction, by, "lift_ban", found.account or "")

    desk.do(by, act)


# ----- the house -----


def invite_only(desk: Desk, by: By, wanted: bool) -> None:
    """Let only those play who were invited, or everybody."""

    def act(transaction: Transaction) -> None:
        policy.decide(transaction.connection, invite_only=wanted)
        desk.note(transaction, by, "invite_only" if wanted else "open_to_all")

    desk.do(by, act)


def keep_days(desk: Desk, by: By, days: int | None) -> None:
    """Delete guests' finished games and uploaded records after so many days, or (None) never."""

    def act(transaction: Transaction) -> None:
        policy.decide(transaction.connection, retention_days=days)
        desk.note(transaction, by, "keep_days", "" if days is None else str(days))

    desk.do(by, act)


def invite(desk: Desk, by: By, note: str, uses: int, days: int) -> str:
    """An invitation for so many browsers; returns its code."""
    code = new_secret()

    def act(transaction: Transaction) -> None:
        row = InvitationRow(new_id(), code, visible(note).strip()[:80], uses, transaction.now + days * DAY)
        policy.add_invitation(transaction.connection, row)
        desk.note(transaction, by, "invite", row.id, row.note)

    desk.do(by, act)
    return code


def withdraw_invitation(desk: Desk, by: By, invitation_id: str) -> None:
    """Let nobody come by it any more; who has, stays."""

    def act(transaction: Transaction) -> None:
        if not policy.withdraw(transaction.connection, invitation_id):
            raise nothing_there(invitation_id)
        desk.note(transaction, by, "withdraw_invitation", invitation_id)

    desk.do(by, act)


def accept_invitation(desk: Desk, browser: str, code: str) -> None:
    """Whoever was invited comes in; `browser`: the hash of its cookie."""

    def act(transaction: Transaction) -> None:
        if not policy.admit(transaction.connection, code.strip(), browser, transaction.now):
            text = N_("This invitation is not valid (any more). Ask a host of this server for a new one.")
            raise DomainError(403, "no_invitation", text)

    desk.do(By(), act)


# ----- reports -----

Action = Literal["close", "unsay", "hide", "delete", "ban"]
_ON_TABLES: Final[dict[str, Callable[[sa.Connection, str], bool]]] = {
    "hide": lambda connection, table_id: game_deletion.hide_table(connection, table_id, True),
    "delete": game_deletion.remove_table,
}


def close_report(
    desk: Desk, by: By, report_id: int, action: Action, reason: str = "", days: int | None = None
) -> None:
    """See to a report: do nothing more, delete the word, hide or delete the table, or ban who has said it."""

    def act(transaction: Transaction) -> None:
        connection = transaction.connection
        found = reports.find(connection, report_id)
        if found is None or not reports.close(connection, report_id, transaction.now):
            raise DomainError(404, "no_report", N_("There is no such report, or somebody has seen to it."))
        if action == "ban":
            who = ban_effects.account_behind(transaction, found.game_id, found.person)
            _ban(desk, transaction, by, who, found.name, reason, days)
        elif action == "unsay":
            game_deletion.remove_word(connection, found.game_id, found.seq)
        elif action in _ON_TABLES and _ON_TABLES[action](connection, found.game_id):
            transaction.forget(found.game_id)
        desk.note(transaction, by, f"report_{action}", str(report_id), found.game_id)

    desk.do(by, act)
