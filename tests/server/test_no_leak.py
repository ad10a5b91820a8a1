"""Over HTTP, too: what a viewer cannot know changes no byte of what it is sent.

Two servers hold the same table (same id, same secrets), whose logs differ only in what others than seat 0 have drawn
in secret. Everything that seat 0 and a spectator can ask for is compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game
from quartier.conformance.worlds import shuffled_past
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Join
from quartier.server.domain.table import empty
from quartier.server.domain.table_setup import TableSetup
from quartier.server.storage.secrets import hash_secret
from quartier.server.storage.table_rows import SeatRow
from quartier.server.storage.transaction import Job

from .harness import Listener, Player, Running, browser, quiet, running, wait_until
from .machines import stream_positions

TABLE = "samesame22"
SECRETS = ["first-secret", "second-secret", "third-secret"]
HANDS = (["H1", "H2", "H3", "H4", "H5", "S2"], ["F3", "F4", "F5", "SC", "MA", "CH"])
"""Two hands of seat 1 in City Blocks, with the tile that it draws after its move."""
Log = list[tuple[str | int, str]]


@dataclass(frozen=True)
class Case:
    """A game with hidden information: two logs that seat 0 cannot tell apart, a move of seat 0 and a path of touches."""

    title: str
    seats: int
    options: dict[str, Any]
    logs: Callable[[], tuple[Log, Log]]
    move: str
    path: list[str]


def _tiles() -> tuple[Log, Log]:
    """Return the setup, one move and a draw of seat 0, with either hand of seat 1."""
    first, second = (
        [
            *(("*", f"bonus {number}") for number in range(1, 12)),
            *(("*", draw) for draw in ("lot 15", "lot 14")),
            *(("*", f"draw {tile}") for tile in ("H1", "S2", "F3", "SC", "PP", *hand[:5])),
            (0, "S2@c3"),
            ("*", "draw H5"),
        ]
        for hand in HANDS
    )
    return first, second


def _markers() -> tuple[Log, Log]:
    """Return a random game with hidden markers, and the same with other markers of seats 1 and 2."""
    state = random_game(load_compiled("metromania"), 0, seats=3, hidden_markers=True).at(60)
    other = shuffled_past(state, 0, Random(0), exchanges=200)
    assert other.concealed(1) != state.concealed(1)
    return [(actor, move) for actor, move in state.events], [(actor, move) for actor, move in other.events]


CASES = {
    "tiles": Case("city_blocks", 2, {}, _tiles, "H1@a1", ["hand-H1", "block-c3"]),
    "markers": Case(
        "metromania", 3, {"hidden_markers": True}, _markers, "begin 2 0.3a", ["line-2", "frame-0.3"]
    ),
}


def _fill(server: Running, case: Case, log: Log) -> None:
    seat_kinds = (None,) * case.seats
    setup = TableSetup(TABLE, case.title, case.options, seat_kinds, "2026-11-21")
    change = PendingChange(empty(setup), SERVER)
    for seat in range(case.seats):
        change.add_control(seat, Join(("Ada", "Bob", "Cem")[seat]))
    for actor, move in log:
        change.play(actor, move)
    seats = [SeatRow(seat, "human", None, hash_secret(SECRETS[seat]), None) for seat in range(case.seats)]
    tables = server.services.tables
    tables.writer.run(
        Job(
            lambda writing: writing.create(change.table, hash_secret("creator"), seats, change.rows),
            exclusive=True,
        )
    )


@pytest.fixture(params=list(CASES))
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture
def twins(tmp_path: Path, case: Case) -> Iterator[list[Running]]:
    with ExitStack() as stack:
        # The same address in invitations and links, whatever the port.
        servers = [
            stack.enter_context(running(quiet(tmp_path / f"{number}.db", base_url="http://quartier")))
            for number in (0, 1)
        ]
        for server, log in zip(servers, case.logs(), strict=True):
            _fill(server, case, log)
        yield servers


def _viewer(server: Running, secret: str | None) -> Player:
    player = browser(server.url)
    player.table = TABLE
    if secret:
        player.client.headers["Authorization"] = f"Bearer {secret}"
    return player


def _answers(player: Player, case: Case) -> list[bytes]:
    """All that can be asked for."""
    get, path = player.client.get, player.path
    result = [get(path, params={"lang": lang}).content for lang in ("de", "en")]
    result += [get(path, params={"seat": seat}).content for seat in (0, 1)]
    result.append(get(f"{path}/record").content)
    result.append(get(f"/api/replays/{TABLE}").content)
    result.append(player.post("moves", seat=0, move=case.move, version=0, client_move_id="stale").content)
    result.append(player.post("moves", seat=0, move=case.move, version=30, client_move_id="turn").content)
    result += [get(f"/api/v1/tables/{TABLE}", params={"seat": seat, "after": 0}).content for seat in (0, 1)]
    result.append(player.post("why", seat=0, path=case.path).content)
    return result


def _stream(player: Player) -> tuple[list[Any], list[Any]]:
    listener = Listener(player, last=0)
    listener._player.client.cookies.clear()
    wait_until(lambda: listener.views)
    listener.close()
    return listener.events, listener.views


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_draws_change_no_byte(twins: list[Running], case: Case, secret: str | None) -> None:
    first, second = (_answers(_viewer(server, secret), case) for server in twins)
    assert first == second


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_draws_change_no_byte_of_what_programs_hear(twins: list[Running], secret: str | None) -> None:
    first, second = (next(stream_positions(server.url, TABLE, secret, last=0)) for server in twins)
    assert first == second
    assert len(first["events"]) == first["version"]


@pytest.mark.parametrize("secret", [SECRETS[0], None], ids=["seat 0", "spectator"])
def test_hidden_draws_change_no_byte_of_the_stream(twins: list[Running], secret: str | None) -> None:
    streams = []
    for server in twins:
        player = _viewer(server, None)
        if secret:
            player.client.cookies.set("quartier_seats", secret)
        streams.append(_stream(player))
    assert streams[0] == streams[1]
    assert streams[0][0]


def test_the_comparison_can_fail(twins: list[Running], case: Case) -> None:
    """The seat that does know is sent different bytes."""
    first, second = (_answers(_viewer(server, SECRETS[1]), case) for server in twins)
    differing = [mine != other for mine, other in zip(first, second, strict=True)]
    assert differing[:5] == [True] * 5
