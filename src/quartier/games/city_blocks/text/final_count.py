"""The final count of City Blocks: street after street, the cheapest first, then what rebuilding has cost."""

from collections.abc import Sequence

from quartier.core.engine.bits import lowest
from quartier.core.text.final_count import Counted, shares
from quartier.core.text.languages import Translator

from ..rules.scoring import score
from ..rules.state import NOBODY, STREETS, State
from ..rules.streets import STREET_BLOCKS, STREET_NAMES, sum_of
from .names import BLOCK_NAMES, STREET_LETTERS, streets_of

SEATS = range(2)


def count(s: State, seat: int, names: Sequence[str], t: Translator) -> list[Counted]:
    """CB-10, CB-16, CB-22."""
    streets = sorted(streets_of(s), key=lambda street: int(s.token[street]))
    return [*(_street(s, street, names, t) for street in streets), *_rebuilding(s, names, t)]


def _street(s: State, street: int, names: Sequence[str], t: Translator) -> Counted:
    winner, value = s.award[street], int(s.token[street])
    high, low = sorted((sum_of(s, street, seat) for seat in SEATS), reverse=True)
    said = (
        t("Nobody gets ${value}, {high} : {low}")
        if winner == NOBODY
        else t("${value} for {name}, {high} : {low}")
    )
    text = said.format(name="" if winner == NOBODY else names[winner], value=value, high=high, low=low)
    points = tuple(value if winner == seat else 0 for seat in SEATS)
    return Counted(STREET_NAMES[street], text, (_blocks(street, s.own[0] | s.own[1]),), points)


def _blocks(street: int, built: int) -> tuple[str, ...]:
    """The street's tag and its blocks, which are lit as one band."""
    found, blocks = [f"street-{STREET_LETTERS[street]}"], int(STREET_BLOCKS[street]) & built
    while blocks:
        found.append(f"block-{BLOCK_NAMES[lowest(blocks)]}")
        blocks &= blocks - 1
    return tuple(found)


def _rebuilding(s: State, names: Sequence[str], t: Translator) -> list[Counted]:
    """CB-10: tokens that were won, and given up again."""
    won = [
        sum(int(s.token[street]) for street in range(STREETS) if s.award[street] == seat) for seat in SEATS
    ]
    points = tuple(int(score(s, seat)) - won[seat] for seat in SEATS)
    return [Counted(t("Rebuilding"), shares(points, names), (), points)] if any(points) else []
