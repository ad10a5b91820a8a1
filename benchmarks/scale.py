"""What 1,000, 100,000 and 10 million players a day need, from what one server carries:
`python benchmarks/scale.py [--database URL] [--seconds S] [--json FILE] [--docs docs/scale.md]`.

The servers are measured (`load.py`). How many are needed is simulated: moves arrive at one server at random, each takes as
long as it was measured to take, and servers are added until nearly nobody waits.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import quantiles

import docs_tables
import load
import machine

HERE = Path(__file__).parent
PLAYERS = (1_000, 100_000, 10_000_000)
COLUMNS = (
    "players a day",
    "moves/s at the peak",
    "tables at once",
    "processes",
    "busy",
    "p99",
    "cores for bots",
    "memory",
    "disk space per year",
    "bottleneck",
)


@dataclass(frozen=True)
class Habits:
    """What players do: assumed, from what the titles and their bots make likely."""

    games: float = 2.0
    """A day."""
    moves: float = 35.0
    """Own moves a game."""
    seconds: float = 20.0
    """From the start of a turn to its move."""
    with_bots: float = 0.5
    """Share of games against bots, with as many moves of bots as of people."""
    peak: float = 2.5
    """Moves in the busiest hour by those in a mean one."""


@dataclass(frozen=True)
class Measured:
    """Of one core of this machine."""

    ms_per_move: float
    """Processor time of a move that two people watch: rules, views, streams, database client."""
    ms_shared: float
    """The same at several servers with one database, whose players are at different ones."""
    ms_heard: float
    """What it costs each other server to hear of a move."""
    ms_bot: float
    """Processor time of a bot's move at the usual level."""
    server_mb: float
    kb_per_table: float
    bytes_per_move: float
    """Stored."""


@dataclass(frozen=True)
class Limits:
    """Where something gives way: what is no figure of ours is a cautious usual one."""

    wait_ms: float = 50.0
    """99 of 100 moves are answered within this."""
    writes: float = 10_000.0
    """Moves a second that one PostgreSQL primary with good disks commits in groups."""
    memory_gb: float = 64.0
    """Of one machine."""
    cores: int = 32
    """Of one machine."""


@dataclass(frozen=True)
class Need:
    """What so many players need at the peak. `servers` is None where no number of them would do."""

    players: int
    moves_per_second: float
    tables: float
    servers: int | None
    busy: float
    wait_ms: float
    bot_cores: float
    memory_gb: float
    gb_per_year: float

    def first(self, limits: Limits) -> str:
        """What gives way first."""
        if self.servers is None:
            return "notifications between processes"
        if self.moves_per_second > limits.writes:
            return "one primary's commits"
        if self.servers + self.bot_cores > limits.cores or self.memory_gb > limits.memory_gb:
            return "one machine"
        if self.servers > 1:
            return "one process, and with it SQLite"
        return "none"


def need(players: int, habits: Habits, measured: Measured, limits: Limits) -> Need:
    """By simulation of one of the servers."""
    rate = players * habits.games * habits.moves / 86400 * habits.peak
    own = rate * (1 + habits.with_bots)  # a bot's move is a move for the server, too
    tables = rate * habits.seconds / (2 - habits.with_bots)
    servers, busy, wait = enough(own, measured, limits)
    return Need(
        players=players,
        moves_per_second=own,
        tables=tables,
        servers=servers,
        busy=busy,
        wait_ms=wait,
        bot_cores=rate * habits.with_bots * measured.ms_bot / 1000,
        memory_gb=((servers or 0) * measured.server_mb * 1e6 + tables * measured.kb_per_table * 1e3) / 1e9,
        gb_per_year=365 * own / habits.peak * 86400 * measured.bytes_per_move / 1e9,
    )


