"""Moderation queries: reports, bans, invitations, hosts and the audit log. None shows hidden information of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from quartier.core.text.languages import N_, Translator, translator
from quartier.server.moderation.service import ModerationService
from quartier.server.storage import api_tokens as program_rows
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.api_tokens import ApiClientRow
from quartier.server.storage.chat import ReportKind
from quartier.server.storage.moderation import bans as ban_rows
from quartier.server.storage.moderation import hosts as host_rows
from quartier.server.storage.moderation import reports as report_rows
from quartier.server.storage.moderation.bans import BanRow
from quartier.server.storage.moderation.hosts import ActionRow, HostRow
from quartier.server.storage.moderation.reports import ReportRow

MAX_ROWS: Final = 100
"""Rows of a list that are shown."""


@dataclass(frozen=True)
class ReportView:
    """A report as hosts read it: author, message, table and reporter."""

    id: int
    table: str
    there: bool
    """Whether the table is still there."""
    name: str
    text: str
    reporter: str
    at: float
    kind: ReportKind
    number: int
    """How many have reported it."""


@dataclass(frozen=True)
class ActionView:
    """An entry of the audit log, in words."""

    at: float
    host: str
    text: str
    note: str


def hosts(service: ModerationService) -> list[HostRow]:
    """Return all hosts."""
    with service.store.database.read() as connection:
        return host_rows.hosts(connection)


def bans(service: ModerationService) -> list[BanRow]:
    """Return all bans in force."""
    with service.store.database.read() as connection:
        return ban_rows.active_bans(connection, service.store.clock.now())


def programs(service: ModerationService) -> list[ApiClientRow]:
    """Return the API tokens of the hosts, the oldest first."""
    with service.store.database.read() as connection:
        return program_rows.of(connection, None)


def reports(service: ModerationService, lang: str) -> list[ReportView]:
    """Return open reports, the oldest first."""
    t = translator(lang)
    with service.store.database.read() as connection:
        rows = report_rows.open_reports(connection, MAX_ROWS)
        return [_report_view(connection, row, number, t) for row, number in rows]


def _report_view(connection: sa.Connection, row: ReportRow, number: int, t: Translator) -> ReportView:
    is_table = row.kind != "tournament"
    there = not is_table or table_rows.find_table(connection, row.game_id) is not None
    reporter = row.reporter_name or t(N_("a spectator"))
    return ReportView(
        row.id, row.game_id, there, row.name or t(N_("Someone")), row.text, reporter, row.at, row.kind, number
    )


def actions(service: ModerationService, lang: str) -> list[ActionView]:
    """Return the audit log, the latest entry first."""
    t = translator(lang)
    with service.store.database.read() as connection:
        rows = host_rows.actions(connection, MAX_ROWS)
        return [_action_view(connection, row, t) for row in rows]


def _action_view(connection: sa.Connection, row: ActionRow, t: Translator) -> ActionView:
    who = t(N_("command line")) if row.from_cli else _account_name(connection, row.host, t)
    subject = _account_name(connection, row.subject, t) if row.action in _OF_ACCOUNTS else row.subject
    if row.action.endswith("_pair"):
        subject = " – ".join(_account_name(connection, account_id, t) for account_id in row.subject.split())
    if row.action == "ban":
        subject = _ban_subject(connection, row.subject, t)
    return ActionView(
        row.at, who, t(_ACTION_TEXTS.get(row.action, row.action)).format(subject=subject), row.note
    )


def _account_name(connection: sa.Connection, account_id: str | None, t: Translator) -> str:
    account = None if account_id is None else accounts.account_of(connection, account_id)
    return t(N_("Someone")) if account is None else account.name


def _ban_subject(connection: sa.Connection, subject: str, t: Translator) -> str:
    """Return who a ban was for: an account, or another's name until it is lifted."""
    ban = ban_rows.find(connection, int(subject)) if subject.isdecimal() and len(subject) < 10 else None
    if ban is None:
        return _account_name(connection, subject, t)
    return t(N_("an IP address")) if ban.address else ban.name or t(N_("Someone"))


_OF_ACCOUNTS: Final = {
    "lift_ban",
    "grant",
    "revoke",
    "claim",
    "sign_out",
    "hide_account",
    "show_account",
    "delete_account",
}
_ACTION_TEXTS: Final = {
    "grant": N_("added {subject} as a moderator"),
    "revoke": N_("removed {subject} as a moderator"),
    "link": N_("created a link for a new moderator"),
    "claim": N_("became a moderator with a link"),
    "make_program": N_("created the API token {subject}"),
    "revoke_program": N_("revoked the API token {subject}"),
    "delete_game": N_("deleted the game {subject}"),
    "hide_game": N_("hid the game {subject}"),
    "show_game": N_("unhid the game {subject}"),
    "void_game": N_("voided the rated game {subject}"),
    "reinstate_game": N_("reinstated the rated game {subject}"),
    "void_pair": N_("voided the rated games of {subject}"),
    "reinstate_pair": N_("reinstated the rated games of {subject}"),
    "sign_out": N_("signed {subject} out everywhere"),
    "hide_account": N_("hid the account of {subject}"),
    "show_account": N_("unhid the account of {subject}"),
    "delete_account": N_("deleted an account"),
    "ban": N_("banned {subject}"),
    "lift_ban": N_("lifted the ban on {subject}"),
    "invite_only": N_("made the server invitation-only"),
    "open_to_all": N_("opened the server to everyone"),
    "keep_days": N_("set the days to keep guests’ games: {subject}"),
    "invite": N_("created an invitation"),
    "withdraw_invitation": N_("withdrew an invitation"),
    "report_close": N_("closed report {subject}"),
    "report_unsay": N_("report {subject}: deleted the message or name"),
    "report_hide": N_("report {subject}: hid the game or tournament"),
    "report_delete": N_("report {subject}: deleted the game"),
    "report_ban": N_("report {subject}: banned the author"),
    "tidy": N_("deleted old games under the retention rule: {subject}"),
}
