"""Pictures for the rulebooks of City Blocks: parts of the table as it is drawn in play."""

from typing import Any

from quartier.core.show.svg import Svg, at, picture, untouchable
from quartier.core.text.languages import Translator

from .. import rules
from ..rules import streets
from ..rules.setup import lay_bonus
from ..rules.state import COLUMNS, ROWS, State
from ..rules.tiles import KINDS
from . import parts
from .layout import HEIGHT, MAP_HEIGHT, PITCH, TOP, WIDTH

# The three streets of the rulebook's example, from the lowest up: red tiles in lower case.
AWARDED = ("h1 S2 h2 s3 H3 ch", "f3 F4 H1 sc f5 f7", "S3 pp f6 MA H4 h5")
TOKENS = (8, 12, 5, 1, 3, 14, 6, 10, 2, 9, 11)


def award(t: Translator) -> Svg:
    """Three finished streets with their sums, and who took each token."""
    top = TOP + (ROWS - len(AWARDED)) * PITCH
    height = TOP + MAP_HEIGHT - top
    board = _untouchable(parts(awarded(), None, t)["board"])
    return picture(
        WIDTH,
        height,
        t("Three finished streets"),
        at(0, -top, Svg(board.replace("<svg", f'<svg width="{WIDTH}" height="{HEIGHT}"', 1))),
        role="img",
    )


def _untouchable(board: str) -> str:
    """A rulebook may lie open beside the table: there must be one block a1 only."""
    return untouchable(board, "board-weave").replace("board-weave", "award-weave")


def awarded() -> Any:
    """An opened record in which the three lowest streets are finished."""
    s = rules.State.open(rules.State.new())
    rules.begin(s, 2, None, None)
    for value in TOKENS:
        lay_bonus(s, value)
    for row, tiles in enumerate(AWARDED):
        for column, code in enumerate(tiles.split()):
            _build(s, code, row * COLUMNS + column)
        streets.award(s, row)
    return s


def _build(s: State, code: str, block: int) -> None:
    seat = 0 if code.isupper() else 1
    s.tile[block], s.owner[block] = KINDS.index(code.upper()), seat
    s.own[seat] |= 1 << block
    s.empty &= ~(1 << block)


PICTURES = {"award": award}
