"""Checks before others come: data, disk space, compiled rules, port, connections, address. Changes nothing."""

from __future__ import annotations

import os
import shutil
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

import quartier
from quartier.core.engine.cache import cache_folder, writable
from quartier.core.text.languages import N_, Translator, translator
from quartier.core.text.numbers import figure
from quartier.server.custom_boards import broken_boards
from quartier.server.custom_networks import broken_networks
from quartier.server.errors import StartupError
from quartier.server.http.base_url import validate_base_url
from quartier.server.http.middleware.connections import max_connections
from quartier.server.serve import DEFAULT_PORTS
from quartier.server.settings import Settings
from quartier.server.storage import database_checks, database_copies
from quartier.server.storage.database import Database, address, cannot_open, known_revisions, unknown_revision
from quartier.server.storage.schema import HEAD, game_table, record, revision

MIN_FREE_BYTES = 200_000_000
"""Bytes that a host should have left; a migration keeps a copy of the data besides."""
OTHER_USERS = 0o077
"""Permissions of other users of the machine."""
REQUEST_TIMEOUT = 2.0

State = Literal["right", "note", "wrong"]


@dataclass(frozen=True)
class CheckResult:
    """The result of one check. "note": it works, and could be better; "wrong": the server will not start, or lose
    data.
    """

    state: State
    sentence: str
    values: dict[str, Any] = field(default_factory=dict)
    """The values of the sentence's fields; a function is called with the translator."""

    def text(self, lang: str) -> str:
        """Return the sentence in a language."""
        t = translator(lang)
        values = {name: value(t) if callable(value) else value for name, value in self.values.items()}
        return t(self.sentence).format(**values)


def run_checks(settings: Settings) -> list[CheckResult]:
    """Run all checks, the most important first."""
    looks = (
        _check_data,
        _check_permissions,
        _check_disk_space,
        _check_boards,
        _check_networks,
        _check_compiled,
        _check_port,
        _check_connections,
        _check_address,
    )
    return [finding for look in looks for finding in look(settings)]


# ----- the data -----


def _check_data(settings: Settings) -> Iterator[CheckResult]:
    try:
        file = _file(settings)
        if file is not None and not file.exists():
            yield _no_data(file, named=settings.data is not None)
            return
        database = Database(settings)
        try:
            with database_copies.open_readonly(database.engine) as connection:
                yield from _check_database(connection, settings)
        except DBAPIError as error:
            raise cannot_open(error, settings) from error
        finally:
            database.close()
    except StartupError as refused:
        yield CheckResult("wrong", "{text}", {"text": refused.text(settings.lang)})


def _file(settings: Settings) -> Path | None:
    url = address(settings)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def _no_data(file: Path, named: bool) -> CheckResult:
    """Check where the data file will be: the default folder is created by the server, a named one is not."""
    parent = file.parent if named else next(folder for folder in file.parents if folder.exists())
    if not parent.exists():
        return CheckResult("wrong", N_("There’s no folder {path}. Create it first."), {"path": str(parent)})
    if not os.access(parent, os.W_OK):
        return CheckResult("wrong", N_("Can’t write to {path}."), {"path": str(parent)})
    return CheckResult("right", N_("No database yet. The first start creates {path}."), {"path": str(file)})


def _check_database(connection: sa.Connection, settings: Settings) -> Iterator[CheckResult]:
    database_checks.must_be_ours(connection, settings)
    if not sa.inspect(connection).has_table(revision.name):
        yield CheckResult("right", N_("The database is empty. The first start sets it up."))
        return
    current = connection.scalar(sa.select(revision.c.version_num))
    if current not in known_revisions():
        raise unknown_revision(current)
    if current != HEAD:
        yield CheckResult("note", N_("The database schema is out of date. The next start migrates it."))
        return
    database_checks.must_be_whole(connection, settings)
    tables, records = _count(connection, game_table), _count(connection, record)
    yield CheckResult(
        "right",
        N_("The database is intact ({tables}, {records})."),
        {
            "tables": lambda t: _fill(t.ngettext("{count} table", "{count} tables", tables), tables, t),
            "records": lambda t: _fill(t.ngettext("{count} record", "{count} records", records), records, t),
        },
    )
    quarantined = connection.scalar(
        sa.select(sa.func.count()).select_from(game_table).where(game_table.c.broken.is_not(None))
    )
    if quarantined:
        yield CheckResult("note", "{locked}", {"locked": lambda t: _quarantine_text(quarantined, t)})


def _quarantine_text(count: int, t: Translator) -> str:
    text = t.ngettext(
        "{count} game is locked. Run `quartier audit` for details.",
        "{count} games are locked. Run `quartier audit` for details.",
        count,
    )
    return _fill(text, count, t)


