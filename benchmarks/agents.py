"""The agents’ benchmark: each agent plays the five games against a fixed panel, every deal in both seats.

python benchmarks/agents.py [AGENT ...] [--name NAME] [--version V] [--titles A,B] [--games N] [--docs FILE]

An agent is a bot as everywhere (`greedy`, `4`, `learned:200`, `package.module:Bot`), or `openspiel:N`: OpenSpiel’s search
with N simulations through the adapter, which needs `quartier[openspiel]`. Each writes `benchmarks/agents/NAME.jsonl`, a
line for each game and opponent; games that it doesn’t play again keep their lines. `--docs` writes the table of all
these files into a page, without agents too.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import docs_tables
import quartier
from quartier import Dice, bots, lab
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.games.registry import OURS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks/agents"
PANEL = ("random", "greedy")
GAMES = 40
SEED = 1
DEALS_BEFORE_CLOCK = 1
"""Deals that are played before the clock starts, so that nothing is compiled or loaded while it runs."""
OPENSPIEL = re.compile(r"openspiel:(\d+)")
EXPLORE, MEMORY_MB, NO_LIMIT = 2.0, 2000, 10**9
"""The constant of OpenSpiel’s own examples, and two limits that no search reaches."""


@dataclass(frozen=True)
class Row:
    """What an agent wins in a game against one opponent: a line of its file."""

    agent: str
    version: str
    title: str
    against: str
    games: int
    share: float
    low: float
    high: float
    forfeits: int
    ms: float
    """Milliseconds of processor time for a decision."""
    provenance: dict[str, Any]


class Timed:
    """A bot whose decisions are counted and timed."""

    def __init__(self, bot: Any, clock: list[float]) -> None:
        self._bot, self._clock = bot, clock
        self.cores = getattr(bot, "cores", 1)

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Choose as the bot does."""
        began = time.process_time()
        move: str = self._bot.choose(position, seat, dice)
        self._clock.append(time.process_time() - began)
        return move


class OpenSpielSearch:
    """OpenSpiel’s search with one random game for each simulation, as a bot of ours.

    Its MCTS in C++ if a game hides nothing, else its IS-MCTS in Python.
    """

    def __init__(self, game: Game, simulations: int) -> None:
        self._title, self._simulations = game.name, simulations

    def choose(self, position: State, seat: int, dice: Dice) -> str:
        """Choose a move from what the seat knows."""
        import pyspiel

        from quartier.adapters import openspiel

        setup, seed = position.setup, int(dice.state[0] % 2**31)
        theirs = openspiel.load(self._title, setup.seats, setup.board.name or None, **setup.options)
        state = theirs.at(position)
        if theirs.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            search = pyspiel.MCTSBot(
                theirs, evaluator, EXPLORE, self._simulations, MEMORY_MB, True, seed, False
            )
            return position.write(int(search.mcts_search(state).best_child().action))
        from match_peer import TimedIsmcts

        return position.write(TimedIsmcts(theirs, NO_LIMIT, seed, self._simulations).choose(state)[0])


def factory(agent: str) -> Callable[[Game], Any]:
    """Return what makes an agent for a game."""
    search = OPENSPIEL.fullmatch(agent)
    if search:
        return partial(OpenSpielSearch, simulations=int(search[1]))
    return partial(bots.make, agent)


def play(agent: str, name: str, release: str, title: str, games: int) -> Iterator[Row]:
    """Play against each opponent of the panel."""
    game, make, clock = quartier.load(title), factory(agent), list[float]()

    def make_timed(game: Game) -> Timed:
        return Timed(make(game), clock)

    for opponent in PANEL:
        match = partial(
            lab.arena, title, [make_timed, opponent], seed=SEED, duplicate=True, workers=1, **game.ending
        )
        match(games=2 * DEALS_BEFORE_CLOCK)
        clock.clear()
        agents, _ = match(games=games).standings
        command = [
            "python",
            "benchmarks/agents.py",
            agent,
            "--name",
            name,
            "--version",
            release,
            "--titles",
            title,
        ]
        yield Row(
            name,
            release,
            title,
            opponent,
            agents.games,
            round(agents.share, 4),
            round(agents.share_low, 4),
            round(agents.share_high, 4),
            agents.forfeits,
            round(1000 * sum(clock) / len(clock), 3),
            lab.provenance(SEED, shlex.join([*command, "--games", str(games)])),
        )


def write(file: Path, rows: list[Row]) -> None:
    """Add rows to a file; they replace those of the same game and opponent."""
    old = read(file) if file.exists() else []
    latest = {(row.title, row.against): row for row in [*old, *rows]}
    order = {title: number for number, title in enumerate(OURS)}
    lines = sorted(
        latest.values(), key=lambda row: (order.get(row.title, len(order)), PANEL.index(row.against))
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(asdict(row)) + "\n" for row in lines), encoding="utf-8")


def read(file: Path) -> list[Row]:
    """Read the rows of an agent."""
    return [Row(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def table(all_rows: list[Row]) -> str:
    """Return one line for each agent: its shares of the wins and its time in each game; in Markdown."""
    titles = [title for title in OURS if any(row.title == title for row in all_rows)]
    lines = [
        f"| agent | against | {' | '.join(f'`{title}`' for title in titles)} | ms a move |",
        f"| --- | --- | {'---: | ' * len(titles)}---: |",
    ]
    by_place = {(row.agent, row.against, row.title): row for row in all_rows}
    for agent in sorted({row.agent for row in all_rows}, key=lambda agent: strength(all_rows, agent)):
        for opponent in PANEL:
            rows = [by_place.get((agent, opponent, title)) for title in titles]
            times = [row.ms for row in rows if row]
            spent = f"{min(times):.3g}–{max(times):.3g}" if times else ""
            lines.append(f"| {agent} | {opponent} | {' | '.join(map(cell, rows))} | {spent} |")
    return "\n".join(lines)


def strength(all_rows: list[Row], agent: str) -> float:
    """Return the mean share of an agent, by which the table is sorted."""
    shares = [row.share for row in all_rows if row.agent == agent]
    return sum(shares) / len(shares)


def cell(row: Row | None) -> str:
    """Return a share with its interval, and the games if some were forfeited."""
    if row is None:
        return "–"
    forfeits = f", {row.forfeits} forfeits" if row.forfeits else ""
    return f"{row.share:.0%} ({row.low:.0%}–{row.high:.0%}{forfeits})"


def main() -> None:
    """Play what was asked for, and write it down."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    parser.add_argument("--name", help="the name of the one agent in files and tables")
    parser.add_argument("--version", help="its version; by default Quartier’s, or OpenSpiel’s")
    parser.add_argument("--titles", default=",".join(OURS))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the table into this page")
    args = parser.parse_args()
    sys.path.append(str(Path.cwd()))  # bots are found there, as by `quartier arena`
    if args.name and len(args.agents) != 1:
        parser.error("--name goes with one agent")
    for agent in args.agents:
        name = args.name or (f"level {agent}" if agent.isdecimal() else agent)
        package = "open_spiel" if OPENSPIEL.fullmatch(agent) else "quartier"
        file = args.folder / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.jsonl"
        for title in args.titles.split(","):
            rows = list(play(agent, name, args.version or version(package), title, args.games))
            write(file, rows)
            for row in rows:
                print(f"{name}, {title}, {row.against}: {cell(row)}", file=sys.stderr, flush=True)
    text = table([row for file in sorted(args.folder.glob("*.jsonl")) for row in read(file)])
    if args.docs:
        docs_tables.insert(args.docs, "agents.py", text)
    print(text)


if __name__ == "__main__":
    main()
