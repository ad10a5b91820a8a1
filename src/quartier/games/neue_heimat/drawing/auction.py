"""The display, the supply and the auction: what can be offered, what is on offer, who bids what and who can pay."""

from functools import cache
from typing import Any

from quartier.core.show.pieces import icon, sign
from quartier.core.show.svg import Svg, at, el, group, join, path, rect, text
from quartier.core.text.languages import Translator

from ..rules import moves, state
from ..rules.auction import highest_bidder
from ..rules.state import to_act
from ..words import (
    OFFERS,
    PERMIT_NAMES,
    SEAT_NAMES,
    cube_code,
    cube_name,
    millions,
    piece_name,
)
from .facades import WIDTH, blank_cube, cube, permit, roof

CUBE, LINE = 58, 60
"""Width of a cube in the display, and height of a display row."""
DISPLAY_WIDTH = state.DISPLAY * CUBE + 12
DISPLAY_HEIGHT = state.DISPLAY_ROWS * LINE + 8
SUPPLY, CELL = DISPLAY_WIDTH + 8, 103
PANEL = 116
"""Height of the auction."""
STAGE = 132
"""Width of the place for the piece on offer."""


def display(s: Any, t: Translator, last: frozenset[str]) -> Svg:
    """The three display rows of cubes, and beside them what else can be offered."""
    return join(
        rect(0, 0, DISPLAY_WIDTH, DISPLAY_HEIGHT, 12, class_="plot"),
        *(_cube(s, place, t, last) for place in range(state.DISPLAYED)),
        *(_supply(s, what, t, last) for what in range(moves.OFFER_PERMIT, moves.OFFER_ROOF + 1)),
    )


# ----- cubes on display -----


def _cube(s: Any, place: int, t: Translator, last: frozenset[str]) -> Svg:
    """A cube on display: an outer one can be touched, from its own outer side too."""
    row, column = divmod(place, state.DISPLAY)
    x, y = 6 + CUBE * column, 4 + LINE * row
    if place >= s.laid or not s.left[row] <= column < s.right[row]:
        return at(x, y, el("circle", cx=CUBE / 2, cy=LINE / 2, r=3, class_="street"))
    name = f"cube-{cube_code(s.display[place])}"
    piece = at(
        3, 4, group(cube(s.display[place], CUBE - 6, LINE - 8), id=name, data_piece=name, class_="lift")
    )
    side = _side(s, row, column)
    return at(x, y, piece) if side is None else _outer_cube(s, place, (x, y), piece, side, t, last)


def _side(s: Any, row: int, column: int) -> str | None:
    """The side from which a cube is taken: the last one of a row is called the left one."""
    if column == s.left[row]:
        return "L"
    return "R" if column == s.right[row] - 1 else None


