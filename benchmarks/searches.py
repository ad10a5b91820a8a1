"""How fast the search is: simulations per second, from the first decision of a game and from the middle of one."""

from __future__ import annotations

from quartier import Dice
from quartier.bots.mcts.search import Search
from quartier.bots.settings import Budget, Settings
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.lab.bench import middle, rate

PLAYERS = 2
_SEED = 1
_ROLLOUTS = Settings(margin=0.0)
"""No hints: each simulation is a random game to its end, of which the win counts."""


def positions(game: Game) -> dict[str, State]:
    """By figure, the position to search; where games can go on for ever, of one that ends."""
    return {
        "search_simulations": game.new(PLAYERS, seed=_SEED, **game.ending),
        "search_simulations_middle": middle(game, _SEED, seats=PLAYERS, **game.ending),
    }


def search_rates(game: Game, seconds: float, rollouts: bool = False) -> dict[str, float]:
    """Simulations per second of one thread, with the title's hints or with one random game for each and no hints."""
    settings = _ROLLOUTS if rollouts else Settings.of(game)

    def rate_at(position: State) -> float:
        search(position, 1, settings)  # what is done once in a process is done then
        return rate(lambda count: search(position, count, settings), seconds)

    return {name: rate_at(position) for name, position in positions(game).items()}


def search(position: State, count: int, settings: Settings) -> None:
    """A new search of `count` simulations for one of the seats in turn."""
    seat = min(position.to_act())
    budget = Budget(simulations=count)
    Search(position.game, budget, settings).run(position.concealed(seat), seat, Dice(_SEED))
