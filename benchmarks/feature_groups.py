"""What each group of features is worth to a title's network: games of the whole network against itself without the group.

python benchmarks/feature_groups.py [--games 400] [TITLE ...]

Without a group means: each of its features counts as much as they do on average, so the network no longer sees which it is.
It was not trained to do without, so this says what the network leans on, not what a network without the group could learn.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import quartier
from quartier import lab
from quartier.bots.weights import Weights, features, shipped
from quartier.core.play.game import Game
from quartier.lab.learning.trials import Candidate


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
    """A line of the table: with the fewest seats that the network knows, one of them without the group."""
    seats = weights.card["seats"][0]
    line_up = [Candidate(without(weights, group)), *["learned"] * (seats - 1)]
    found = lab.arena(game.name, line_up, games, 1, duplicate=True).standings[0]
    low, high = (f"{100 * share:.0f}" for share in (found.share_low, found.share_high))
    return f"| {game.name} | {seats} | {name} | {len(group)} | {100 * found.share:.1f} % | {low}-{high} % |"


if __name__ == "__main__":
    main()
