"""What a move costs that two people watch: the server's processor time, bytes, and how soon the rival sees it.

Every table has two seats, each with its own stream, as the page has it. First as many moves as the server can carry, for
the processor time and the bytes; then half as many, for the time from the command to the rival's screen. Tables are opened
before, and what that takes is told apart: a move is only what follows from it. Once as the page is served, with patches, and
once with a whole View for every move. Works where /proc tells processor times (Linux).
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import quartier
import serving

TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock")
TABLES = 8
FORMS = ("fragments", "joined")
TOLD = 2
"""Where in a choice's own piece the number stands of what it tells."""
Watched = dict[str, dict[str, dict[str, float]]]


def measure(
    seconds: float, titles: tuple[str, ...] = TITLES, settle: bool = True, database: str | None = None
) -> Watched:
    """By title and way: ms of processor a move, kB a move for both seats, ms to the rival's screen (p99).

    The ways are the forms of the stream, with SQLite, and patches with PostgreSQL if `database` is the address of one.
    `settle`: wait until the server has compiled before it is measured.
    """
    result = _by_title(seconds, titles, settle, FORMS)
    if database:
        for title, ways in _by_title(seconds, titles, settle, FORMS[:1], "--database", database).items():
            result[title]["postgresql"] = ways[FORMS[0]]
    return result


def _by_title(
    seconds: float, titles: tuple[str, ...], settle: bool, forms: tuple[str, ...], *options: str
) -> Watched:
    """The figures of a server of its own."""
    with (
        tempfile.TemporaryDirectory() as name,
        serving.serving(Path(name), "--workers", "1", *options, fresh=False) as (process, port, _),
    ):
        if settle:
            serving.wait_until_compiled(Path(name), len(quartier.titles()))  # the server compiles others, too
        return {
            title: {form: asyncio.run(_watched(process, port, title, form, seconds)) for form in forms}
            for title in titles
        }


async def _watched(process: int, port: int, title: str, form: str, seconds: float) -> dict[str, float]:
    tables = [await Table.open((port, port), title, form, seed) for seed in range(TABLES)]
    await _play(tables, seconds, 0.0)  # the caches of drawings and sentences fill
    opening = await _opened(process, tables)
    tally = await counted((process,), tables, seconds, 0.0)
    rate = tally["moves"] / tally["seconds"]
    await _opened(process, tables)
    paced = await counted((process,), tables, seconds, 2 * TABLES / rate)
    for table in tables:
        await table.close()
    return {
        "moves_per_second": rate,
        "ms_per_move": 1000 * tally["processor"] / tally["moves"],
        "ms_per_table": 1000 * opening,
        "kb_per_move": tally["bytes"] / tally["moves"] / 1000,
        "p99_ms": paced["p99_ms"],
    }


async def _opened(process: int, tables: list[Table]) -> float:
    """Open as many games for each table as it has just played; the processor time that each took."""
    before, wanted = processor_seconds(process), [table.games for table in tables]
    for table, count in zip(tables, wanted, strict=True):
        await table.prepare(count)
    return (processor_seconds(process) - before) / sum(wanted)


async def counted(
    processes: tuple[int, ...], tables: list[Table], seconds: float, pause: float
) -> dict[str, float]:
    """Random moves at these tables, each `pause` seconds after the one before: moves, seconds, processor seconds of these
    processes together, bytes sent, and p99 in ms to the rival's screen.
    """
    before, sent, clock = sum(map(processor_seconds, processes)), _bytes(tables), time.perf_counter()
    waits = await _play(tables, seconds, pause)
    return {
        "moves": len(waits),
        "seconds": time.perf_counter() - clock,
        "processor": sum(map(processor_seconds, processes)) - before,
        "bytes": _bytes(tables) - sent,
        "p99_ms": 1000 * quantiles(waits, n=100)[-1],
    }


def _bytes(tables: list[Table]) -> int:
    return sum(table.bytes for table in tables)


