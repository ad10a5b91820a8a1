"""Move list: legal moves grouped by common prefix, in natural order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quartier.cli.console import say
from quartier.core.game.state import State
from quartier.core.text.languages import N_
from quartier.core.text.move_groups import common_beginning, groups, in_order

_NARROW = 72
"""In narrower terminals the description of a group is above its moves."""


def completions(typed: str, moves: Sequence[str], others: Iterable[str]) -> list[str]:
    """Complete a line: the moves of the only matching group, else the prefixes; and matching commands.

    Case is ignored: h3 is completed to H3@.
    """
    prefix = typed.casefold()
    fitting = [move for move in moves if move.casefold().startswith(prefix)]
    heads = list(groups(fitting))
    candidates = in_order(fitting) if len(heads) == 1 else heads
    return [*candidates, *(word for word in others if word.startswith(prefix))]


def show(state: State, seat: int, moves: Sequence[str], console: Console) -> None:
    """Print moves of a seat in groups; a single move with its full meaning."""
    narrow = console.width < _NARROW
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    for prefix, members in groups(moves).items():
        means, ends = _meaning(state, seat, members), _ends(prefix, members)
        if len(members) == 1:
            table.add_row(Text(prefix, "bold"), means)
        elif not means:
            table.add_row(Text(prefix, "bold"), ends)
        elif narrow:
            table.add_row(Text(prefix, "bold"), _below(means, ends))
        else:
            table.add_row(Text(prefix, "bold"), Text.assemble((f"{means}  ", "dim"), ends))
    console.print(table)


def _below(means: str, ends: str) -> RenderableType:
    result = Table.grid()
    result.add_row(Text(means, "dim"))
    result.add_row(Padding(ends, (0, 0, 0, 1)))
    return result


def _ends(prefix: str, moves: Sequence[str]) -> str:
    """Return the endings of a group's moves, with common choices after = factored out: 0,13=27/45."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        target, _, suffix = move[len(prefix) :].partition("=")
        suffixes = endings.setdefault(target, [])
        suffixes.append(suffix)
    if len({tuple(suffixes) for suffixes in endings.values()}) == 1 < len(endings) and suffixes != [""]:
        return " ".join(endings) + " " + say(N_("each with {ways}"), ways="=" + "/".join(suffixes))
    return " ".join(
        target + ("=" + "/".join(suffixes) if suffixes != [""] else "")
        for target, suffixes in endings.items()
    )


def _meaning(state: State, seat: int, moves: Sequence[str]) -> str:
    """Return what a move does, or the common beginning of several moves' meanings."""
    view = state.seen_by(seat)
    return common_beginning([view.describe_move(seat, move)[0] for move in moves])
