"""The hosts' page: what they have to read, what holds, and what they look for. Nothing that is hidden in a game."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from quartier.core.text.languages import Translator, translator
from quartier.server.accounts import rows
from quartier.server.accounts.naming import like
from quartier.server.hosting import reading
from quartier.server.hosting.desk import Desk
from quartier.server.refusals import Refused
from quartier.server.show import catalogue, words
from quartier.server.storage import repository
from quartier.server.storage.hosting import hosts, house, persons


def described(desk: Desk, wanted: str, lang: str) -> dict[str, Any]:
    """All of it, as `host.html` takes it. `wanted`: the id or address of a game, or the name of an account; or nothing."""
    now = desk.store.clock.now()
    with desk.store.database.read() as connection:
        decided, invitations = house.decided(connection), house.invitations(connection, now)
    return {
        "reports": reading.reports(desk, lang),
        "bans": reading.bans(desk),
        "hosts": reading.hosts(desk),
        "actions": reading.actions(desk, lang),
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
        head = repository.head(connection, game_id)
    table = None if head is None else _table(desk, game_id, lang)
    return [each for each in (table, *found) if each is not None]


def _table(desk: Desk, table_id: str, lang: str) -> dict[str, Any]:
    t = translator(lang)
    try:
        head, table = desk.store.load(table_id)
    except Refused as refused:  # set aside: it can be deleted all the same
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
        "names": words.player_names(table, t),
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
    stored = repository.find_record(connection, record_id)
    if stored is None:
        return None
    title = catalogue.title(stored.title, lang)["text"]
    return {"kind": "record", "id": record_id, "title": title, "hidden": stored.hidden}


def _account(connection: sa.Connection, name: str) -> dict[str, Any] | None:
    found = rows.account_like(connection, like(name))
    if found is None:
        return None
    return {
        "kind": "account",
        "name": found.name,
        "hidden": found.hidden_by_host,
        "host": hosts.is_host(connection, found.id),
        "sessions": len(rows.sessions_of(connection, found.id)),
        "games": len(persons.seats_of(connection, found.id)),
    }
