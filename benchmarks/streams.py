"""What memory open streams take, and whether it comes back:
`python benchmarks/streams.py [--tables N ...] [--unread N] [--json FILE]`.

Each table has two seats, each with its own stream, as the page has it. The server's memory is read right after the streams
were opened, when they have been idle for a while, while moves are played (each table one in 20 seconds), when they are
idle again, and after they have closed. Then come streams whose client never reads, at a table where moves are played.
Works where /proc tells the memory of a process (Linux); the limit of open files must be twice the number of streams.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random

import load
import serving
import watching

TABLES = (250, 1000, 2500)
UNREAD = 250
MOVE_INTERVAL = 20.0
"""Seconds between two moves at a table."""
PLAYERS = 8
"""Connections for commands."""
PHASES = ("opened", "idle", "played", "idle_again", "closed")
Figures = dict[str, float]
Phases = Callable[[int, int], Coroutine[None, None, Figures]]
"""What is done with a server, by its process and port."""


def measure(
    tables: tuple[int, ...], unread: int, seconds: float, rest: float, settle: bool = True
) -> dict[str, Figures]:
    """Return the MB of a server by phase, for so many tables and for unread streams, each with a server of its own.

    Args:
        tables: How many tables, for each measurement.
        unread: How many streams whose client never reads.
        seconds: How long moves are played.
        rest: Seconds after which idle streams have freed what they can: longer than the server's interval for that.
        settle: Whether to wait until the server has compiled.
    """
    result = {}
    for number in tables:
        result[f"{number} tables, {2 * number} streams"] = _measure(
            partial(_watch, tables=number, seconds=seconds, rest=rest), settle
        )
    if unread:
        result[f"{unread} unread streams"] = _measure(
            partial(_unread, streams=unread, seconds=seconds, rest=rest), settle
        )
    return result


def _measure(phases: Phases, settle: bool) -> Figures:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving.serving(folder, "--workers", "1", fresh=False) as (process, port, _):
            if settle:
                serving.wait_until_compiled(folder, len(load.TITLES))
            return asyncio.run(phases(process, port))


async def _open(port: int, tables: int) -> list[watching.Game]:
    """Return so many tables, whose streams are open."""
    games: list[watching.Game] = []
    titles = iter([load.TITLES[number % len(load.TITLES)] for number in range(tables)])

    async def open_some() -> None:
        for (
            title
        ) in titles:  # each over a connection of its own: on a busy machine the server closes an idle one
            requests = await watching.Connection.open(port)
            games.append(await watching.Game.open(requests, (port, port), title, "fragments"))
            requests.close()

    await asyncio.gather(*(open_some() for _ in range(PLAYERS)))
    return games


async def _play(port: int, games: list[watching.Game], seconds: float) -> int:
    """Play random moves; return how many."""
    counts = await asyncio.gather(*(_play_some(port, games[n::PLAYERS], seconds) for n in range(PLAYERS)))
    return sum(counts)


async def _play_some(port: int, games: list[watching.Game], seconds: float) -> int:
    """Play random moves at these tables, one after the other."""
    dice, loop = Random(1), asyncio.get_running_loop()
    began, moves = loop.time(), 0
    while loop.time() < began + seconds:
        game = dice.choice(games)
        if (seat := await game.to_move()) is not None:
            await _move(port, game, seat, dice)
            moves += 1
        await asyncio.sleep(max(0.0, began + moves * MOVE_INTERVAL / len(games) - loop.time()))
    return moves


async def _move(port: int, game: watching.Game, seat: watching.Seat, dice: Random) -> None:
    """Play a random move, over a connection of its own: an idle one would be closed."""
    requests = await watching.Connection.open(port)
    wish = {
        "seat": seat.number,
        "move": dice.choice(seat.stream.moves),
        "version": seat.stream.version,
        "client_move_id": f"move-{seat.stream.version}",
    }
    answer = await requests.post(f"{game.path}/moves", wish, seat.secret)
    requests.close()
    await seat.stream.wait_for_version(answer["version"])


async def _watch(process: int, port: int, tables: int, seconds: float, rest: float) -> Figures:
    for game in await _open(port, 20):  # each title's words and drawings are in memory now
        game.close()
    await asyncio.sleep(rest)
    result = {"server": _mb(process)}
    games = await _open(port, tables)
    result["opened"] = _mb(process)
    await asyncio.sleep(rest)
    result["idle"] = _mb(process)
    result["moves"] = await _play(port, games, seconds)
    result["played"] = _mb(process)
    await asyncio.sleep(rest)
    result["idle_again"] = _mb(process)
    for game in games:
        game.close()
    await asyncio.sleep(rest)
    result["closed"] = _mb(process)
    return result


async def _unread(process: int, port: int, streams: int, seconds: float, rest: float) -> Figures:
    for game in await _open(port, 20):
        game.close()
    await asyncio.sleep(rest)
    result = {"server": _mb(process)}
    requests = await watching.Connection.open(port)
    game = await watching.Game.open(requests, (port, port), "metromania", "fragments")
    seat = game.seats[0]
    path = f"{game.path}/stream?form=joined&lang=en"
    sockets = [_deaf_stream(port, path, seat.secret) for _ in range(streams)]
    await asyncio.sleep(2.0)
    result["opened"] = _mb(process)
    requests.close()
    end, dice, moves = asyncio.get_running_loop().time() + seconds, Random(1), 0
    while asyncio.get_running_loop().time() < end and (mover := await game.to_move()):
        await _move(port, game, mover, dice)
        moves += 1
    result["moves"] = moves
    result["played"] = _mb(process)
    await asyncio.sleep(rest)
    result["idle_again"] = _mb(process)
    for deaf in sockets:
        deaf.close()
    game.close()
    await asyncio.sleep(rest)
    result["closed"] = _mb(process)
    return result


def _deaf_stream(port: int, path: str, secret: str) -> socket.socket:
    """Return a connection that asks for a stream and never reads it."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", port))
    deaf.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {secret}\r\n\r\n".encode())
    return deaf


def _mb(process: int) -> float:
    return load.resident(process) / 1e6


def table(figures: dict[str, Figures]) -> str:
    """Return the figures in Markdown."""
    lines = [
        f"| MB | the server | {' | '.join(phase.replace('_', ' ') for phase in PHASES)} |",
        f"| --- | {' | '.join(['---:'] * (len(PHASES) + 1))} |",
    ]
    for name, row in figures.items():
        cells = (f"{row[phase]:.0f}" if phase in row else "–" for phase in ("server", *PHASES))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=TABLES, metavar="N")
    parser.add_argument("--unread", type=int, default=UNREAD, metavar="N", help="streams that no one reads")
    parser.add_argument("--seconds", type=float, default=60.0, help="for which moves are played")
    parser.add_argument(
        "--rest", type=float, default=70.0, help="seconds until idle streams have freed memory"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    args = parser.parse_args()
    figures = measure(tuple(args.tables), args.unread, args.seconds, args.rest)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(table(figures) + "\n")


if __name__ == "__main__":
    main()
