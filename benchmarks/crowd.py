"""What others notice of one greedy visitor: `python benchmarks/crowd.py [--connections N ...] [--seconds S] [--json FILE]`.

One address asks for its own table, or for a rulebook, on many connections at once, each as fast as it is answered.
Another plays moves and opens pages meanwhile, from an address of its own. The figures without the greedy visitor are
measured in the same run, before and after, because other work on the machine slows everything. Works where all of
127.0.0.0/8 is this machine (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from statistics import median
from typing import Any

import serving

GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
"""Two addresses; 127.0.0.1 is believed as a proxy."""
CONNECTIONS = (50, 100, 300)
TITLE = "metromania"
"""The title with the largest View."""
FIGURES = ("answers_per_second", "move_ms", "slowest_move_ms", "view_ms", "page_ms")


class Connection:
    """An HTTP connection from an address of this machine that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, address: str, port: int) -> Connection:
        """Connect to the server on this machine."""
        streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=2**20)
        return cls(*streams)

    async def ask(
        self, method: str, path: str, secret: str = "", body: Any = None, encoding: str = "gzip"
    ) -> bytes:
        """Return the answer as sent; RuntimeError if it is an error."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept-Encoding: {encoding}"]
        if secret:
            head.append(f"Authorization: Bearer {secret}")
        if content:
            head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        self._writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + content)
        answer_head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer_head.split("content-length: ")[1].split("\r\n")[0])
        answer = await self._reader.readexactly(length)
        if answer_head.split()[1] >= "400":
            raise RuntimeError(f"{path}: {answer_head} {answer[:200]!r}")
        return answer

    async def ask_json(self, method: str, path: str, secret: str = "", body: Any = None) -> dict[str, Any]:
        """Return the answer."""
        return dict(json.loads(await self.ask(method, path, secret, body, "identity")))

    def close(self) -> None:
        """End it."""
        self._writer.close()


async def open_table(connection: Connection) -> tuple[str, list[str]]:
    """Return the path of a new table for two, and the secrets of its seats."""
    wish = {"title": TITLE, "seats": [{"kind": "me", "name": name} for name in ("Ada", "Bob")]}
    table = await connection.ask_json("POST", "/api/tables", body=wish)
    return f"/api/tables/{table['id']}", [seat["secret"] for seat in table["seats"]]


# ----- the greedy visitor -----


def ask_greedily(port: int, path: str, connections: int, answers: Synchronized[int]) -> None:
    """Ask on so many connections for ever; "": for a table of one's own."""
    asyncio.run(_ask_greedily(port, path, connections, answers))


async def _ask_greedily(port: int, path: str, connections: int, answers: Synchronized[int]) -> None:
    opened = [await Connection.open(GREEDY, port) for _ in range(connections)]
    secret = ""
    if not path:
        path, (secret, _) = await open_table(opened[0])

    async def ask_again(connection: Connection) -> None:
        while True:
            await connection.ask("GET", path, secret)
            answers.value += 1

    await asyncio.gather(*map(ask_again, opened))


@contextmanager
def greedy_visitor(port: int, path: str, connections: int) -> Iterator[Synchronized[int]]:
    """Run the greedy visitor in a process of its own; yields the number of its answers so far."""
    answers: Synchronized[int] = multiprocessing.Value("q", 0)
    process = multiprocessing.Process(target=ask_greedily, args=(port, path, connections, answers))
    process.start()
    try:
        while not answers.value:
            time.sleep(0.05)
        time.sleep(1.0)
        yield answers
    finally:
        process.terminate()
        process.join()


# ----- the other visitor -----


async def visit(port: int, seconds: float) -> dict[str, float]:
    """Play moves, and open the View and the page of the table: the times that each took."""
    connection = await Connection.open(OTHER, port)
    path, secrets = await open_table(connection)
    dice, ids, end = random.Random(1), count(), time.perf_counter() + seconds
    times: dict[str, list[float]] = {"move": [], "view": [], "page": []}

    async def time_request(kind: str, *request: Any) -> bytes:
        began = time.perf_counter()
        answer = await connection.ask(*request)
        times[kind].append(1000 * (time.perf_counter() - began))
        return answer

    while time.perf_counter() < end or not times["move"]:
        packed = [await time_request("view", "GET", path, secret) for secret in secrets]
        views = [json.loads(gzip.decompress(view)) for view in packed]
        seat = next((seat for seat, view in enumerate(views) if view["choices"]), None)
        if seat is None:
            path, secrets = await open_table(connection)  # that game is over
            continue
        move = dice.choice(views[seat]["choices"])["move"]
        body = {
            "seat": seat,
            "move": move,
            "version": views[seat]["version"],
            "client_move_id": f"m{next(ids)}",
        }
        await time_request("move", "POST", f"{path}/moves", secrets[seat], body)
        await time_request("page", "GET", path.removeprefix("/api").replace("tables", "table"))
    connection.close()
    figures = {f"{kind}_ms": median(values) for kind, values in times.items()}
    return figures | {"slowest_move_ms": max(times["move"])}


def measure(connections: tuple[int, ...], seconds: float, settle: bool = True) -> dict[str, dict[str, float]]:
    """Return the other visitor's times by what the greedy one does."""
    result: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving.serving(folder, "--workers", "1", "--limits", "1", fresh=False) as (_, port, _):
            if settle:
                serving.wait_until_compiled(folder, 5)
            asyncio.run(visit(port, 1.0))  # the caches of drawings and sentences fill
            result["nothing"] = asyncio.run(visit(port, seconds))
            attacks = [("", number) for number in connections] + [(f"/rules/{TITLE}", connections[-1])]
            for path, number in attacks:
                with greedy_visitor(port, path, number) as answers:
                    before, began = answers.value, time.perf_counter()
                    figures = asyncio.run(visit(port, seconds))
                    rate = (answers.value - before) / (time.perf_counter() - began)
                result[f"{path or 'its table'} on {number}"] = figures | {"answers_per_second": rate}
            result["nothing, afterwards"] = asyncio.run(visit(port, seconds))
    return result


def table(figures: dict[str, dict[str, float]]) -> str:
    """Return the figures in Markdown."""
    lines = [
        f"| one address asks for | {' | '.join(name.replace('_', ' ') for name in FIGURES)} |",
        f"| --- | {' | '.join(['---:'] * len(FIGURES))} |",
    ]
    for name, row in figures.items():
        cells = [f"{row[figure]:.3g}" if figure in row else "–" for figure in FIGURES]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, nargs="+", default=CONNECTIONS, metavar="N")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    args = parser.parse_args()
    figures = measure(tuple(args.connections), args.seconds)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(table(figures) + "\n")


if __name__ == "__main__":
    main()
