"""A simulated evening: strangers who look for opponents and play, cheats among them, at a real server with a moved clock.

In each second of the evening, everyone does at most one thing, all of them at the same time. A page is a stream; what it
shows is looked up in the server, for a View for each of them would be most of the work.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, ClassVar

import httpx

from quartier.server.accounts.login import ClientInfo
from quartier.server.commands.names.player_names import username_skeleton
from quartier.server.commands.waiting.waiting_tables import ARRIVAL_SECONDS
from quartier.server.domain.table import Table
from quartier.server.storage.rating.rating_schema import rating

from .away import rows
from .harness import FRIEND, TIMEOUT, me
from .timing import Timed

TITLE = "connect_four"
"""The title with the shortest games."""
CONTROL = {"base": 60, "increment": 2}
LOOK_INTERVAL = 10.0
"""Seconds between two looks for an opponent, as pages do it."""
PAUSE = 5.0
"""Seconds between two games."""


@dataclass
class Evening:
    """Everyone who is there, and what must not happen."""

    here: Timed
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    people: list[Stranger] = field(default_factory=list)
    begun_games: set[str] = field(default_factory=set)
    absentees: list[str] = field(default_factory=list)
    """Who was not there when a game began, or when someone was seated with them."""
    final: dict[str, float] = field(default_factory=dict)
    """The ratings after it, by name."""

    @property
    def now(self) -> float:
        return self.here.clock.at

    def table(self, table_id: str) -> Table:
        return self.here.server.services.tables.get_current(table_id)[1]

    async def last(self, seconds: int) -> None:
        """Let the evening pass."""
        for _ in range(seconds):
            await asyncio.gather(*[stranger.act() for stranger in self.people])
            await asyncio.to_thread(self.here.passes, 1.0)
            self._count_waits()
            self._look_at_beginnings()
        for stranger in self.people:
            await stranger.close()

    def _count_waits(self) -> None:
        """Who looks for an opponent waits while another honest person looks for the same."""
        seeking: dict[bool, list[Stranger]] = defaultdict(list)
        for stranger in self.people:
            if stranger.honest and stranger.seeks and not stranger.plays:
                seeking[stranger.rated].append(stranger)
            else:
                stranger.waited = 0.0
        for group in seeking.values():
            for stranger in group:
                stranger.waited = stranger.waited + 1.0 if len(group) > 1 else 0.0
                stranger.longest = max(stranger.longest, stranger.waited)

    def _look_at_beginnings(self) -> None:
        for table_id in {stranger.table for stranger in self.people if stranger.table} - self.begun_games:
            if self.table(table_id).has_begun:
                self.begun_games.add(table_id)
                self.note_absent(table_id, "began")

    def note_absent(self, table_id: str, what: str) -> None:
        """Note who sits at a table and has had no page open for longer than it takes to open one."""
        for stranger in self.people:
            if (
                stranger.table == table_id
                and stranger.is_seated
                and self.now - stranger.there_until > ARRIVAL_SECONDS + 2.0
            ):
                self.absentees.append(f"{what} without {stranger.name}")

    def ratings(self) -> dict[str, float]:
        """The ratings by name; who has none has what everyone begins with."""
        stored = {row.account: row.value for row in rows(self.here, rating)}
        return {
            stranger.name: stored.get(stranger.account, 1000.0) for stranger in self.people if stranger.rated
        }


class Stranger:
    """An honest person: looks for an opponent, is there, and plays each game to its end."""

    honest: ClassVar[bool] = True
    numbers: ClassVar[count[int]] = count(1)

    def __init__(self, evening: Evening, rated: bool, address: str = "") -> None:
        number = next(self.numbers)
        self.evening, self.rated = evening, rated
        self.name = f"{type(self).__name__} {number}"
        self.address = address or f"10.{number // 250}.{number % 250}.7"
        self.account = ""
        self.table, self.seat = "", 0
        self.seeks = False
        self.waited = self.longest = 0.0
        self.there_until = 0.0
        self.games = 0
        self._next_look = evening.now + evening.rng.uniform(0, 20)
        self._page: asyncio.Task[None] | None = None
        self._client = httpx.AsyncClient(
            base_url=evening.here.url, timeout=TIMEOUT, headers={"X-Forwarded-For": self.address}
        )
        if rated:
            self._sign_in()

    def _sign_in(self) -> None:
        """To a new account without a password: that takes long to hash."""
        service = self.evening.here.server.services.account_service
        client = ClientInfo("", "", None)
        session = service.create_account(client, self.name, username_skeleton(self.name), None)
        self._client.cookies.set("quartier_session", session.token, "127.0.0.1")
        self.account = session.account

    # ----- what the page shows -----

    @property
    def state(self) -> Table | None:
        return self.evening.table(self.table) if self.table else None

    @property
    def is_seated(self) -> bool:
        table = self.state
        return table is not None and table.names.get(self.seat) == self.name

    @property
    def plays(self) -> bool:
        table = self.state
        return table is not None and table.has_begun and not table.over

    # ----- actions -----

    async def act(self) -> None:
        """One thing, for a second."""
        if self._page is not None:
            self.there_until = self.evening.now
        table = self.state
        if table is not None and table.over:
            self.games += 1
            await self.leave()
        elif table is not None and self.is_seated and table.has_begun:
            await self.play(table)
        elif table is not None and self.is_seated and table.checks_ready:
            await self.answer(table)
        elif self.evening.now >= self._next_look:
            await self.seek()

    async def seek(self) -> None:
        """Look for an opponent, for the first time or once more."""
        self.seeks, self._next_look = True, self.evening.now + LOOK_INTERVAL
        seat = await (self._rated_seat() if self.rated else self._quick_match())
        if seat is not None and (seat["id"] != self.table or self._page is None):
            await self.go_to(seat["id"], seat["seat"])
            if self.seat:
                self.evening.note_absent(self.table, "seated")

    async def _quick_match(self) -> dict[str, Any] | None:
        return await self.post("/api/lobby/play", {"title": TITLE, "name": self.name})

    async def _rated_seat(self) -> dict[str, Any] | None:
        """At the first table of the lobby whose person is there, else at one's own."""
        lobby = (await self.request("GET", "/api/lobby")).json()
        for table in lobby["open"]:
            if not table["yours"] and all(seat["there"] is not False for seat in table["seats"]):
                seat = await self.post(f"/api/lobby/{table['id']}/join", {"name": self.name})
                if seat is not None:
                    return seat
        if self.is_seated:
            return None
        seats = [me(self.name), FRIEND]
        wish = {"title": TITLE, "seats": seats, "access": "public", "rated": True, "time": CONTROL}
        new_table = await self.post("/api/tables", wish)
        return new_table and {"id": new_table["id"], "seat": 0}

    async def answer(self, table: Table) -> None:
        """Say that one is there."""
        if self.seat in table.missing_ready():
            await self.command("ready")

    async def play(self, table: Table) -> None:
        """Make a move, if it is one's turn."""
        self.seeks = False
        if table.may_move(self.seat):
            moves = table.state.concealed(self.seat).moves(self.seat)
            await self.command("moves", move=str(self.evening.rng.choice(moves)), version=table.version)

    # ----- requests -----

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """The answer; once more where the server has just closed an idle connection."""
        for _ in range(3):
            with suppress(httpx.RemoteProtocolError, httpx.ReadError):
                return await self._client.request(method, path, **more)
        return await self._client.request(method, path, **more)

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        """The answer; None where something was in the way, for example a seat that was taken meanwhile."""
        answer = await self.request("POST", path, json=body)
        assert answer.status_code < 500, answer.text
        return dict(answer.json()) if answer.status_code in (200, 201) else None

    async def command(self, name: str, **body: Any) -> None:
        key = f"{name}-{self.evening.now}"
        await self.post(
            f"/api/tables/{self.table}/{name}", {"seat": self.seat, "client_move_id": key, **body}
        )

    async def go_to(self, table: str, seat: int) -> None:
        """Open the page of a table."""
        await self.close_page()
        self.table, self.seat = table, seat
        self.there_until = self.evening.now
        self._page = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        path, form = f"/api/tables/{self.table}/stream", {"form": "fragments"}
        with suppress(httpx.HTTPError):
            async with self._client.stream("GET", path, params=form) as stream:
                async for _ in stream.aiter_raw():
                    pass

    async def close_page(self) -> None:
        if self._page is not None:
            self._page.cancel()
            await asyncio.gather(self._page, return_exceptions=True)
            self._page = None

    async def leave(self) -> None:
        """Be done with a table, and look for another opponent after a while."""
        await self.close_page()
        self.table, self.seeks = "", False
        self._next_look = self.evening.now + PAUSE

    async def close(self) -> None:
        await self.close_page()
        await self._client.aclose()


