"""Many games at once, beside OpenSpiel's and Pgx's: `python benchmarks/batches.py [--pgx PYTHON] [--json FILE] [--quick]`.

Each peer lives in a process of its own on one core; the rounds alternate between them. Steps are those of random legal
moves, each with an observation and the legal actions; choosing the move is part of the time. Pgx needs JAX, so it has an
environment of its own, whose Python measures it::

    python -m venv build/pgx && build/pgx/bin/pip install pgx
    python benchmarks/batches.py --pgx build/pgx/bin/python
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import machine
from batches_peer import SUBJECTS
from pgx_peer import GAMES

HERE = Path(__file__).parent
GOALS = {"gridlock by lists": 0.5e6}
GOAL = 1e6
"""Steps per second that a title is to reach on one core."""


class Peer:
    """A process that measures some of the subjects."""

    def __init__(self, python: str, name: str, subjects: tuple[str, ...]) -> None:
        self.subjects = subjects
        command = [python, str(HERE / "peer.py"), name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, subject: str, seconds: float) -> float:
        """Steps per second."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"subject": subject, "seconds": seconds}), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"Nothing was measured of {subject}; see the message above.")
        return float(json.loads(answer)["steps"])

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Measure, print, and write what was asked for."""
    asked = arguments()
    rounds, seconds = (1, 0.05) if asked.quick else (asked.rounds, asked.seconds)
    result = {
        "machine": machine.describe(),
        "rounds": rounds,
        "steps": measure(asked.subjects or SUBJECTS, asked.pgx, rounds, seconds),
    }
    print(table(result["steps"]))
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure many games at once, on one core.")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help="only these of ours and OpenSpiel's")
    parser.add_argument("--pgx", metavar="PYTHON", help="the Python of an environment that has Pgx")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    parser.add_argument("--quick", action="store_true", help="one short round: shows that it runs")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure")
    asked = parser.parse_args()
    unknown = [subject for subject in asked.subjects if subject not in SUBJECTS]
    if unknown:
        parser.error(f"no subject {unknown[0]!r}; there are {', '.join(SUBJECTS)}")
    return asked


def measure(subjects: Sequence[str], pgx: str | None, rounds: int, seconds: float) -> dict[str, list[float]]:
    """By subject, the steps per second of each round."""
    ours = tuple(each for each in subjects if find_spec("pyspiel") or not each.startswith("OpenSpiel"))
    peers = [Peer(sys.executable, "batches", ours)]
    if pgx:
        peers.append(Peer(pgx, "pgx", GAMES))
    result: dict[str, list[float]] = {subject: [] for peer in peers for subject in peer.subjects}
    try:
        for _ in range(rounds):
            for peer in peers:
                for subject in peer.subjects:
                    result[subject].append(peer.measure(subject, seconds))
                    print(f"{subject}: {_millions(result[subject][-1])} steps/s", file=sys.stderr, flush=True)
    finally:
        for peer in peers:
            peer.close()
    return result


def table(steps: dict[str, list[float]]) -> str:
    """The medians, our Connect Four by theirs, and the goals, in Markdown."""
    lines = ["| | steps/s | goal |", "|---|---:|---:|"]
    for subject, found in steps.items():
        lines.append(f"| {subject} | {_millions(median(found))} | {_goal(subject)} |")
    lines += ["", "| Connect Four, Quartier by | ratio within the rounds |", "|---|---:|"]
    for rival in ("OpenSpiel connect_four", "Pgx connect_four"):
        if rival in steps and "connect_four" in steps:
            pairs = zip(steps["connect_four"], steps[rival], strict=True)
            lines.append(f"| {rival.split()[0]} | {median(mine / theirs for mine, theirs in pairs):.3g} |")
    return "\n".join(lines)


def _goal(subject: str) -> str:
    if " " in subject and subject not in GOALS:
        return "–"
    return _millions(GOALS.get(subject, GOAL)) if subject not in ("connect_four", "gridlock") else "–"


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} million" if number >= 1e5 else f"{number:,.0f}".replace(",", " ")


if __name__ == "__main__":
    main()
