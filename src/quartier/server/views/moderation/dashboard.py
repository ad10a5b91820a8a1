"""The hosts' page: what they have to read, what holds, and what they look for. Nothing that is hidden in a game."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import Translator, translator
from quartier.server.accounts.usernames import like
from quartier.server.errors import DomainError
from quartier.server.moderation import queries
from quartier.server.moderation.service import Desk
from quartier.server.storage import table_rows
from quartier.server.storage.accounts import accounts
from quartier.server.storage.moderation import hosts, personal_data, policy
from quartier.server.views import catalogue, messages


def described(desk: Desk, wanted: str, lang: str) -> dict[str, Any]:
    """All of it, as `host.html` takes it. `wanted`: the id or address of a game, or the name of an account; or nothing."""
    now = desk.store.clock.now()
    with desk.store.database.read() as connection:
        decided, invitations = policy.decided(connection), policy.invitations(connection, now)
    return {
        "reports": queries.reports(desk, lang),
        "bans": queries.bans(desk),
        "hosts": queries.hosts(desk),
        "actions": queries.actions(desk, lang),
        "house": decided,
        "invitations": invitations,
        "wanted": wanted,
        "found": _found(desk, wanted.strip(), lang) if wanted.strip() else [],
    }


def _found(desk: Desk, wanted: str, lang: str) -> list[dict[str, Any]]:
    """What is called so: a game by its id or address, an account by its name."""
    game_id = wanted.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]
    with desk.store.database.read() as connection:
        found = [_account(connection, wanted), _record(connection, game_id, lang)]
        head = table_rows.head(connection, game_id)
    table = None if head is None else _table(desk, game_id, lang)
    return [each for each in (table, *found) if each is not None]


def _table(desk: Desk, table_id: str, lang: str) -> dict[str, Any]:
    t = translator(lang)
    try:
        head, table = desk.store.load(table_id)
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
        "title": catalogue.title(head.setup.title, lang)["text"],
        "names": messages.player_names(table, t),
        "people": [(seat, name) for seat, name in sorted(table.names.items()) if name],
        "hidden": head.hidden,
        "since": head.opened_at,
        "state": _state(table.over, table.cancelled, table.begun, t),
    }


def _state(over: bool, cancelled: bool, begun: bool, t: Translator) -> str:
    if cancelled:
        return t("This table was cancelled")
    if over:
        return t("The game is over")
    return t("being played") if begun else t("Waiting for players")


def _record(connection: sa.Connection, record_id: str, lang: str) -> dict[str, Any] | None:
    stored = table_rows.find_record(connection, record_id)
    if stored is None:
        return None
    title = catalogue.title(stored.title, lang)["text"]
    return {"kind": "record", "id": record_id, "title": title, "hidden": stored.hidden}


def _account(connection: sa.Connection, name: str) -> dict[str, Any] | None:
    found = accounts.account_like(connection, like(name))
    if found is None:
        return None
    return {
        "kind": "account",
        "name": found.name,
        "hidden": found.hidden_by_host,
        "host": hosts.is_host(connection, found.id),
        "sessions": len(accounts.sessions_of(connection, found.id)),
        "games": len(personal_data.seats_of(connection, found.id)),
    }
