"""What a move costs until it is acknowledged: sixteen players at once, from the bytes of a request to those of its answer.

In a process of its own, without a network: the application is called as its server calls it. Once as it commits, all who
wait together, and once each alone, as it did before it had one writer; the rounds alternate. The file is synced to disk at
each commit. What the players themselves do, choosing a move, is not counted as processor time.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

PLAYERS = 16
TABLES = 64
ROUNDS = 3
GROUPS = {"alone": 1, "together": 64}
"""By name how many commands are committed together at most."""


def measure(seconds: float) -> dict[str, float]:
    """Commands per second, and milliseconds of processor for each, alone and together."""
    command = [sys.executable, __file__, str(seconds)]
    return dict(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))


@dataclass
class Tally:
    """What was done in the rounds so far; `players`: seconds that players took on the processor."""

    done: int = 0
    players: float = 0.0
    spent: Counter[str] = field(default_factory=Counter)

    def figures(self, name: str) -> dict[str, float]:
        """As they go into the JSON file."""
        each = 1000 * (self.spent["processor"] - self.players) / self.done
        return {f"commands_{name}": self.done / self.spent["clock"], f"command_ms_{name}": each}


class Site:
    """A server with its tables."""

    def __init__(self, folder: Path, name: str) -> None:
        from quartier.server.app import create_app
        from quartier.server.limits import Limits
        from quartier.server.services import open_services
        from quartier.server.settings import Settings

        settings = Settings(
            data=folder / f"{name}.db",
            workers=0,
            compile=False,
            group=GROUPS[name],
            limits=Limits().times(0),  # all players are one visitor here
        )
        self.services = open_services(settings)
        self.app = create_app(self.services)
        self.tally = Tally()
        self._random, self._ids = Random(1), count()
        self._free: list[dict[str, Any]] = []

    async def open_tables(self) -> None:
        """Two seats each."""
        self._free = [await self._open() for _ in range(TABLES)]

    async def _open(self) -> dict[str, Any]:
        seats = [{"kind": "me", "name": name} for name in ("Ada", "Bob")]
        return await self._post("/api/tables", {"title": "city_blocks", "seats": seats}, "")

    async def round(self, seconds: float) -> None:
        """All players at once, for so long."""
        end, clock, processor = time.monotonic() + seconds, time.perf_counter(), time.process_time()
        await asyncio.gather(*(self._play(end) for _ in range(PLAYERS)))
        self.tally.spent.update(clock=time.perf_counter() - clock, processor=time.process_time() - processor)

    async def _play(self, end: float) -> None:
        """One player after the other, at whichever table is free."""
        while time.monotonic() < end:
            table = self._free.pop(self._random.randrange(len(self._free)))
            began = time.thread_time()
            body = self._choice(table)
            self.tally.players += time.thread_time() - began
            if body is None:
                table = await self._open()
            else:
                path = f"/api/tables/{table['id']}/moves"
                await self._post(path, body, table["seats"][body["seat"]]["secret"])
                self.tally.done += 1
            self._free.append(table)

    def _choice(self, table: dict[str, Any]) -> dict[str, Any] | None:
        """A random move of whoever is to move; None at the end."""
        _, found = self.services.tables.present(table["id"])
        if found.over:
            return None
        seat = min(found.to_act())
        move = found.state.write(self._random.choice(found.state.legal(seat)))
        return {
            "seat": seat,
            "version": found.version,
            "move": move,
            "client_move_id": f"move-{next(self._ids)}",
        }

    async def _post(self, path: str, body: dict[str, Any], secret: str) -> dict[str, Any]:
        sent: list[dict[str, Any]] = []
        content = json.dumps(body).encode()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(_scope(path, len(content), secret), receive, send)  # type: ignore[arg-type]
        answer = b"".join(message.get("body", b"") for message in sent)
        if sent[0]["status"] >= 400:
            raise RuntimeError(f"{path}: {answer.decode()}")
        return dict(json.loads(answer))


def _scope(path: str, length: int, secret: str) -> dict[str, Any]:
    """A request as a server hands it over."""
    headers = {"host": "localhost", "content-type": "application/json", "content-length": str(length)}
    headers |= {"authorization": f"Bearer {secret}"}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
    }


async def _measured(seconds: float) -> dict[str, float]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sites = {name: Site(folder, name) for name in GROUPS}
        for site in sites.values():
            await stack.enter_async_context(site.app.router.lifespan_context(site.app))
            await site.open_tables()
            await site.round(seconds / ROUNDS)  # whatever is made once, is made
            site.tally = Tally()
        for _ in range(ROUNDS):
            for site in sites.values():
                await site.round(seconds / ROUNDS)
        return {key: value for name in GROUPS for key, value in sites[name].tally.figures(name).items()}


if __name__ == "__main__":
    import quartier

    quartier.load("city_blocks").compile()
    print(json.dumps(asyncio.run(_measured(float(sys.argv[1])))))
