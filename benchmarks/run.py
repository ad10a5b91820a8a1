"""Quartier beside OpenSpiel, on one core, in one run: `python benchmarks/run.py [--json FILE] [--docs FILE] [--quick]`.

Only what a move costs that two people watch: `--watched`.

Each peer lives in a process of its own; the rounds alternate between them, so that other work on the machine
slows both, and the medians are told. Then their searches play against each other, both in one process.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import commands
import docs_tables
import machine
import report
import serving
import watching

HERE = Path(__file__).parent


class Peer:
    """A process that measures one of the two."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.subjects: tuple[str, ...] = importlib.import_module(f"{name}_peer").SUBJECTS
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "peer.py"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self, subject: str, seconds: float) -> dict[str, float]:
        """The figures of a title or game."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"subject": subject, "seconds": seconds}), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"The peer {self.name} has failed; see its message above.")
        return dict(json.loads(answer))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@dataclass(frozen=True)
class Plan:
    """How much is measured: rounds of so many seconds for each figure, games of so many seconds for each move."""

    rounds: int
    seconds: float
    games: int
    move_seconds: float
    """On Connect Four, which both play in compiled code."""
    title_games: int
    title_move_seconds: float
    """On the titles, which OpenSpiel plays by our adapter."""
    settle: bool = True

    def match(self, title: str) -> tuple[int, float]:
        """Games, and seconds for each move."""
        if title == "connect_four":
            return self.games, self.move_seconds
        return self.title_games, self.title_move_seconds


QUICK_PLAN = Plan(1, 0.05, games=2, move_seconds=0.002, title_games=2, title_move_seconds=0.005, settle=False)


def main() -> None:
    """Measure, print, and write what was asked for."""
    args = arguments()
    plan = QUICK_PLAN if args.quick else plan_of(args)
    if args.watched:
        print(report.watched_table(measure_watched(plan, args.database)))
        return
    result = measure(plan, args.database)
    tables = report.markdown(result)
    print(tables)
    if args.json:
        args.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    if args.docs:
        docs_tables.insert(args.docs, "run.py", tables)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure Quartier beside OpenSpiel, on one core.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the tables into this page")
    parser.add_argument("--quick", action="store_true", help="one short round: shows that it runs")
    parser.add_argument("--watched", action="store_true", help="only what a move costs that two people watch")
    parser.add_argument(
        "--database", metavar="URL", help="watched moves once more with this PostgreSQL database"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure")
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="of Connect Four against OpenSpiel"
    )
    parser.add_argument(
        "--move-seconds", type=float, default=0.02, metavar="S", help="for each of their moves"
    )
    parser.add_argument(
        "--title-games", type=int, default=20, metavar="N", help="of each title against OpenSpiel"
    )
    parser.add_argument(
        "--title-move-seconds", type=float, default=0.2, metavar="S", help="for each of their moves"
    )
    return parser.parse_args()


def plan_of(args: argparse.Namespace) -> Plan:
    """What the command line asks for."""
    return Plan(**{field.name: getattr(args, field.name) for field in fields(Plan) if field.name != "settle"})


def measure(plan: Plan, database: str | None = None) -> dict[str, Any]:
    """Everything, as it goes into the JSON file."""
    done = engine_rounds(plan.rounds, plan.seconds)
    return {
        "machine": machine.describe(),
        "rounds": plan.rounds,
        "seconds": plan.seconds,
        "figures": report.summary(done),
        "ratios": report.ratios(done),
        "matches": matches(plan) if find_spec("pyspiel") else {},
        "server": server_figures(plan.seconds, plan.settle),
        "watched": measure_watched(plan, database),
    }


def engine_rounds(rounds: int, seconds: float) -> list[report.Round]:
    """The figures of each round; the peers take turns within it."""
    peers = [Peer(name) for name in report.PEERS if _is_installed(name)]
    try:
        return [_round(peers, seconds) for _ in range(rounds)]
    finally:
        for peer in peers:
            peer.close()


def _round(peers: list[Peer], seconds: float) -> report.Round:
    return {
        peer.name: {subject: peer.measure(subject, seconds) for subject in peer.subjects} for peer in peers
    }


def matches(plan: Plan) -> dict[str, dict[str, float]]:
    """By title, what came of its games against OpenSpiel; they are played in pairs, each side once in each seat."""
    peer = Peer("match")
    try:
        titles = peer.subjects if plan.settle else peer.subjects[:2]
        return {title: _match(peer, title, *plan.match(title)) for title in titles}
    finally:
        peer.close()


def _match(peer: Peer, title: str, games: int, seconds: float) -> dict[str, float]:
    tally: Counter[str] = Counter()
    while tally["games"] < games:
        tally.update(peer.measure(title, seconds))
        print(f"{title}: {tally['points']:g} of {tally['games']:g} points", file=sys.stderr)
    return dict(tally)


def _is_installed(peer: str) -> bool:
    if peer != "openspiel" or find_spec("pyspiel"):
        return True
    print('OpenSpiel is left out: pip install "quartier[openspiel]" brings it.', file=sys.stderr)
    return False


def server_figures(seconds: float, settle: bool) -> dict[str, float]:
    """The server's figures; empty where its packages are not installed."""
    if find_spec("fastapi"):
        return serving.measure(5 * seconds, settle) | commands.measure(5 * seconds)
    print('The server is left out: pip install "quartier[server]" brings it.', file=sys.stderr)
    return {}


def measure_watched(plan: Plan, database: str | None) -> watching.Watched:
    """What a watched move costs; empty where the server's packages are not installed, or no processor time is told."""
    if not find_spec("fastapi") or not watching.has_processor_times():
        return {}
    titles = watching.TITLES if plan.settle else watching.TITLES[:1]
    return watching.measure(max(0.5, 3 * plan.seconds), titles, plan.settle, database)


if __name__ == "__main__":
    main()
