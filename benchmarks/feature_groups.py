"""What each group of features is worth to a title's network: games of the whole network against itself without the group.

python benchmarks/feature_groups.py [--games 400] [TITLE ...]

Each network plays the first of the games that it was trained for: fewest seats, first value of each option.
Without a group means: each of its features counts as much as they do on average, so the network no longer sees which it is.
It was not trained to do without, so this says what the network leans on, not what a network without the group could learn.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

import quartier
from quartier import lab
from quartier.bots.weights import Weights, features, shipped
from quartier.core.game.game import Game
from quartier.lab.learning.evaluation import Candidate


def groups(game: Game) -> dict[str, range]:
    """The numbers of the features of each group."""
    first: dict[str, int] = game.declared.hints.GROUPS
    ends = [*list(first.values())[1:], features(game)]
    return {name: range(begins, end) for (name, begins), end in zip(first.items(), ends, strict=True)}


def without(weights: Weights, group: range) -> Weights:
    """The network that sees no differences between the features of a group."""
    rows = weights.rows.copy()
    trained = [place for place in group if rows[place].any()]
    rows[group.start : group.stop] = rows[trained].mean(axis=0).round()
    return replace(weights, rows=rows)


def main() -> None:
    """Play and print one line for each group."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("titles", nargs="*", default=quartier.titles())
    asked.add_argument("--games", type=int, default=400)
    chosen = asked.parse_args()
    for title in chosen.titles:
        game = quartier.load(title)
        for weights in shipped(game):
            for name, group in groups(game).items():
                print(measured(game, weights, name, group, chosen.games), flush=True)


def measured(game: Game, weights: Weights, name: str, group: range, games: int) -> str:
    """A line of the table: the network against itself without the group in one seat."""
    seats, options = first_games(weights)
    line_up = [Candidate(without(weights, group)), *[Candidate(weights)] * (seats - 1)]
    found = lab.arena(game.name, line_up, games, 1, duplicate=True, **options).standings[0]
    low, high = (f"{100 * share:.0f}" for share in (found.share_low, found.share_high))
    share = f"{100 * found.share:.1f} % | {low}-{high} %"
    return f"| {game.name} | {weights.name} | {seats} | {name} | {len(group)} | {share} |"


def first_games(weights: Weights) -> tuple[int, dict[str, Any]]:
    """The number of seats and the options of the first games that a network was trained for."""
    course = weights.card["course"]
    options = {
        name: value[0] if isinstance(value, list) else value for name, value in course["options"].items()
    }
    return course["seats"][0], options


if __name__ == "__main__":
    main()
