"""OpenSpiel's figures for one game, per second and on one core: its C++ loops, and its Python API."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

import quartier
from quartier.core.game.state import State
from quartier.lab.bench import rate
from searches import positions

SUBJECTS = ("connect_four", "backgammon")

_SEED = 1
_MEMORY_MB = 2000


def measure(name: str, seconds: float) -> dict[str, float]:
    """All figures of a game, about `seconds` each."""
    game = pyspiel.load_game(name)
    start = first_decision(game)
    rollouts = rate(lambda count: roll_out(game, start, count), seconds)
    return {
        "loop_moves": rollouts * moves_per_game(game, 200),
        "loop_games": rollouts,
        **{each: search_rate(game, state, seconds) for each, state in roots(game).items()},
        "python_moves": rate(lambda count: play_moves(game, count), seconds),
        "python_copies": rate(lambda count: [start.clone() for _ in range(count)], seconds),
    }


def first_decision(game: Any) -> Any:
    """The first position in which a player moves."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def roots(game: Any) -> dict[str, Any]:
    """By figure, the position to search; in Connect Four the same ones as Quartier's."""
    if game.get_type().short_name != "connect_four":
        return {"search_simulations": first_decision(game)}
    return {name: _replayed(game, ours) for name, ours in positions(quartier.load("connect_four")).items()}


def _replayed(game: Any, ours: State) -> Any:
    """OpenSpiel's state after the same moves; the columns have the same numbers."""
    state = game.new_initial_state()
    for event in ours.past:
        state.apply_action(event.action)
    return state


def roll_out(game: Any, start: Any, count: int) -> None:
    """`count` random games from `start`, all in C++.

    The evaluator cannot be called from Python, but a search of one simulation does nothing but call it
    once, at the root.
    """
    _bot(game, rollouts=count, simulations=1).mcts_search(start)


def search_rate(game: Any, start: Any, seconds: float) -> float:
    """Simulations per second."""
    return rate(lambda count: search(game, start, count), seconds)


def search(game: Any, start: Any, count: int) -> None:
    """A tree search of `count` simulations with one random game each, all in C++."""
    _bot(game, rollouts=1, simulations=count).mcts_search(start)


def _bot(game: Any, rollouts: int, simulations: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, _SEED)
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, _MEMORY_MB, False, _SEED, False)


def moves_per_game(game: Any, games: int) -> float:
    """The mean length of a random game; chance is not counted."""
    random = Random(_SEED)
    return sum(len(_play(game, random)) for _ in range(games)) / games


def _play(game: Any, random: Random) -> list[int]:
    """The players' moves of a random game."""
    state, moves = game.new_initial_state(), []
    while not state.is_terminal():
        action = _choose(state, random)
        if not state.is_chance_node():
            moves.append(action)
        state.apply_action(action)
    return moves


def _choose(state: Any, random: Random) -> int:
    if not state.is_chance_node():
        return int(random.choice(state.legal_actions()))
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(outcomes, weights)[0])


def play_moves(game: Any, count: int) -> None:
    """Random games through the Python API until `count` moves are played."""
    random = Random(_SEED)
    while count > 0:
        count -= len(_play(game, random))
