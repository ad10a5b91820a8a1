"""What one server carries, and three at one database of PostgreSQL: for `benchmarks/scale.py`.

People of several titles play random moves over HTTP, both seats watching, as in `watching.py`. With several servers the
rival's stream is at another one than the commands, so every move is told between them.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path

import serving
import watching

TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock")
TABLES = 2
"""Of each title."""
IDLE = 200
"""Streams of two seats each that are open and hear nothing, for the memory of one."""


def measure(seconds: float, database: str | None = None, settle: bool = True) -> dict[str, dict[str, float]]:
    """By "one" and "three" (only with the address of an empty database): figures of `_measure_load`, and of `_memory`."""
    result = {"one": {**asyncio.run(_of(1, seconds, settle)), **_memory()}}
    if database:
        result["three"] = asyncio.run(_of(3, seconds, settle, "--database", database))
    return result


async def _of(count: int, seconds: float, settle: bool, *options: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        with ExitStack() as stack:
            servers = []
            for number in range(count):
                (folder := Path(name) / str(number)).mkdir()
                started = serving.serving(folder, "--workers", "1", *options, fresh=False)
                process, port, _ = stack.enter_context(started)
                if settle:
                    serving.wait_until_compiled(folder, len(TITLES))
                servers.append((process, port))
            empty = _stored_bytes(Path(name))
            result = await _measure_load(servers, seconds)
        moves = result.pop("moves")
        if count == 1:
            result["bytes_per_move"] = (_stored_bytes(Path(name)) - empty) / moves
        return result


def _stored_bytes(folder: Path) -> int:
    """Bytes of all files of data; what is not in them yet comes when the server ends."""
    return sum(file.stat().st_size for file in folder.rglob("*.db"))


async def _measure_load(servers: list[tuple[int, int]], seconds: float) -> dict[str, float]:
    """Moves a second at full load, ms of processor a move of all servers together, the p99 in ms at half of that, and how
    many moves there were.

    With several servers also the ms of processor that a move costs one which neither takes it nor shows it.
    """
    processes, ports = zip(*servers, strict=True)
    home = [ports[number % len(ports)] for number in range(len(TITLES) * TABLES)]
    tables = [
        await watching.Table.open((port, _next(ports, port)), title, "fragments", seed)
        for seed, (port, title) in enumerate(zip(home, TITLES * TABLES, strict=True))
    ]
    first = await watching.measure_moves(
        processes, tables, seconds, 0.0
    )  # the caches of drawings and sentences fill
    full = await watching.measure_moves(processes, tables, seconds, 0.0)
    rate = full["moves"] / full["seconds"]
    half = await watching.measure_moves(processes, tables, seconds, 2 * len(tables) / rate)
    for table in tables:
        await table.close()
    result = {
        "moves_per_second": rate,
        "ms_per_move": 1000 * full["processor"] / full["moves"],
        "p99_ms": half["p99_ms"],
        "moves": first["moves"] + full["moves"] + half["moves"],
    }
    if len(servers) > 2:
        result["ms_heard"] = await _measure_idle_cost(servers, seconds)
    return result


def _next(ports: tuple[int, ...], port: int) -> int:
    return ports[(ports.index(port) + 1) % len(ports)]


async def _measure_idle_cost(servers: list[tuple[int, int]], seconds: float) -> float:
    """Ms of processor for the last server, of a move at the others that nobody sees here."""
    (_, one), (_, two), (idle, _) = servers
    resting = await _resting(idle, seconds)
    tables = [await watching.Table.open((one, two), title, "fragments", 7) for title in TITLES]
    counts = await watching.measure_moves((idle,), tables, seconds, 0.0)
    for table in tables:
        await table.close()
    return 1000 * max(0.0, counts["processor"] - resting * counts["seconds"]) / counts["moves"]


async def _resting(process: int, seconds: float) -> float:
    """Processor seconds a second of a server that has nothing to do."""
    before = watching.processor_seconds(process)
    await asyncio.sleep(seconds)
    return (watching.processor_seconds(process) - before) / seconds


def _memory() -> dict[str, float]:
    """MB of a server, and kB that a table takes whose two seats watch."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving.serving(folder, "--workers", "1", fresh=False) as (process, port, _):
            serving.wait_until_compiled(folder, len(TITLES))
            return asyncio.run(_measure_growth(process, port))


async def _measure_growth(process: int, port: int) -> dict[str, float]:
    requests = await watching.Connection.open(port)

    async def more(count: int) -> list[watching.Game]:
        return [
            await watching.Game.open(requests, (port, port), TITLES[number % len(TITLES)], "fragments")
            for number in range(count)
        ]

    first = await more(20)  # each title's words and drawings are in memory now
    before = resident(process)
    games = [*first, *await more(IDLE)]
    grown = resident(process) - before
    for game in games:
        game.close()
    requests.close()
    return {"server_mb": before / 1e6, "kb_per_table": grown / 1e3 / IDLE}


def resident(process: int) -> int:
    """Bytes of memory that a process has."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
