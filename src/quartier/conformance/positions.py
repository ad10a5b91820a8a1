"""Random games and positions of any title, reproducible from a seed."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from quartier import BadOption, Dice, State
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game

Setup = dict[str, Any]
MAX_OPTION_VALUES, LARGE_ALPHABET, SAMPLED_ACTIONS = 4, 2000, 400
SHARE = 4
"""Tests that need not be thorough play one in this many games."""


def some_actions(game: Game, random: Random) -> list[int]:
    """Return the whole alphabet of a title, or a sample if it is large."""
    return random.sample(
        range(game.actions), SAMPLED_ACTIONS if game.actions > LARGE_ALPHABET else game.actions
    )


def setups(game: Game) -> list[Setup]:
    """Return keywords for `Game.new`: every number of seats, board, earlier rules version, and values of each option.

    For an option with many values a few, with the switch that it needs; in a title whose games need not end,
    with the options that end them. Values that need more than the fewest seats get them. Boards for exact
    solutions have two seats.
    """
    fewest, most = game.seats
    kinds: list[Setup] = [{"seats": seats} for seats in range(fewest, most + 1)]
    kinds += [{"board": board} for board in game.boards[1:]]
    kinds += [{"board": board, "seats": max(2, fewest)} for board in game.laboratory]
    kinds += [{"rules": version} for version in range(1, game.version)]
    for name, option in game.options.items():
        others = [value for value in option.values if value != option.default]
        needed = {option.needs: True} if option.needs else {}
        some = others[:: len(others) // MAX_OPTION_VALUES + 1] if name not in game.ending else []
        kinds += [with_seats(game, {**needed, name: value}) for value in some]
    return [{**game.ending, **setup} for setup in kinds]


def with_seats(game: Game, setup: Setup) -> Setup:
    """Return a setup for as few seats as it allows; without seats if the fewest are enough."""
    fewest, most = game.seats
    for seats in range(fewest, most):
        smaller = setup if seats == fewest else {**setup, "seats": seats}
        try:
            game.new(chance="manual", **{**game.ending, **smaller})
        except BadOption:
            continue
        return smaller
    return {**setup, "seats": most}


def step(state: State, dice: Dice) -> None:
    """Return one random event: chance by weight, else a uniform move of the first seat that may act, or of a random one."""
    seats = sorted(state.seats_to_act())
    if not seats:
        state.draw(dice)
        return
    seat = seats[int(dice.state[0]) % len(seats)]
    out, _ = state.buffers()
    state.play_action(seat, int(state.game.kernels.sample_at(state.array, seat, dice.state, out)))


def random_game(game: Game, seed: int, **setup: Any) -> State:
    """Play a random game to its end."""
    dice = Dice(seed)
    state = game.new(chance="manual", **{**game.ending, **setup})
    while not state.over:
        step(state, dice)
    return state


def random_games(game: Game, count: int, seed: int, thorough: bool = True) -> Iterator[State]:
    """Play `count` random games, at least one of each setup. Not thorough: a share of `count`, with setups by the seed."""
    kinds = setups(game)
    total = max(count, len(kinds)) if thorough else -(-count // SHARE)
    for number in range(total):
        yield random_game(game, seed * 100_003 + number, **kinds[(seed + number) % len(kinds)])


def random_positions(games: Iterable[State], count: int, seed: int) -> Iterator[State]:
    """Yield positions at random events of games, including the first and the last position of each."""
    # One generator for all games: games of equal length would otherwise be sampled at the same moments.
    random = Random(seed)
    for state in games:
        indices = [0, len(state.past), *(random.randrange(len(state.past)) for _ in range(count))]
        yield from (state.at(index) for index in indices)


def with_position(state: State, position: Any) -> State:
    """Return the same history with another present position: for worlds that a viewer cannot tell apart."""
    copy = state.copy()
    copy.array = position.copy()
    return copy


def due(state: State) -> list[int]:
    """Return the numbers of the actors that may act now, CHANCE included."""
    return [CHANCE if actor == "*" else int(actor) for actor in state.to_act()]
