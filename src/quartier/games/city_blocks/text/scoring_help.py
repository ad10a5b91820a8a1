"""Scoring of City Blocks in words: categories, sources of points, the final count, and labels of statistics."""

from collections.abc import Sequence

from quartier.core.engine.bits import lowest
from quartier.core.game.boards import Board
from quartier.core.text.final_count import Counted, shares
from quartier.core.text.languages import N_, Translator
from quartier.core.text.scoring_help import Category
from quartier.core.text.stat_labels import Tally

from ..rules.scoring import score
from ..rules.state import (
    BLOCKS,
    NOBODY,
    STREETS,
    Record,
)
from ..rules.streets import STREET_BLOCKS, sum_of
from ..rules.tiles import KINDS
from .labels import (
    BLOCK_NAMES,
    STREET_LETTERS,
    block_name,
    count_blocks,
    money,
    street_name,
    streets_of,
    tile_name,
)

PRAISE = N_("{name} owns the best streets")


def ending(s: Record, t: Translator) -> str:
    """CB-22: announce the final totals."""
    sums = sorted((score(s, seat) for seat in range(2)), reverse=True)
    return t("All {count} blocks are built: {most} to {least}.").format(
        count=count_blocks(s), most=money(sums[0], t), least=money(sums[1], t)
    )


def sources(s: Record, seat: int, t: Translator) -> list[tuple[str, int]]:
    """List the tokens that a seat holds, by the streets they came from."""
    return [
        (street_name(street), s.token[street])
        for street in range(STREETS)
        if s.award[street] == seat and s.won[seat] >> s.token[street] & 1
    ]


SEATS = range(2)


def count(s: Record, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """CB-10, CB-16, CB-22."""
    streets = sorted(streets_of(s), key=lambda street: int(s.token[street]))
    return [*(_street(s, street, names, t) for street in streets), *_rebuilding(s, names, t)]


def _street(s: Record, street: int, names: Sequence[str], t: Translator) -> Counted:
    winner, value = s.award[street], int(s.token[street])
    high, low = sorted((sum_of(s, street, seat) for seat in SEATS), reverse=True)
    form = (
        t("No one wins {value}, {high}–{low}") if winner == NOBODY else t("{value} for {name}, {high}–{low}")
    )
    text = form.format(
        name="" if winner == NOBODY else names[winner], value=money(value, t), high=high, low=low
    )
    points = tuple(value if winner == seat else 0 for seat in SEATS)
    return Counted(street_name(street), text, (_blocks(street, s.own[0] | s.own[1]),), points)


def _blocks(street: int, built: int) -> tuple[str, ...]:
    """Return the street's sign and its blocks, which are highlighted as one band."""
    touches, blocks = [f"street-{STREET_LETTERS[street]}"], int(STREET_BLOCKS[street]) & built
    while blocks:
        touches.append(f"block-{BLOCK_NAMES[lowest(blocks)]}")
        blocks &= blocks - 1
    return tuple(touches)


def _rebuilding(s: Record, names: Sequence[str], t: Translator) -> list[Counted]:
    """CB-10: return the tokens that were won and paid again."""
    won = [
        sum(int(s.token[street]) for street in range(STREETS) if s.award[street] == seat) for seat in SEATS
    ]
    points = tuple(int(score(s, seat)) - won[seat] for seat in SEATS)
    return [Counted(t("Rebuilding"), shares(points, names), (), points)] if any(points) else []


def categories(s: Record, t: Translator) -> list[Category]:
    """CB-10, CB-16 to CB-20."""
    streets = t(
        "When a street is full, the player whose tiles there add up to more wins its token. If it’s "
        "tied, no one does. A school cancels the factories in its streets, a power plant the houses, a "
        "mall both. Rebuilding costs your lowest token."
    )
    return [
        Category(t("Streets won"), streets, (10, 16, 17, 18, 20), tuple(map(street_name, range(STREETS))))
    ]


_MOVES = (N_("build on an empty block"), N_("rebuild a block"), N_("swap two tokens"), N_("don’t swap"))


def tallies(board: Board, t: Translator) -> list[Tally]:
    """Label kinds of moves, tiles, blocks, streets."""
    return [
        Tally(t("Moves"), tuple(map(t, _MOVES))),
        Tally(t("Tiles"), tuple(tile_name(kind, t) for kind in range(len(KINDS)))),
        Tally(t("Blocks"), tuple(block_name(block, t) for block in range(BLOCKS))),
        Tally(t("Streets"), tuple(map(street_name, range(STREETS)))),
    ]
