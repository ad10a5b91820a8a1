"""Over HTTP, too: what a viewer cannot know changes no byte of what it is sent.

Two servers hold the same table (same id, same secrets), whose logs differ only in the tiles that seat 1 has
drawn. Everything that seat 0 and a spectator can ask for is compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from quartier.server.commands.authorization import SERVER
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Join
from quartier.server.domain.table import TableSetup, empty
from quartier.server.storage.secrets import hash_secret
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.transaction import Job

from .harness import Listener, Player, Running, browser, quiet, running, wait_until
from .machines import stream_positions

TABLE = "samesame22"
SECRETS = ["first-secret", "second-secret"]
HANDS = (["H1", "H2", "H3", "H4", "H5", "S2"], ["F3", "F4", "F5", "SC", "MA", "CH"])
"""Two hands of seat 1, with the tile that it draws after its move.

It plays its third tile only in the second test.
"""


def _log(change: PendingChange, hidden: list[str]) -> None:
    """The setup, one move and a draw of seat 0."""
    for seat, name in enumerate(("Ada", "Bob")):
        change.add_control(seat, Join(name))
    for number in range(1, 12):
        change.play("*", f"bonus {number}")
    change.play("*", "lot 15")
    change.play("*", "lot 14")
    for tile in ("H1", "S2", "F3", "SC", "PP"):
        change.play("*", f"draw {tile}")
    for tile in hidden[:5]:
        change.play("*", f"draw {tile}")
    change.play(0, "S2@c3")
    change.play("*", "draw H5")


def _fill(server: Running, hidden: list[str]) -> None:
    setup = TableSetup(TABLE, "city_blocks", {}, (None, None), "2026-11-21")
    change = PendingChange(empty(setup), SERVER)
    _log(change, hidden)
    seats = [SeatRow(seat, "human", None, hash_secret(secret), None) for seat, secret in enumerate(SECRETS)]
    tables = server.services.tables
    tables.writer.run(
        Job(
            lambda writing: writing.create(change.table, hash_secret("creator"), seats, change.rows),
            exclusive=True,
        )
    )


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[list[Running]]:
    with ExitStack() as stack:
        # The same address in invitations and links, whatever the port.
        servers = [
            stack.enter_context(running(quiet(tmp_path / f"{number}.db", base_url="http://quartier")))
            for number in (0, 1)
        ]
        for server, hidden in zip(servers, HANDS, strict=True):
            _fill(server, hidden)
        yield servers


def _viewer(server: Running, secret: str | None) -> Player:
    player = browser(server.url)
    player.table = TABLE
    if secret:
        player.client.headers["Authorization"] = f"Bearer {secret}"
    return player


def _answers(player: Player) -> list[bytes]:
    """All that can be asked for."""
    get, path = player.client.get, player.path
    result = [get(path, params={"lang": lang}).content for lang in ("de", "en")]
    result += [get(path, params={"seat": seat}).content for seat in (0, 1)]
    result.append(get(f"{path}/record").content)
    result.append(get(f"/api/replays/{TABLE}").content)
    result.append(player.post("moves", seat=0, move="H1@a1", version=0, client_move_id="stale").content)
    result.append(player.post("moves", seat=0, move="H1@a1", version=30, client_move_id="turn").content)
    result += [get(f"/api/v1/tables/{TABLE}", params={"seat": seat, "after": 0}).content for seat in (0, 1)]
    result.append(player.post("why", seat=0, path=["hand-H1", "block-c3"]).content)
    return result


def _stream(player: Player) -> tuple[list[Any], list[Any]]:
    listener = Listener(player, last=0)
    listener._player.client.cookies.clear()
    wait_until(lambda: listener.views)
    listener.close()
    return listener.events, listener.views


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_tiles_change_no_byte(twins: list[Running], secret: str | None) -> None:
    first, second = (_answers(_viewer(server, secret)) for server in twins)
    assert first == second


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_tiles_change_no_byte_of_what_programs_hear(twins: list[Running], secret: str | None) -> None:
    first, second = (next(stream_positions(server.url, TABLE, secret, last=0)) for server in twins)
    assert first == second
    assert len(first["events"]) == first["version"]


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_tiles_change_no_byte_of_the_stream(twins: list[Running], secret: str | None) -> None:
    streams = []
    for server in twins:
        player = _viewer(server, None)
        if secret:
            player.client.cookies.set("quartier_seats", secret)
        streams.append(_stream(player))
    assert streams[0] == streams[1]
    assert streams[0][0]


def test_the_comparison_can_fail(twins: list[Running]) -> None:
    """The seat that does know is sent different bytes."""
    first, second = (_answers(_viewer(server, SECRETS[1])) for server in twins)
    differing = [mine != other for mine, other in zip(first, second, strict=True)]
    assert differing[:5] == [True] * 5
