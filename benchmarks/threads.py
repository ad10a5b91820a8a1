"""What threads bring to many games at once: `python benchmarks/threads.py [TITLE ...] [--threads N] [--quick]`.

Rounds with one thread and with several alternate; the figure is the median of their ratios. Steps are those of random legal
moves. On a machine that does other work its own ratio says what the machine left, not what threads bring.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter

from quartier.envs import VectorEnv
from quartier.games.registry import OURS

SIZES = 256, 2048
"""Games at once."""


def main() -> None:
    """Measure and print a table in Markdown."""
    args = arguments()
    rounds, seconds = (1, 0.02) if args.quick else (args.rounds, args.seconds)
    print(f"| {args.threads} threads by 1 |", *(f"{size} games |" for size in SIZES))
    print("|---|" + "---:|" * len(SIZES))
    for title in args.titles or OURS:
        medians = [median(ratios(title, size, args.threads, rounds, seconds)) for size in SIZES]
        print(f"| {title} |", *(f"{ratio:.2f} |" for ratio in medians), flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure several threads against one.")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help="only these")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="for each figure")
    parser.add_argument("--quick", action="store_true", help="one short round: shows that it runs")
    return parser.parse_args()


def ratios(title: str, games: int, threads: int, rounds: int, seconds: float) -> list[float]:
    """By round, how many times the steps of one thread the threads make."""
    alone, together = (start_environments(title, games, number) for number in (1, threads))
    return [steps(together, seconds) / steps(alone, seconds) for _ in range(rounds)]


def start_environments(title: str, games: int, threads: int) -> VectorEnv:
    """Environments in the middle of their games; lists, so that memory does not grow with the alphabet."""
    env = VectorEnv(title, games, 2, seed=1, threads=threads, legal_list=title == "gridlock")
    env.reset()
    play(env, 20)
    return env


def play(env: VectorEnv, count: int) -> None:
    """So many steps of all environments."""
    for _ in range(count):
        env.step(env.sample())


def steps(env: VectorEnv, seconds: float) -> float:
    """Steps per second by the clock on the wall: what threads share out is the same work."""
    count, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        play(env, 1)
        count += env.envs
    return count / (perf_counter() - start)


if __name__ == "__main__":
    main()