class Leaver(Stranger):
    """Closes the page in the middle of a game, and does not come back."""

    honest = False

    async def play(self, table: Table) -> None:
        if table.version > 12 and self.evening.rng.random() < 0.2:
            await self.leave()
        else:
            await super().play(table)


class Staller(Stranger):
    """Lets the clock run in the middle of a game, with an open page."""

    honest = False
    _stalls = ""

    async def play(self, table: Table) -> None:
        if table.version > 12 and self.evening.rng.random() < 0.2:
            self._stalls = self.table
        if self._stalls != self.table:
            await super().play(table)


class Ghost(Stranger):
    """Opens tables and leaves them: another player's clock is to run, or their time to be lost."""

    honest = False

    async def seek(self) -> None:
        await super().seek()
        await asyncio.sleep(0)
        await self.close_page()

    async def answer(self, table: Table) -> None:
        """No one is there."""


class Twin(Stranger):
    """Has a second account, which gives up games against the first."""

    honest = False

    def __init__(self, evening: Evening, rated: bool, address: str = "") -> None:
        super().__init__(evening, rated, address)
        self.second: Second | None = None

    def joined_by(self, second: Second) -> None:
        self.second = second

    async def seek(self) -> None:
        """A rated table for the two."""
        self._next_look = self.evening.now + LOOK_INTERVAL
        if self.second is None or self.is_seated:
            return
        wish = {"title": TITLE, "seats": [me(self.name), FRIEND], "rated": True, "time": CONTROL}
        new_table = await self.post("/api/tables", wish)
        if new_table is not None:
            await self.go_to(new_table["id"], 0)
            await self.second.come(new_table["id"], new_table["seats"][1]["invite"])


class Second(Stranger):
    """The second account of a twin."""

    honest = False

    async def seek(self) -> None:
        """Only for the first."""

    async def come(self, table: str, invite: str) -> None:
        joined = await self.post(f"/api/tables/{table}/join", {"invite": invite, "name": self.name})
        if joined is not None:
            await self.go_to(table, joined["seat"])

    async def play(self, table: Table) -> None:
        if table.version > 12:
            await self.command("resign")
        else:
            await super().play(table)
