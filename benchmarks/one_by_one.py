"""Moves a second one by one from Python, beside an earlier Quartier: `python benchmarks/one_by_one.py --earlier ../earlier`.

`--earlier` is a checkout of it (`git worktree add ../earlier COMMIT`); both run with this Python, each in a process of its
own, in turns, so that other work on the machine slows both. Told are the medians of time on the processor and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[1]
TITLES = ("city_blocks", "block_city", "metromania", "neue_heimat", "gridlock")
PEER = """
import json, random, sys, time, quartier
def texts(state):
    seat = min(state.to_act())
    state.play(seat, random.choice(state.moves(seat)))
def numbers(state):
    seat = min(state.seats_to_act())
    state.play_action(seat, random.choice(state.legal(seat)))
def played(game, step, count):
    state = game.new(seed=1, **game.ending)
    for number in range(count):
        if state.over:
            state = game.new(seed=number, **game.ending)
        step(state)
for line in sys.stdin:
    title, way, count = json.loads(line)
    game = quartier.load(title)
    game.compile()
    random.seed(1)
    played(game, globals()[way], 200)
    begun = time.process_time()
    played(game, globals()[way], count)
    print(count / (time.process_time() - begun), flush=True)
"""


class Peer:
    """A process with the Quartier of a checkout."""

    def __init__(self, checkout: Path) -> None:
        self._checkout = checkout
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PEER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def rate(self, title: str, method: str, count: int) -> float:
        """Moves a second by texts (`moves`, `play`) or by numbers (`legal`, `play_action`)."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([title, method, count]), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"The Quartier of {self._checkout} plays no {title} by {method}; see its output above.")
        return float(answer)


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--earlier", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moves", type=int, default=3000)
    parser.add_argument("titles", nargs="*", default=TITLES)
    args = parser.parse_args()
    ours, theirs = Peer(HERE), Peer(args.earlier.resolve())
    print("| moves/s | by texts | earlier | ratio | by numbers | earlier | ratio |")
    print("|---|---|---|---|---|---|---|")
    for title in args.titles:
        cells = [title]
        for method in ("texts", "numbers"):
            rounds = [
                (ours.rate(title, method, args.moves), theirs.rate(title, method, args.moves))
                for _ in range(args.rounds)
            ]
            now, before = (median(rates) for rates in zip(*rounds, strict=True))
            cells += [f"{now:,.0f}", f"{before:,.0f}", f"{median(a / b for a, b in rounds):.1f}"]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