def _fill(text: str, count: int, t: Translator) -> str:
    """Fill a count into a text, as its language writes numbers."""
    return text.format(count=figure(count, lang=t.lang))


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def _check_permissions(settings: Settings) -> Iterator[CheckResult]:
    file = None if settings.database else _file(settings)
    if file is not None and os.name == "posix" and file.exists() and file.stat().st_mode & OTHER_USERS:
        yield CheckResult(
            "note",
            N_(
                "Other users of this machine can read {path} and see who has which seat. Restrict it "
                "with chmod 600."
            ),
            {"path": str(file)},
        )


def _check_disk_space(settings: Settings) -> Iterator[CheckResult]:
    file = None if settings.database else _file(settings)
    if file is None:
        return
    parent = next(folder for folder in file.parents if folder.exists())
    free, needed = (
        shutil.disk_usage(parent).free,
        MIN_FREE_BYTES + 2 * (file.stat().st_size if file.exists() else 0),
    )
    values = {
        "place": str(parent),
        "free": figure(free / 1e9, 1, settings.lang),
        "needed": figure(needed / 1e9, 1, settings.lang),
    }
    if free < needed:
        yield CheckResult(
            "note", N_("Only {free} GB free in {place}. At least {needed} GB is recommended."), values
        )
    else:
        yield CheckResult("right", N_("Enough disk space in {place}: {free} GB free."), values)


def _check_boards(settings: Settings) -> Iterator[CheckResult]:
    for broken in broken_boards():
        yield CheckResult(
            "note",
            N_("The board file {file} is left out. {reason}"),
            {"file": str(broken.file), "reason": broken.error.text(settings.lang)},
        )


def _check_networks(settings: Settings) -> Iterator[CheckResult]:
    for broken in broken_networks():
        yield CheckResult(
            "note",
            N_("The network file {file} is left out. {reason}"),
            {"file": str(broken.file), "reason": broken.error.text(settings.lang)},
        )


# ----- the server -----


def _check_compiled(settings: Settings) -> Iterator[CheckResult]:
    folder = cache_folder()
    if not writable(folder):
        yield CheckResult(
            "note",
            N_(
                "Can’t write to the cache in {path}, so every start recompiles the rules. Set "
                "QUARTIER_CACHE to another folder."
            ),
            {"path": str(folder)},
        )
        return
    missing = [name for name in quartier.titles() if not any(folder.glob(f"{name}.*"))]
    if missing:
        yield CheckResult(
            "note",
            N_("Not compiled yet: {titles}. The first start does it, or run `quartier compile`."),
            {"titles": ", ".join(missing)},
        )
    else:
        yield CheckResult("right", N_("All game rules are compiled."))


def _check_port(settings: Settings) -> Iterator[CheckResult]:
    ports = list(DEFAULT_PORTS) if settings.port is None else [settings.port]
    free = next((port for port in ports if _is_free(settings.host, port)), None)
    if free is not None:
        yield CheckResult("right", N_("Port {port} is free."), {"port": free})
    elif _answers(settings.host, ports[0]):
        yield CheckResult("right", N_("Quartier is already running on port {port}."), {"port": ports[0]})
    else:
        yield CheckResult("wrong", N_("Another program is using port {port}."), {"port": ports[0]})


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _answers(host: str, port: int) -> bool:
    """Return whether a server of ours answers there."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    try:
        with urllib.request.urlopen(f"http://{name}:{port}/health", timeout=REQUEST_TIMEOUT) as answer:
            return b'"version"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def _check_connections(settings: Settings) -> Iterator[CheckResult]:
    most = max_connections(settings)
    if most < settings.connections:
        yield CheckResult(
            "note",
            N_("The system allows only {most} simultaneous connections. Raise LimitNOFILE or ulimit -n."),
            {"most": figure(most, lang=settings.lang)},
        )
    else:
        yield CheckResult(
            "right", N_("Up to {most} simultaneous connections."), {"most": figure(most, lang=settings.lang)}
        )


def _check_address(settings: Settings) -> Iterator[CheckResult]:
    try:
        validate_base_url(settings.base_url)
    except StartupError as refused:
        yield CheckResult("wrong", "{text}", {"text": refused.text(settings.lang)})
        return
    if settings.base_url.startswith("http://"):
        yield CheckResult(
            "note",
            N_("Invitation links use {address}, without HTTPS. Passkeys and sharing need HTTPS."),
            {"address": settings.base_url},
        )
    elif settings.base_url:
        yield CheckResult("right", N_("Invitation links use {address}."), {"address": settings.base_url})
