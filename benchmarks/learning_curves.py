"""Strength against processor time: networks of trainings of several lengths, each with two seats and to its end.

python benchmarks/learning_curves.py [--games 1000,4000,16000,64000] [--trials 200] [--json FILE] [--plot FILE] [TITLE ...]

A training is judged when it is over, since a network is weaker in the middle of one than its games would allow: the rate
of learning is still high there. All have the seed 1, and λ as the training of the network that the title ships for two.
Each plays duplicate games one move ahead against `greedy` and against that network. Nothing is put in place. Titles without
a network, or whose network learned from games of another bot (Gridlock), are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import quartier
from quartier import bots
from quartier.bots.weights import Weights, learned
from quartier.core.game.game import Game
from quartier.lab import plots
from quartier.lab.learning.batches import players
from quartier.lab.learning.evaluation import Candidate, Trial, trial
from quartier.lab.learning.training import Training
from quartier.lab.learning.training_config import Course
from quartier.lab.plots import Reached

SHIPPED, GREEDY = "shipped", "greedy"


@dataclass(frozen=True)
class Point:
    """A training, and what its network can do."""

    title: str
    games: int
    seconds: float
    """Processor time, of games and fitting."""
    trials: tuple[Trial, ...]

    def against(self, name: str) -> Trial:
        """The games against one rival."""
        return next(trial for trial in self.trials if trial.against == name)

    def told(self) -> str:
        """A row of a table in Markdown."""
        shares = [
            f"{100 * each.share:.1f} % ({100 * each.low:.0f}–{100 * each.high:.0f} %)"
            for each in map(self.against, (SHIPPED, GREEDY))
        ]
        return f"| {self.title} | {self.games:,} | {self.seconds:.3g} | {' | '.join(shares)} |"

    def reached(self) -> Reached:
        """For a curve: against the network that is shipped."""
        found = self.against(SHIPPED)
        return Reached(self.seconds, found.share, found.low, found.high)


def champion_of(game: Game) -> Weights | None:
    """The network that a title ships for two seats, if it learned from its own games; else None."""
    found = learned(game.new(2, chance="manual"))
    taught = found is not None and found.card["course"].get("apprentice", 0) > 0
    return None if taught else found


def measured(game: Game, champion: Weights, games: int, trials: int) -> Point:
    """Train one network to the end, and let it play."""
    course = Course(game.name, games, (2,), seed=1, trace=champion.card["course"]["trace"])
    training = Training(course)
    with players(course, 1) as playing:
        Training(course).advance(playing)  # what is compiled or loaded meanwhile is not counted
        while not training.over:
            training.advance(playing)
    candidate = Candidate(training.finished({}))
    rivals = {SHIPPED: Candidate(champion), GREEDY: GREEDY}
    found = [
        trial(course, candidate, name, rival, course.kinds[0], trials, 1) for name, rival in rivals.items()
    ]
    return Point(game.name, training.curve[-1][0], training.seconds, tuple(found))


def curves(points: Sequence[Point]) -> dict[str, list[Reached]]:
    """By title, the shorter trainings first."""
    found: dict[str, list[Reached]] = {}
    for point in sorted(points, key=lambda point: point.seconds):
        found.setdefault(point.title, []).append(point.reached())
    return {title: found[title] for title in sorted(found)}


def main() -> None:
    """Train, play and print one row for each training."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("titles", nargs="*", default=quartier.titles())
    asked.add_argument("--games", default="1000,4000,16000,64000")
    asked.add_argument("--trials", type=int, default=200)
    asked.add_argument("--json", type=Path)
    asked.add_argument("--plot", default="")
    chosen = asked.parse_args()
    if chosen.plot:
        plots.check(chosen.plot)
    points: list[Point] = []
    for title in chosen.titles:
        game = quartier.load(title)
        champion = champion_of(game)
        if champion is None:
            continue
        bots.compile_for(game)
        for games in map(int, chosen.games.split(",")):
            points.append(measured(game, champion, games, chosen.trials))
            print(points[-1].told(), flush=True)
            if chosen.json:
                chosen.json.write_text(json.dumps([asdict(point) for point in points], indent=2) + "\n")
    if chosen.plot:
        plots.learning(curves(points), chosen.plot)


if __name__ == "__main__":
    main()
