"""The legal moves as a person at a terminal picks one: in groups that begin alike, numbers in the order of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quartier.cli.console import say
from quartier.core.game.state import State
from quartier.core.text.languages import N_, capital

_HEAD = re.compile(r".*(?:@| |[A-Z0-9]x(?=[a-z]\d))")
"""Up to where a place, or what is left to choose, begins: behind a blank, an @, or the x of a rebuild."""
_NARROW = 72
"""Where a terminal is narrower, what a group means in words stands above its moves."""


def in_order(moves: Iterable[str]) -> list[str]:
    """Moves with `bid 9` before `bid 10`."""
    return sorted(moves, key=_key)


def _key(move: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", move)]


def head(move: str) -> str:
    """With what a move begins as others of its kind do: `H3@`, `swap 2 `; "" where nothing is left to choose."""
    found = _HEAD.match(move)
    return found[0] if found else ""


def groups(moves: Iterable[str]) -> dict[str, list[str]]:
    """The moves by their heads; a head with one move alone is that move."""
    found: dict[str, list[str]] = {}
    for move in in_order(moves):
        found.setdefault(head(move), []).append(move)
    alone = {move: [move] for begun, each in found.items() if not begun or len(each) == 1 for move in each}
    return {begun: each for begun, each in found.items() if begun and len(each) > 1} | alone


def completions(typed: str, moves: list[str], others: Iterable[str]) -> list[str]:
    """How a line may go on: the moves of the only group that is left, else the heads; and what is no move.

    Capitals and small letters are the same: h3 is completed to H3@.
    """
    begun = typed.casefold()
    fitting = [move for move in moves if move.casefold().startswith(begun)]
    heads = list(groups(fitting))
    found = in_order(fitting) if len(heads) == 1 else heads
    return [*found, *(word for word in others if word.startswith(begun))]


def show(state: State, seat: int, moves: list[str], console: Console) -> None:
    """Print moves of a seat in their groups; a group of one with all that it means."""
    narrow = console.width < _NARROW
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for begun, each in groups(moves).items():
        means, ends = _meaning(state, seat, each), _ends(begun, each)
        if len(each) == 1:
            table.add_row(Text(begun, "bold"), means)
        elif not means:
            table.add_row(Text(begun, "bold"), ends)
        elif narrow:
            table.add_row(Text(begun, "bold"), _below(means, ends))
        else:
            table.add_row(Text(begun, "bold"), Text.assemble((f"{means}  ", "dim"), ends))
    console.print(table)


def _below(means: str, ends: str) -> RenderableType:
    result = Table.grid()
    result.add_row(Text(means, "dim"))
    result.add_row(Padding(ends, (0, 0, 0, 1)))
    return result


def _ends(begun: str, moves: list[str]) -> str:
    """What is left of each move of a group; where only what stands behind a = differs, it is told once: 0,13=27/45."""
    found: dict[str, list[str]] = {}
    for move in moves:
        place, _, way = move[len(begun) :].partition("=")
        ways = found.setdefault(place, [])
        ways.append(way)
    if len({tuple(ways) for ways in found.values()}) == 1 < len(found) and ways != [""]:
        return " ".join(found) + " " + say(N_("each with {ways}"), ways="=" + "/".join(ways))
    return " ".join(place + ("=" + "/".join(ways) if ways != [""] else "") for place, ways in found.items())


def _meaning(state: State, seat: int, moves: list[str]) -> str:
    """What a move does in words, or what all of some have in common at the beginning, if anything."""
    seen = state.seen_by(seat)
    labels = [seen.deed(seat, move)[0].split(" ") for move in moves]
    shared = [words[0] for words in takewhile(_all_alike, zip(*labels, strict=False))]
    return capital(" ".join([*shared, "…"] if shared and len(moves) > 1 else shared))


def _all_alike(words: tuple[str, ...]) -> bool:
    return len(set(words)) == 1
