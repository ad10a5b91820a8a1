"""This version's bots against those of an earlier one, which is installed in an environment of its own.

python benchmarks/generations.py TITLE [--ours learned:1000] [--theirs 6] [--games 200] [--earlier COMMIT]

The earlier version (0.1.0 unless another commit is named) is taken from this repository and installed under `.cache`, once;
`--earlier` may also be a Python that has one. Without `--ours` ours takes about the processor time of theirs.

One of ours sits down with one or more of theirs, in each seat once with the same chance, by the rules that the earlier
version knows; ours (`learned`, a search or a level that is one) asks its network even if that has learned a later version
of the rules. Both versions play each event, so they also check each other: at the end both must have the same scores.
Points (a shared win is a part of one) with their 95 % interval, and ms of processor that a move took: two bots are equals
only where these are alike.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import quartier
from quartier import Dice, bots
from quartier.bots.player import Bot
from quartier.bots.registry import Learned, Searcher, made_of
from quartier.bots.settings import budget
from quartier.bots.weights import Weights, shipped
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.lab.results import wilson

PEER = Path(__file__).with_name("earlier_peer.py")
ROOT = PEER.parents[1]
FIRST = "d87af17"
"""The commit of 0.1.0."""
AS_LONG = {
    "block_city": "learned:4000",
    "city_blocks": "learned:7500",
    "gridlock": "learned:800x2",
    "metromania": "learned:4000",
    "neue_heimat": "learned:2000",
}
"""By title, what takes no more than about the processor time of level 6 of 0.1.0."""


def installed(earlier: str) -> str:
    """The Python of an environment that has the earlier version: this one, or that of a commit, made if it is missing."""
    if Path(earlier).exists():
        return earlier
    place = ROOT / ".cache" / "earlier" / earlier
    python = place / ".venv" / "bin" / "python"
    if not (place / "installed").exists():
        sources = subprocess.run(
            ["git", "archive", earlier], cwd=ROOT, check=True, capture_output=True
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
            archive.extractall(place, filter="data")
        subprocess.run([sys.executable, "-m", "venv", str(place / ".venv")], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(place)], check=True)
        (place / "installed").touch()
    return str(python)


class Earlier:
    """The earlier version, in a process of its own."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-E", str(PEER)],  # its own packages, whatever this one's environment says
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """An answer; SystemExit if there is none, the reason stands above."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"ask": kind, **more}), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("The earlier version has failed; see its message above.")
        return dict(json.loads(answer))


@dataclass
class Tally:
    """What came of the games so far."""

    games: int = 0
    points: float = 0.0
    seconds: dict[str, float] = field(default_factory=lambda: {"ours": 0.0, "theirs": 0.0})
    moves: dict[str, int] = field(default_factory=lambda: {"ours": 0, "theirs": 0})

    def spent(self, whose: str, seconds: float) -> None:
        """A move."""
        self.seconds[whose] += seconds
        self.moves[whose] += 1

    def told(self) -> str:
        """In one line."""
        low, high = wilson(self.points, self.games)
        ours, theirs = (1000 * self.seconds[whose] / max(1, self.moves[whose]) for whose in self.seconds)
        return (
            f"{self.games} games: {self.points / self.games:.1%} ({low:.0%} to {high:.0%}); "
            f"ms of processor a move {ours:.3g} : {theirs:.3g}"
        )


@dataclass(frozen=True)
class Match:
    """Who plays what, where."""

    game: Game
    options: dict[str, Any]
    seats: int
    ours: str
    theirs: str

    def play(self, earlier: Earlier, seat: int, seed: int, tally: Tally) -> None:
        """A game in which our bot has a seat; SystemExit if the versions do not agree about its end."""
        rivals = [other for other in range(self.seats) if other != seat]
        theirs = earlier.ask(
            "new",
            title=self.game.name,
            seats=self.seats,
            options=self.options,
            level=self.theirs,
            theirs=rivals,
            seed=seed,
        )
        state = self.game.new(self.seats, chance="manual", rules=theirs["rules"], **self.options)
        bot, dice, chance, told = self._bot(state), Dice(seed), Dice(seed), 0
        while not state.over:
            state.settle(chance)
            actors = state.to_act()
            if not actors:
                break
            now = int(min(actors))
            if now == seat:
                began = time.process_time()
                move = bot.choose(state.concealed(seat), seat, dice)
                tally.spent("ours", time.process_time() - began)
            else:
                answer = earlier.ask("choose", events=_events(state, told), seat=now)
                told, move = len(state.past), answer["move"]
                tally.spent("theirs", answer["seconds"])
            state.play(now, move)
        _agreed(state, earlier.ask("end", events=_events(state, told)))
        tally.games += 1
        tally.points += (seat in state.winners()) / len(state.winners())

    def _bot(self, state: State) -> Bot:
        """Ours; where its network has learned another version of the rules, it is asked all the same."""
        weights = next((each for each in shipped(self.game) if self._knows(each, state)), None)
        name = made_of(self.game, self.ours)
        if weights and (asked := budget(name)) and asked.learned:
            return Searcher(self.game, self.ours, name, weights)
        if weights and name == "learned":
            return Learned(self.game, self.ours, weights)
        return bots.make(self.ours, self.game)

    def _knows(self, weights: Weights, state: State) -> bool:
        """Whether a network is one for these games, but for the version of the rules."""
        return weights.fit(self.game, replace(state.setup, rules=weights.card["rules"]))


def _events(state: State, first: int) -> list[tuple[int | str, str]]:
    """Who did what since event `first`."""
    return [(event.actor, event.move) for event in state.events[first:]]


def _agreed(state: State, theirs: dict[str, Any]) -> None:
    if not theirs["over"] or theirs["scores"] != state.scores():
        raise SystemExit(f"The versions disagree: {state.scores()}, the earlier one says {theirs}.")


def arguments() -> argparse.Namespace:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("title")
    asked.add_argument("--earlier", default=FIRST, metavar="COMMIT", help="or the Python that has it")
    asked.add_argument("--ours", metavar="BOT", help="by default one that takes as long as theirs did")
    asked.add_argument("--theirs", default="6", metavar="BOT")
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--games", type=int, default=200, help="rounded up to whole deals")
    asked.add_argument("--seed", type=int, default=1, help="of the first deal")
    asked.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    return asked.parse_args()


def main() -> None:
    """Play, and print a line for each deal: the last one counts."""
    asked = arguments()
    game, earlier, tally = quartier.load(asked.title), Earlier(installed(asked.earlier)), Tally()
    game.compile()
    ours = asked.ours or AS_LONG.get(game.name, "6")
    match = Match(game, asked.options, asked.seats, ours, asked.theirs)
    match.play(earlier, 0, asked.seed, Tally())  # not counted: in it both load what they have compiled
    for seed in range(asked.seed, asked.seed + -(-asked.games // asked.seats)):
        for seat in range(asked.seats):
            match.play(earlier, seat, seed, tally)
        print(tally.told(), flush=True)


if __name__ == "__main__":
    main()
