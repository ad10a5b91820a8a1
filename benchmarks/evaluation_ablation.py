"""What each title's hints are worth to the search: the same number of simulations with them and without.

python benchmarks/evaluation_ablation.py [--games 40] [--simulations 200] [TITLE ...]

Without hints means: all moves alike, every playout at random to the end of the game, the score alone as measure of a lead.
"""

from __future__ import annotations

import argparse

import quartier
from quartier import Dice, lab
from quartier.bots import Picker
from quartier.bots.mcts.search import Search
from quartier.bots.settings import Settings
from quartier.core.game.game import Game
from quartier.core.game.state import State

SIMULATIONS = 200
WITHOUT = Settings(explore=2.0, untried=0.0)


class Searcher(Picker):
    """A search with given settings."""

    settings: Settings | None = None

    def __init__(self, game: Game, level: str | None = None) -> None:
        super().__init__(game, level)
        self._search = Search(game, f"mcts:{SIMULATIONS}", self.settings)

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        return position.read(self._search.run(position, seat, dice).best.move)


class With(Searcher):
    """As the title's hints recommend."""

    level = "with"


class Without(Searcher):
    """As for a title that has none."""

    level = "without"
    settings = WITHOUT


def main() -> None:
    """Play and print one line for each title."""
    global SIMULATIONS
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("titles", nargs="*", default=quartier.titles())
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    args = parser.parse_args()
    SIMULATIONS = args.simulations
    for title in args.titles:
        options = quartier.load(title).ending
        result = lab.arena(title, [With, Without], args.games, 1, duplicate=True, workers=1, **options)
        best = result.standings[0]
        print(
            f"{title}: {best.share:.1%} of {best.games} games with hints ({best.share_low:.1%} to "
            f"{best.share_high:.1%}), Elo {_elo(best.elo)} ({_elo(best.elo_low)} to {_elo(best.elo_high)}), "
            f"{SIMULATIONS} simulations a move",
            flush=True,
        )


def _elo(value: float | None) -> str:
    """A difference of ratings; none can be told from won games alone."""
    return "∞" if value is None else f"{value:+.0f}"


if __name__ == "__main__":
    main()
