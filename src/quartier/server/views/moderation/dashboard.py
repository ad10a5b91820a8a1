"""Moderation dashboard: reports, bans, hosts, invitations and search results."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import Translator, translator
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.errors import DomainError
from quartier.server.moderation import queries
from quartier.server.moderation.fair_play import PERIOD
from quartier.server.moderation.service import ModerationService
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.moderation import hosts, personal_data, policy
from quartier.server.storage.rating import oddities
from quartier.server.storage.rating.oddities import GameRow, LosersRow, PairRow
from quartier.server.views import catalogue, messages


def dashboard(service: ModerationService, query: str, lang: str) -> dict[str, Any]:
    """Return the context of `host.html`. `query`: id or URL of a game, name of an account, or ""."""
    now = service.store.clock.now()
    with service.store.database.read() as connection:
        decided, invitations = policy.current(connection), policy.invitations(connection, now)
        odd = _oddities(connection, now - PERIOD, lang)
    return {
        "reports": queries.reports(service, lang),
        "bans": queries.bans(service),
        "hosts": queries.hosts(service),
        "actions": queries.actions(service, lang),
        "house": decided,
        "invitations": invitations,
        "odd": odd,
        "wanted": query,
        "found": _search(service, query.strip(), lang) if query.strip() else [],
    }


def _oddities(connection: sa.Connection, since: float, lang: str) -> dict[str, Any]:
    """Return what looks odd in the rated games of the last weeks."""
    rows = {
        "network": oddities.games_in_one_network(connection, since),
        "short": oddities.short_games(connection, since),
    }
    lists = {kind: [_odd(row, lang) for row in games] for kind, games in rows.items()}
    return {
        **lists,
        "pairs": [_odd(row, lang) for row in oddities.pairs(connection, since)],
        "losers": [_odd(row, lang) for row in oddities.losers(connection, since)],
    }


def _odd(row: PairRow | GameRow | LosersRow, lang: str) -> dict[str, Any]:
    return {**vars(row), "text": catalogue.title(row.title, lang)["text"]}


def _search(service: ModerationService, query: str, lang: str) -> list[dict[str, Any]]:
    """Return a game by its id or URL, and an account by its name."""
    game_id = query.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
    with service.store.database.read() as connection:
        matches = [_account(connection, query), _record(connection, game_id, lang)]
        row = table_rows.find_table(connection, game_id)
    table = None if row is None else _table(service, game_id, lang)
    return [match for match in (table, *matches) if match is not None]


def _table(service: ModerationService, table_id: str, lang: str) -> dict[str, Any]:
    t = translator(lang)
    try:
        row, table = service.store.load(table_id)
    except DomainError as refused:  # set aside: it can be deleted all the same
        return {
            "kind": "table",
            "id": table_id,
            "title": t("Table"),
            "names": [],
            "state": refused.text(lang),
        }
    return {
        "kind": "table",
        "id": table_id,
        "title": catalogue.title(row.setup.title, lang)["text"],
        "names": messages.player_names(table, t),
        "people": [(seat, name) for seat, name in sorted(table.names.items()) if name],
        "hidden": row.hidden,
        "since": row.opened_at,
        "state": _state(table.over, table.cancelled, table.has_begun, t),
    }


def _state(over: bool, cancelled: bool, has_begun: bool, t: Translator) -> str:
    if cancelled:
        return t("This table was cancelled")
    if over:
        return t("The game is over")
    return t("in progress") if has_begun else t("Waiting for players")


def _record(connection: sa.Connection, record_id: str, lang: str) -> dict[str, Any] | None:
    stored = table_rows.find_record(connection, record_id)
    if stored is None:
        return None
    title = catalogue.title(stored.title, lang)["text"]
    return {"kind": "record", "id": record_id, "title": title, "hidden": stored.hidden}


def _account(connection: sa.Connection, name: str) -> dict[str, Any] | None:
    account = accounts.account_like(connection, username_skeleton(name))
    if account is None:
        return None
    return {
        "kind": "account",
        "name": account.name,
        "hidden": account.hidden_by_host,
        "host": hosts.is_host(connection, account.id),
        "sessions": len(accounts.sessions_of(connection, account.id)),
        "games": len(personal_data.seats_of(connection, account.id)),
    }