def _outer_cube(
    s: Any, place: int, corner: tuple[int, int], piece: Svg, side: str, t: Translator, last: frozenset[str]
) -> Svg:
    name, spoken = f"offer-{place // state.DISPLAY + 1}{side}", cube_name(s.display[place], t)
    gap = CUBE * (place % state.DISPLAY if side == "L" else state.DISPLAY - 1 - place % state.DISPLAY)
    return at(
        *corner,
        el("title", spoken),
        piece,
        rect(0, 1, CUBE, LINE - 2, 5, class_="ring"),
        rect(-gap if side == "L" else 0, 0, CUBE + gap, LINE, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


# ----- what else there is -----


def _supply(s: Any, what: int, t: Translator, last: frozenset[str]) -> Svg:
    """Permits in the first line; blank cube, mayor and face-down roofs in the second."""
    line, column = divmod(what - moves.OFFER_PERMIT, 3)
    name, spoken = f"offer-{OFFERS[what - moves.OFFER]}", _spoken_supply(s, what, t)
    return at(
        SUPPLY + CELL * column,
        line * (DISPLAY_HEIGHT // 2 + 2),
        el("title", spoken),
        rect(0, 0, CELL - 4, DISPLAY_HEIGHT // 2 - 2, 10, class_="plot"),
        _supplied(s, what),
        rect(1, 1, CELL - 6, DISPLAY_HEIGHT // 2 - 4, 10, class_="ring"),
        rect(0, 0, CELL - 2, DISPLAY_HEIGHT // 2, class_="hit"),
        id=name,
        data_touch=name,
        class_="last" if name in last else None,
        role="img",
        aria_label=spoken,
    )


def _spoken_supply(s: Any, what: int, t: Translator) -> str:
    if what == moves.OFFER_ROOF:
        return t("roofs face down: {count}, blanks among them: {blanks}").format(
            count=sum(s.roofs), blanks=s.roofs[0]
        )
    name = piece_name(piece_of(what), 0, t)
    return name if is_left(s, what) else t("{piece}: gone").format(piece=name)


def piece_of(what: int) -> int:
    """The piece that an offer from the supply takes."""
    return state.PERMIT + what - moves.OFFER_PERMIT


def is_left(s: Any, what: int) -> bool:
    """Whether a piece is still in the supply."""
    if s.piece == piece_of(what):
        return False
    if what == moves.OFFER_MAYOR:
        return bool(s.mayor == state.AVAILABLE)
    return bool(
        (s.blank if what == moves.OFFER_BLANK else s.permit[what - moves.OFFER_PERMIT]) == state.AVAILABLE
    )


def _supplied(s: Any, what: int) -> Svg:
    """A piece in its cell, or a dot where it lay."""
    if what == moves.OFFER_ROOF:
        return _roofs(s)
    if not is_left(s, what):
        return el("circle", cx=50, cy=50, r=3, class_="street")
    name = piece_id(piece_of(what))
    return at(
        *_middle(piece_of(what)),
        group(picture_of(piece_of(what), 0), id=name, data_piece=name, class_="lift"),
    )


def _middle(piece: int) -> tuple[int, int]:
    """Where a piece of the supply lies in its cell."""
    return (20, 16) if piece == state.MAYOR else (22, 28)


@cache
def _roof_stack() -> Svg:
    back = at(14, 8, group(roof(0), transform="scale(.95)"))
    return join(back, at(9, 14, roof(0)))


def _roofs(s: Any) -> Svg:
    """How many roofs lie face down, and how many blanks are among them."""
    count, blanks = sum(s.roofs), s.roofs[0]
    return join(_roof_stack() if count else join(), text(8, 81, count, 28, "bold"), _blanks(blanks))


def _blanks(count: int) -> Svg:
    """The number of blanks, beside a roof crossed out."""
    shape = path("M48 80L53 65H68L73 80Z", class_="quiet-line", stroke_width=1.5)
    cross = path("M51 83L70 62", class_="strike", stroke_width=2)
    return join(shape, cross, text(78, 81, count, 23, "quiet"))


def piece_id(piece: int) -> str:
    """The name by which any piece but a roof is followed from the supply to the street."""
    if piece < state.CUBES:
        return f"cube-{cube_code(piece)}"
    if piece < state.BLANK:
        return f"permit-{PERMIT_NAMES[piece - state.PERMIT]}"
    return "blank" if piece == state.BLANK else "mayor"


def picture_of(piece: int, value: int) -> Svg:
    """A piece at its own size; `value` is that of a roof."""
    if piece < state.CUBES:
        return cube(piece, CUBE - 6, LINE - 8)
    if piece < state.BLANK:
        return permit(piece - state.PERMIT)
    if piece == state.BLANK:
        return blank_cube()
    return icon("mayor", 0, 0, 60) if piece == state.MAYOR else roof(value)


# ----- the auction -----


def panel(s: Any, t: Translator) -> Svg:
    """The piece on offer, and a place for each seat in clockwise order."""
    return join(stage(s, t), *(place(s, seat, t) for seat in range(s.players)))


def stage(s: Any, t: Translator, named: bool = True) -> Svg:
    """The piece on offer, large; `named` if it is to be followed when it moves."""
    board = rect(1, 1, STAGE - 6, PANEL - 2, 12, class_="news" if s.piece != state.NO_PIECE else "plot")
    if s.piece == state.NO_PIECE:
        return join(board, icon("gavel", 38, 33, 50))
    spoken = t("On offer: {piece}").format(piece=piece_name(s.piece, s.piece_roof, t))
    return group(el("title", spoken), board, _offered(s, named), role="img", aria_label=spoken)


_SIZES = {
    "cube": (1.75, 18, 12),
    "permit": (1.8, 13, 28),
    "blank": (1.8, 13, 28),
    "mayor": (1.6, 15, 9),
    "roof": (1.55, 6, 33),
}
"""By kind of piece: its scale on the stage, and its corner."""


def _offered(s: Any, named: bool) -> Svg:
    name = roof_id(s) if s.piece == state.ROOF else piece_id(s.piece)
    scale, x, y = _SIZES[name.split("-")[0]]
    drawn = group(picture_of(s.piece, s.piece_roof), transform=f"scale({scale})")
    return at(x, y, group(drawn, id=name, data_piece=name) if named else drawn)


def roof_id(s: Any) -> str:
    """The name of the roof on offer, as `facades.roof_name` will call it if it comes after its equal."""
    equal = sum(s.roof[spot] == s.piece_roof for spot in range(state.SPOTS))
    return f"roof-{s.piece_roof}-{equal}"


def place_corner(s: Any, seat: int) -> tuple[int, int]:
    """The corner and the width of a seat's place."""
    width = (WIDTH - STAGE) // s.players
    return STAGE + width * seat, width - 6


def place(s: Any, seat: int, t: Translator) -> Svg:
    """A seat: its sign, its part in the auction, its cheques in hand and in the box."""
    x, width = place_corner(s, seat)
    spoken = spoken_place(s, seat, t)
    look = "news" if is_due(s, seat) else "plot"
    return at(
        x,
        0,
        el("title", spoken),
        rect(1, 1, width - 2, PANEL - 2, 12, class_=look),
        rect(1, 1, width - 2, 8, 4, class_="seat"),
        sign(seat, 24, 37, 28),
        _part(s, seat, width, t),
        money(s, seat, width),
        id=f"place-{seat}",
        class_=f"seat-{seat}",
        role="img",
        aria_label=spoken,
    )


def is_due(s: Any, seat: int) -> bool:
    """Whether a seat is asked for something now."""
    return bool(to_act(s) == 1 << seat)


def _part(s: Any, seat: int, width: int, t: Translator) -> Svg:
    """The auctioneer's hammer, a bid, a pass, or three dots for who has not spoken yet."""
    if s.phase < state.OFFERING or s.phase == state.OVER:
        return join()
    if seat == s.auctioneer:
        return icon("gavel", width - 50, 18, 38)
    if s.piece == state.NO_PIECE or s.phase == state.TURNING:
        return join()
    if s.bids[seat]:
        best = " accent" if seat == highest_bidder(s) else " quiet"
        return text(width - 12, 56, s.bids[seat], 48, f"end bold{best}")
    if s.passed >> seat & 1:
        return text(width - 10, 47, t("passes"), 22, "end quiet")
    return text(width - 14, 48, "…", 40, "end bold" if s.bidder == seat else "end quiet")


def money(s: Any, seat: int, width: int) -> Svg:
    """Cheques in hand ("?" if they are not shown) and in the box."""
    hand = "?" if s.hand[seat] < 0 else s.hand[seat]
    return join(
        *(
            at((3, width - 59)[i], 74, icon(name, 0, 5, 26), text(28, 27, count, 26, "bold"))
            for i, (name, count) in enumerate((("cheque", hand), ("cash box", s.box[seat])))
        )
    )


def spoken_place(s: Any, seat: int, t: Translator) -> str:
    """A seat's place in words."""
    hand = t("not shown") if s.hand[seat] < 0 else millions(s.hand[seat], t)
    said = [
        t("in hand {money}").format(money=hand),
        t("in the box {money}").format(money=millions(s.box[seat], t)),
    ]
    return f"{t(SEAT_NAMES[seat])}: " + ", ".join([*_spoken_part(s, seat, t), *said])


def _spoken_part(s: Any, seat: int, t: Translator) -> list[str]:
    if seat == s.auctioneer and state.OFFERING <= s.phase < state.OVER:
        return [t("auctioneer")]
    if s.piece == state.NO_PIECE or s.phase == state.TURNING:
        return []
    if s.bids[seat]:
        return [t("bids {money}").format(money=millions(s.bids[seat], t))]
    return [t("passes") if s.passed >> seat & 1 else t("has not bid yet")]
