"""Learning curves of the learners in examples/programs: several seeds each, against random moves and the greedy bot.

python benchmarks/baselines.py [--learners ppo,alphazero] [--seeds 5] [--steps N] [--runs FOLDER] [--docs FILE]
    [--plot FILE] [TITLE ...]

Needs `quartier[training,lab]`. A run is one training with two seats; at each checkpoint its policy plays, without a
search, half of the games in each seat. Each run is written to a file of its own in the folder of runs and isn't
repeated. Intervals are Student's over the seeds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np

import docs_tables
import quartier
from quartier import lab
from quartier.envs import SeatVectorEnv
from quartier.lab import plots

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / "examples/programs"
RIVALS = ("random", "greedy")
STEPS = {
    "ppo": {"city_blocks": 2**18, "block_city": 2**18, "neue_heimat": 2**18},
    "alphazero": {"city_blocks": 2**14},
}
"""By learner and title, the steps of a run unless others are given."""
CHECKPOINTS = 5
"""The number of checkpoints: the last is the end of a run, and each has twice the steps of the one before."""
GAMES = 200
"""Games against each rival at a checkpoint."""
STUDENT = (0, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""By degrees of freedom, the quantile of Student's distribution for a 95 % interval."""


@dataclass(frozen=True)
class Point:
    """What a policy wins after so many steps."""

    steps: int
    seconds: float
    """Processor time of the training so far."""
    shares: dict[str, float]


@dataclass(frozen=True)
class Run:
    """A training with one seed."""

    learner: str
    title: str
    seed: int
    points: list[Point]
    provenance: dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A checkpoint of all seeds: mean share with its interval, by rival."""

    steps: int
    seconds: float
    seeds: int
    shares: dict[str, tuple[float, float, float]]


def program(learner: str) -> Any:
    """Import a learner from the folder of examples."""
    if str(PROGRAMS) not in sys.path:
        sys.path.insert(0, str(PROGRAMS))
    return import_module(learner)


def train(learner: str, title: str, seed: int, steps: int, games: int) -> Run:
    """Train with one seed, and let the policy play at each checkpoint."""
    due = [steps >> shift for shift in reversed(range(CHECKPOINTS))]
    points: list[Point] = []
    began, playing = time.process_time(), 0.0

    def report(done: int, network: Any) -> None:
        nonlocal playing
        if not due or done < due[0]:
            return
        while due and done >= due[0]:
            due.pop(0)
        paused = time.process_time()
        shares = {rival: share(title, network, rival, games) for rival in RIVALS}
        points.append(Point(done, round(paused - began - playing, 1), shares))
        playing += time.process_time() - paused
        print(learner, title, seed, points[-1], file=sys.stderr, flush=True)

    program(learner).train(title, 2, seed, report, lambda done: done >= steps)
    return Run(learner, title, seed, points, lab.provenance(seed))


def share(title: str, network: Any, rival: str, games: int) -> float:
    """Return the share of the wins of a policy's likeliest actions, one game in each environment."""
    policy = program("policy")
    weights = {name: np.asarray(values) for name, values in network.items()}
    env = SeatVectorEnv(title, games, 2, seed=1, seat=np.arange(games) % 2, bots=[rival])
    rows, won, playing = np.arange(games), np.zeros(games), np.ones(games, bool)
    batch = env.reset()
    while playing.any():
        logits, _ = policy.forward(weights, policy.rescale(env.game, batch.observation))
        batch = env.step(np.where(batch.action_mask, logits, policy.FORBIDDEN).argmax(axis=1))
        ended = playing & batch.done
        won[ended] = (batch.rewards[rows, rows % 2][ended] + 1) / 2
        playing &= ~ended
    return float(won.mean())


def runs(folder: Path, learner: str, title: str, seeds: int, steps: int, games: int) -> Iterator[Run]:
    """Read the runs that are there, and make the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(1, seeds + 1):
        file = folder / f"{learner}-{title}-{seed}.json"
        if not file.exists():
            content = json.dumps(asdict(train(learner, title, seed, steps, games)), indent=1)
            file.write_text(content + "\n", encoding="utf-8")
        content = json.loads(file.read_text(encoding="utf-8"))
        yield Run(**{**content, "points": [Point(**point) for point in content["points"]]})


def summary(all_runs: list[Run]) -> list[Row]:
    """Return the mean of the seeds at each checkpoint."""
    rows = []
    for points in zip(*(run.points for run in all_runs), strict=True):
        shares = {rival: interval([point.shares[rival] for point in points]) for rival in RIVALS}
        seconds = mean(point.seconds for point in points)
        rows.append(Row(points[0].steps, seconds, len(points), shares))
    return rows


def interval(values: list[float]) -> tuple[float, float, float]:
    """Return the mean, and the ends of Student's 95 % interval, which stay within 0 and 1."""
    middle = mean(values)
    width = STUDENT[len(values) - 1] * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 1.0
    return middle, max(0.0, middle - width), min(1.0, middle + width)


def table(curves: dict[tuple[str, str], list[Row]]) -> str:
    """Return all checkpoints in Markdown."""
    lines = [
        "| learner | game | steps | seconds | against random | 95% | against greedy | 95% |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (learner, title), rows in curves.items():
        for row in rows:
            cells = [f"{middle:.1%} | {low:.0%}–{high:.0%}" for middle, low, high in row.shares.values()]
            lines.append(
                f"| `{learner}.py` | `{title}` | {row.steps:,} | {row.seconds:.0f} | {' | '.join(cells)} |"
            )
    return "\n".join(lines)


def plot(curves: dict[tuple[str, str], list[Row]], file: str) -> None:
    """Draw the mean against each rival by steps, with its interval as a band."""
    figure = plots.new_figure(9, 4.2, "Share of the wins, %, by environment steps of the training")
    panels = figure.subplots(1, len(RIVALS), sharey=True)
    for axes, rival in zip(panels, RIVALS, strict=True):
        for number, ((learner, title), rows) in enumerate(curves.items()):
            steps = [row.steps for row in rows]
            middle, low, high = zip(
                *([100 * value for value in row.shares[rival]] for row in rows), strict=True
            )
            colour, stroke = plots.COLOURS[number], plots.STROKES[number % len(plots.STROKES)]
            name = f"{learner}, {quartier.load(title).title('en')}"
            axes.plot(steps, middle, stroke, marker="o", markersize=4, color=colour, label=name)
            axes.fill_between(steps, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set(ylim=(-2, 102), xlabel=f"against {rival}")
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(lambda count, _: f"{count / 1024:g}k")
        axes.axhline(50, color="#999999", linewidth=1, linestyle=":")
    panels[0].legend(frameon=False, fontsize=8, loc="lower right")
    plots.save(figure, file)


def main() -> None:
    """Train what is missing, print the table, and write what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("titles", nargs="*", help="default: those of STEPS")
    parser.add_argument("--learners", default=",".join(STEPS))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--runs", type=Path, default=ROOT / "build/baselines", metavar="FOLDER")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the table into this page")
    parser.add_argument("--plot", default="", metavar="FILE")
    args = parser.parse_args()
    if args.plot:
        plots.check(args.plot)
    curves = {}
    for learner in args.learners.split(","):
        for title in args.titles or STEPS[learner]:
            steps = args.steps or STEPS[learner].get(title, 2**18)
            done = list(runs(args.runs, learner, title, args.seeds, steps, args.games))
            curves[learner, title] = summary(done)
    text = table(curves)
    if args.docs:
        docs_tables.insert(args.docs, "baselines.py", text)
    if args.plot:
        plot(curves, args.plot)
    print(text)


if __name__ == "__main__":
    main()