def told_here() -> bool:
    """Whether this system tells processor times of other processes."""
    return Path("/proc/self/stat").exists()


def processor_seconds(process: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _play(tables: list[Table], seconds: float, pause: float) -> list[float]:
    """Random moves at all tables at once; the seconds from each command to the rival's screen."""
    end = time.perf_counter() + seconds
    waits = await asyncio.gather(*(table.play(end, pause) for table in tables))
    return [wait for table in waits for wait in table]


@dataclass
class Seat:
    """A player with a stream."""

    number: int
    secret: str
    stream: Stream


@dataclass
class Game:
    """A table on the server and its two seats."""

    path: str
    seats: list[Seat]

    @classmethod
    async def open(cls, requests: Connection, ports: tuple[int, int], title: str, form: str) -> Game:
        """A new table with two people, who see it, each at the server of that port."""
        wish = {"title": title, "seats": [{"kind": "me", "name": name} for name in ("Ada", "Bob")]}
        made = await requests.post("/api/tables", wish, "")
        path, seats = f"/api/tables/{made['id']}", []
        for number, seat in enumerate(made["seats"]):
            stream = await Stream.open(ports[number], f"{path}/stream?form={form}&lang=en", seat["secret"])
            seats.append(Seat(number, seat["secret"], stream))
        return cls(path, seats)

    async def to_move(self) -> Seat | None:
        """Who may move, once both have seen everything; None after the end."""
        for seat in self.seats:
            await seat.stream.reached(max(each.stream.version for each in self.seats))
        return next((each for each in self.seats if each.stream.moves), None)

    @property
    def bytes(self) -> int:
        """What both were sent."""
        return sum(seat.stream.bytes for seat in self.seats)

    def close(self) -> None:
        """Leave."""
        for seat in self.seats:
            seat.stream.close()


@dataclass
class Table:
    """Two people who play one game after the other, over one connection for commands: one that is idle would be closed."""

    ports: tuple[int, int]
    """Of the two seats' streams; commands go to the first."""
    title: str
    form: str
    random: Random
    requests: Connection
    game: Game
    waiting: list[Game] = field(default_factory=list)
    """Games that are open already."""
    games: int = 1
    """Games that were played since some were prepared, the present one too."""
    moves: int = 0
    gone: int = 0
    """Bytes that were sent in games that are over."""

    @classmethod
    async def open(cls, ports: tuple[int, int], title: str, form: str, seed: int) -> Table:
        """A new table with two people."""
        requests = await Connection.open(ports[0])
        return cls(ports, title, form, Random(seed), requests, await Game.open(requests, ports, title, form))

    async def prepare(self, count: int) -> None:
        """Open so many games."""
        self.waiting += [await self._another() for _ in range(count)]
        self.games = 1

    async def close(self) -> None:
        """Leave."""
        for game in (self.game, *self.waiting):
            game.close()
        self.requests.close()

    @property
    def bytes(self) -> int:
        """What both were sent so far."""
        return self.gone + sum(game.bytes for game in (self.game, *self.waiting))

    async def play(self, end: float, pause: float) -> list[float]:
        """Random moves until `end`, a new game after each."""
        waits: list[float] = []
        while time.perf_counter() < end:
            seat = await self.game.to_move()
            if seat is None:
                await self._next()
                continue
            due = time.perf_counter() + pause * self.random.uniform(0.5, 1.5)
            waits.append(await self._move(seat))
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
        return waits

    async def _next(self) -> None:
        self.gone += self.game.bytes
        self.game.close()
        self.games += 1
        self.game = self.waiting.pop() if self.waiting else await self._another()

    async def _another(self) -> Game:
        return await Game.open(self.requests, self.ports, self.title, self.form)

    async def _move(self, seat: Seat) -> float:
        """A random move; the seconds from the command to the other's screen."""
        self.moves += 1
        wish = {
            "seat": seat.number,
            "move": self.random.choice(seat.stream.moves),
            "version": seat.stream.version,
            "client_move_id": f"move-{self.moves}",
        }
        began = time.perf_counter()
        answer = await self.requests.post(f"{self.game.path}/moves", wish, seat.secret)
        rival = self.game.seats[1 - seat.number].stream
        await rival.reached(answer["version"])
        await seat.stream.reached(answer["version"])
        return rival.arrived - began


class Connection:
    """An HTTP connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        """A connection to the server on this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**20))

    async def post(self, path: str, body: dict[str, Any], secret: str) -> dict[str, Any]:
        """The answer to a request; RuntimeError if it is an error."""
        content = json.dumps(body).encode()
        self.send(
            f"POST {path}", secret, f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        )
        self._writer.write(content)
        head = await self.head()
        answer = await self._reader.readexactly(int(head["content-length"]))
        if head["status"] >= "400":
            raise RuntimeError(f"{path}: {answer.decode()}")
        return dict(json.loads(answer))

    def send(self, request: str, secret: str, more: str = "") -> None:
        """The head of a request."""
        said = f"Authorization: Bearer {secret}\r\n" if secret else ""
        self._writer.write(f"{request} HTTP/1.1\r\nHost: 127.0.0.1\r\n{said}{more}\r\n".encode())

    async def head(self) -> dict[str, str]:
        """The head of an answer, with its status."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in lines[1:] if line)
        return {"status": lines[0].split()[1]} | {name.lower(): value for name, value in pairs}

    async def chunks(self) -> AsyncIterator[bytes]:
        """The chunks of an answer without a length."""
        while size := int((await self._reader.readline()).strip() or b"0", 16):
            yield await self._reader.readexactly(size)
            await self._reader.readexactly(2)

    def close(self) -> None:
        """End it."""
        self._writer.close()


class Stream:
    """What a seat is sent: its version, its moves, when that came, and how many bytes there were."""

    def __init__(self, connection: Connection) -> None:
        self.version, self.moves, self.arrived, self.bytes = 0, [""] * 0, 0.0, 0
        self._connection = connection
        self._texts: list[str] = []
        self._pieces: list[list[int]] = []
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, port: int, path: str, secret: str) -> Stream:
        """The stream of a seat, packed as for a browser."""
        connection = await Connection.open(port)
        connection.send(f"GET {path}", secret, "Accept-Encoding: gzip\r\n")
        await connection.head()
        stream = cls(connection)
        await stream.reached(1)
        return stream

    async def reached(self, version: int) -> None:
        """Wait for a version."""
        while self.version < version:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), serving.PATIENCE)

    def close(self) -> None:
        """Leave."""
        self._task.cancel()
        self._connection.close()

    async def _read(self) -> None:
        unpack, rest = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
        async for chunk in self._connection.chunks():
            self.bytes += len(chunk)
            *blocks, rest = (rest + unpack.decompress(chunk)).split(b"\n\n")
            for block in blocks:
                self._told(dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line))

    def _told(self, block: dict[bytes, bytes]) -> None:
        kind = block.get(b"event")
        if kind in (b"patch", b"view"):
            told = json.loads(block[b"data"])
            (self._patched if kind == b"patch" else self._viewed)(told)
            self.arrived = time.perf_counter()
            self._news.set()

    def _viewed(self, view: dict[str, Any]) -> None:
        self.moves, self.version = [choice["move"] for choice in view["choices"]], view["version"]

    def _patched(self, patch: dict[str, Any]) -> None:
        if patch["fresh"]:
            self._texts, self._pieces = [], []
        self._texts += patch["texts"]
        self._pieces += patch["pieces"]
        if "choices" in patch:
            self.moves = [self._texts[self._pieces[own][TOLD]].split("\n")[0] for own, *_ in patch["choices"]]
        self.version = patch["sections"].get("version", self.version)