def enough(rate: float, measured: Measured, limits: Limits) -> tuple[int | None, float, float]:
    """The fewest servers with which the waits are short; how busy each is; the wait in ms. None: none would be enough."""
    fewest = max(1, int(rate * measured.ms_per_move / 1000))
    tried = fewest
    while tried < 20 * fewest + 20:
        own = measured.ms_per_move if tried == 1 else measured.ms_shared
        peer_moves = rate * (tried - 1) / tried
        busy = (rate / tried * own + peer_moves * measured.ms_heard) / 1000
        if busy < 0.95:
            wait = wait_p99(rate / tried, own, peer_moves * measured.ms_heard / 1000)
            if wait <= limits.wait_ms:
                return tried, busy, wait
        tried += max(1, tried // 20)
    return None, busy, float("inf")


def wait_p99(rate: float, service_ms: float, busy_share: float, moves: int = 20_000, seed: int = 1) -> float:
    """The time in ms within which 99 of 100 moves are done at a server to which they come at random.

    Each takes `service_ms` in the mean, a few much longer (gamma of shape 2); `taken` is the share of the server that is
    taken by what else it does.
    """
    chance, now, free = Random(seed), 0.0, 0.0
    times = []
    for _ in range(moves):
        now += chance.expovariate(rate)
        free = max(free, now) + chance.gammavariate(2, service_ms / 2000) / (1 - busy_share)
        times.append(free - now)
    return 1000 * quantiles(times, n=100)[-1]


def measure(
    seconds: float, database: str | None, settle: bool = True
) -> tuple[dict[str, dict[str, float]], Measured]:
    """The servers, and what of them the simulation goes by. Without PostgreSQL they hear nothing of each other."""
    figures = load.measure(seconds, database, settle)
    one, three = figures["one"], figures.get("three", figures["one"])
    return figures, Measured(
        ms_per_move=one["ms_per_move"],
        ms_shared=three["ms_per_move"],
        ms_heard=three.get("ms_heard", 0.0),
        ms_bot=_bot_ms(),
        server_mb=one["server_mb"],
        kb_per_table=one["kb_per_table"],
        bytes_per_move=one["bytes_per_move"],
    )


def _bot_ms(level: str = "3", games: int = 3) -> float:
    """Processor time of a bot's move at the usual level, the mean of the titles."""
    from quartier import Dice, bots
    from quartier import load as title

    means = []
    for name in load.TITLES:
        game, spent, count = title(name), 0.0, 0
        game.compile()
        bot = bots.make(level, game)
        for seed in range(games):
            state, dice = game.new(seed=seed), Dice(seed)
            for _ in range(25):
                if state.over:
                    break
                seat = min(state.seats_to_act())
                concealed = state.concealed(seat)
                began = time.process_time()
                move = bot.choose(concealed, seat, dice)
                spent, count = spent + time.process_time() - began, count + 1
                state.play(seat, move)
        means.append(1000 * spent / count)
    return sum(means) / len(means)


def tables(figures: dict[str, dict[str, float]], measured: Measured, habits: Habits, limits: Limits) -> str:
    """Both tables in Markdown."""
    about = machine.describe()
    lines = [
        f"{about['cores']} cores of an {about['processor']} ({about['system']}), shared with the clients; "
        f"python {about['python']}.",
        "",
        "| measured | one process, SQLite | three processes, PostgreSQL |",
        "| --- | ---: | ---: |",
    ]
    labels = {
        "moves_per_second": "moves a second at full load, both seats watching",
        "ms_per_move": "ms of CPU time a move, all processes",
        "p99_ms": "ms to the opponent's screen at half of that, p99",
        "ms_heard": "ms of CPU time for a process that is only notified of a move",
        "server_mb": "MB of a process with all games",
        "kb_per_table": "kB of memory for a table with two people",
        "bytes_per_move": "bytes on disk per move",
    }
    for key, label in labels.items():
        cells = [
            _short(figures[way][key]) if key in figures.get(way, {}) else "–" for way in ("one", "three")
        ]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    lines += [f"| ms of CPU time per move of a level 3 bot | {_short(measured.ms_bot)} | – |", ""]
    lines += [f"| {' | '.join(COLUMNS)} |", f"| {' | '.join(['---:'] * (len(COLUMNS) - 1))} | --- |"]
    for players in PLAYERS:
        needed = need(players, habits, measured, limits)
        feasible = needed.servers is not None
        cells = [
            f"{players:,}",
            _short(needed.moves_per_second),
            _short(needed.tables),
            str(needed.servers) if feasible else "none is enough",
            f"{100 * needed.busy:.0f}%" if feasible else "–",
            f"{_short(needed.wait_ms)} ms" if feasible else "–",
            _short(needed.bot_cores),
            f"{_short(needed.memory_gb)} GB",
            f"{_short(needed.gb_per_year)} GB",
            needed.first(limits),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _short(value: float) -> str:
    """Three digits."""
    return f"{float(f'{value:.3g}'):,.10g}"


def main() -> None:
    """Measure, simulate, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="address of an empty database of PostgreSQL, for three processes")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was measured there")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the tables into this page")
    args = parser.parse_args()
    figures, measured = measure(args.seconds, args.database)
    text = tables(figures, measured, Habits(), Limits())
    if args.json:
        args.json.write_text(
            json.dumps({"load": figures, "measured": asdict(measured)}, indent=1) + "\n", encoding="utf-8"
        )
    if args.docs:
        docs_tables.insert(args.docs, "scale.py", text)
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
