"""Quartier beside OpenSpiel, on one core, in one run: `python benchmarks/run.py [--json FILE] [--docs FILE] [--quick]`.

Each peer lives in a process of its own; the rounds alternate between them, so that other work on the machine
slows both, and the medians are told.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import machine
import report
import serving

HERE = Path(__file__).parent
BEGIN, END = "<!-- figures: written by benchmarks/run.py -->", "<!-- end of figures -->"


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


def main() -> None:
    """Measure, print, and write what was asked for."""
    asked = arguments()
    rounds, seconds = (1, 0.05) if asked.quick else (asked.rounds, asked.seconds)
    result = measure(rounds, seconds, settle=not asked.quick)
    tables = report.markdown(result)
    print(tables)
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    if asked.docs:
        asked.docs.write_text(with_tables(asked.docs.read_text(encoding="utf-8"), tables), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure Quartier beside OpenSpiel, on one core.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the tables into this page")
    parser.add_argument("--quick", action="store_true", help="one short round: shows that it runs")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure")
    return parser.parse_args()


def measure(rounds: int, seconds: float, settle: bool) -> dict[str, Any]:
    """Everything, as it goes into the JSON file."""
    done = engine_rounds(rounds, seconds)
    return {
        "machine": machine.describe(),
        "rounds": rounds,
        "seconds": seconds,
        "figures": report.summary(done),
        "ratios": report.ratios(done),
        "server": server_figures(seconds, settle),
    }


def engine_rounds(rounds: int, seconds: float) -> list[report.Round]:
    """The figures of each round; the peers take turns within it."""
    peers = [Peer(name) for name in report.PEERS if _installed(name)]
    try:
        return [_round(peers, seconds) for _ in range(rounds)]
    finally:
        for peer in peers:
            peer.close()


def _round(peers: list[Peer], seconds: float) -> report.Round:
    return {
        peer.name: {subject: peer.measure(subject, seconds) for subject in peer.subjects} for peer in peers
    }


def _installed(peer: str) -> bool:
    if peer != "openspiel" or find_spec("pyspiel"):
        return True
    print('OpenSpiel is left out: pip install "quartier[openspiel]" brings it.', file=sys.stderr)
    return False


def server_figures(seconds: float, settle: bool) -> dict[str, float]:
    """The server's figures; empty where its packages are not installed."""
    if find_spec("fastapi"):
        return serving.measure(5 * seconds, settle)
    print('The server is left out: pip install "quartier[server]" brings it.', file=sys.stderr)
    return {}


def with_tables(page: str, tables: str) -> str:
    """A page with new tables between its two marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


if __name__ == "__main__":
    main()
