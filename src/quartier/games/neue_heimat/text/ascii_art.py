"""The table of Neue Heimat in characters, for a terminal."""

from collections.abc import Iterator

from quartier.core.text.ascii_art import GLUE, QUIET, SIGNS, Canvas, Picture, Run, number
from quartier.core.text.languages import Translator

from ..rules.auction import is_available
from ..rules.building import colour_of, top_of
from ..rules.moves import OFFER, OFFER_PERMIT
from ..rules.scoring import is_finished, row_points, score
from ..rules.state import (
    COLOURS,
    DISPLAY_ROWS,
    FENCED,
    LOTS,
    NO_PIECE,
    NO_SEAT,
    PERMIT,
    PERMITS,
    ROOF,
    ROWS,
    Record,
)
from .labels import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    OFFERS,
    PERMIT_NAMES,
    ROW_NAMES,
    SEAT_NAMES,
    cube_code,
    piece_name,
    points_name,
)
from .notation import on_display, stack

_LOT_WIDTH = 5
"""The distance from one lot to the next."""


def ascii_art(s: Record, t: Translator) -> Picture:
    """Draw the rows with their houses from the ground up, the display, the piece on offer, and the money."""
    result = Picture()
    for row in range(ROWS):
        result.say(*_heading(s, row, t))
        result.add_canvases(_row(s, row))
    result.add_canvases(_display(s))
    result.say(t("Also for sale: {pieces}").format(pieces=", ".join(_supply(s, t)) or "–"))
    if s.piece != NO_PIECE:
        result.say(*_auction(s, t))
    for seat in range(s.players):
        result.say(*_seat(s, seat, t))
    letters = (f"{letter}{GLUE}{t(name)}" for letter, name in zip(COLOUR_LETTERS, COLOUR_NAMES, strict=True))
    result.legend(" · ".join(letters) + " · " + t("^ roof, # fence"))
    return result


def _heading(s: Record, row: int, t: Translator) -> Iterator[Run]:
    """Return a row's letter, its permits, and its points for each seat now."""
    state = t("finished") if is_finished(s, row) else t("unfinished")
    yield Run(t("Row {row}, {state}").format(row=ROW_NAMES[row], state=state))
    if s.mayor == row:
        yield Run(", " + t("mayor ×{times}").format(times=s.mayor_factor))
    for permit in range(PERMITS):
        if s.permit[permit] == row:
            yield Run(f", {PERMIT_NAMES[permit]}{'+' if s.sign[permit] > 0 else '−'}")
    for seat in range(s.players):
        points = int(row_points(s, row, seat))
        if points:
            yield Run(f"  {SIGNS[seat]} {'+' if is_finished(s, row) else '−'}{points}", seat)


def _row(s: Record, row: int) -> Canvas:
    """Draw the houses on their lots: roof on top, the lot's notation below."""
    canvas = Canvas()
    for lot in range(LOTS):
        spot, column = row * LOTS + lot, _LOT_WIDTH * lot
        allowed = lot < s.limit[row]
        fence = "#" if FENCED >> spot & 1 else " "
        canvas.put(1, column, f"{fence}{ROW_NAMES[row]}{lot + 1}" if allowed else "", QUIET)
        canvas.put(0, column, " __" if allowed else "", QUIET)
        if lot < s.built[row]:
            _house(s, spot, canvas, column)
    return canvas


def _house(s: Record, spot: int, canvas: Canvas, column: int) -> None:
    owner = int(s.owner[colour_of(top_of(s, spot))])
    look = None if owner == NO_SEAT else owner
    cubes = stack(s, spot)
    for floor, cube in enumerate(cubes):
        canvas.put(-floor, column, " " + cube_code(cube), look)
    if look is not None:
        canvas.put(-len(cubes) + 1, column, SIGNS[look], look)
    if s.roof[spot]:
        canvas.put(-len(cubes), column, f" ^{s.roof[spot]}", look)


def _display(s: Record) -> Canvas:
    canvas = Canvas()
    for row in range(DISPLAY_ROWS):
        cubes = [cube_code(cube) for cube in on_display(s, row)]
        ends = (f"{row + 1}L", f"{row + 1}R") if len(cubes) > 1 else (f"{row + 1}L", "")
        canvas.put(row, 0, " ".join([ends[0], "[", *cubes, "]", ends[1]]) if cubes else f"{row + 1}  [ ]")
    return canvas


def _supply(s: Record, t: Translator) -> Iterator[str]:
    """List what can be offered besides the cubes of the display."""
    for offer in range(len(OFFERS)):
        piece = PERMIT + offer + OFFER - OFFER_PERMIT
        if offer + OFFER >= OFFER_PERMIT and s.piece != piece:
            there = sum(s.roofs) > 0 if piece == ROOF else is_available(s, piece)
            if there:
                yield piece_name(piece, 0, t)


def _auction(s: Record, t: Translator) -> Iterator[Run]:
    """Show the piece on offer and each seat's bid, a cross for a pass."""
    yield Run(t("Up for auction: {piece}. Bids:").format(piece=piece_name(s.piece, s.piece_roof, t)))
    for seat in range(s.players):
        bid = "×" if s.passed >> seat & 1 else s.bids[seat] or "–"
        yield Run(f" {SIGNS[seat]} {bid}", seat)


def _seat(s: Record, seat: int, t: Translator) -> list[Run]:
    money = "?" if s.hand[seat] < 0 else s.hand[seat]
    colours = "".join(COLOUR_LETTERS[colour] for colour in range(COLOURS) if s.owner[colour] == seat)
    points = int(score(s, seat))
    text = t("{points}, {money} in hand, {box} in the slush fund, colours {colours}").format(
        points=points_name(points, t, number(points)), money=money, box=s.box[seat], colours=colours or "–"
    )
    auctioneer = " " + t("(auctioneer)") if s.auctioneer == seat else ""
    return [Run(f"{SIGNS[seat]} {t(SEAT_NAMES[seat])}{auctioneer}", seat), Run(f": {text}")]
