"""Why a number in BlockCity must be as high as every number around it, and not only as the lowest one.

The rules allow two readings (BC-6). This plays both with random players and counts points and misses: by the lenient
reading hardly anybody ever misses, so the dice do not bite. Then the greedy bot plays by the strict one.

    python examples/block_city_readings.py            # 300 games for each line, about a minute
    python examples/block_city_readings.py --games 30
"""

import argparse
from random import Random
from statistics import mean

import quartier
from quartier import State, lab

READINGS = {"strict": "highest", "lenient": "lowest"}


def random_game(seats: int, surrounding: str, random: Random) -> State:
    """A game of random players, at its end.

    Everybody starts with a 1 on a random building. The active player chooses among the writings of both dice and marks
    a miss only where there is none; a passive player chooses among the writings and passing.
    """
    state = quartier.load("block_city").new(seats, seed=random.randrange(2**32), surrounding=surrounding)
    while not state.over:
        for seat in state.to_act():
            state.play(seat, random_move(state, seat, random))
    return state


def random_move(state: State, seat: int, random: Random) -> str:
    """The move of a random player."""
    moves = state.moves(seat)
    if not state.view(seat)["dice"][0]:
        return random.choice([move for move in moves if move.startswith("1@")])
    return random.choice([move for move in moves if not move.startswith("X")] or moves)


def averages(seats: int, surrounding: str, games: int, random: Random) -> tuple[float, float]:
    """Points and misses of a random player."""
    ends = [random_game(seats, surrounding, random) for _ in range(games)]
    points = mean(score for end in ends for score in end.scores())
    return points, mean(misses for end in ends for misses in end.view(None)["misses"])


def greedy_average(seats: int, games: int, seed: int) -> float:
    """Points of the greedy bot against itself."""
    result = lab.arena("block_city", ["greedy"] * seats, games=games, seed=seed, workers=1)
    return result.standings[0].score_mean


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300, help="games for each line")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    quartier.load("block_city").compile()
    random = Random(arguments.seed)
    for name, surrounding in READINGS.items():
        for seats in range(1, 5):
            points, misses = averages(seats, surrounding, arguments.games, random)
            print(f"random, {name} reading, {seats} seats: {points:5.1f} points, {misses:4.2f} misses")
    for seats in range(1, 5):
        points = greedy_average(seats, arguments.games, arguments.seed)
        print(f"greedy, strict reading, {seats} seats: {points:5.1f} points")


if __name__ == "__main__":
    main()
