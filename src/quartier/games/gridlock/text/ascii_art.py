"""The map of Gridlock in characters, for a terminal."""

import re
from collections.abc import Iterator

from quartier.core.text.ascii_art import GLUE, QUIET, SIGNS, Canvas, Picture, Run
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import tiles
from ..rules.board import NONE
from ..rules.scoring import score
from ..rules.spaces import within
from ..rules.state import Record
from .labels import SEAT_NAMES, destination_name, destinations_of, kinds_of, seat_looks

_CELL_WIDTH, _HIGH = 5, 2
"""The distance from one column to the next, and from one half-row to the next."""
_ROADS = ((-1, 0, "│"), (-1, 2, "╱"), (1, 2, "╲"), (1, 0, "│"), (1, -2, "╱"), (-1, -2, "╲"))
"""By direction: where a road leaves a space, and the character for it."""
_GROUND = {city.EMPTY: "·", city.RIVER: "≈", city.PARK: "♣", city.TUNNEL: "="}
_EXIT = re.compile(r"([A-Z]) (\d)")
"""An edge and its number, which stay together."""
_MAX_SHORT_NAME = 4
"""The maximum length of a destination's name on the map."""


def ascii_art(s: Record, t: Translator) -> Picture:
    """Draw the map with north up, with columns and half-rows as in the notation: each tile's roads and its exit mask."""
    result = Picture()
    result.add_canvases(_map(s))
    names = (
        GLUE.join([_short(s, destination), *destination_name(s, destination).split()])
        for destination in range(s.sights)
    )
    result.say(Run(" · ".join(names), QUIET))
    signs = t("· empty, ≈ river, ♣ park, = tunnel, ! cone; exits: N 1, NE 2, SE 4, S 8, SW 16, NW 32")
    result.legend(_EXIT.sub(rf"\1{GLUE}\2", signs))
    for seat in range(s.players):
        result.say(*_seat(s, seat, t))
    return result


def _map(s: Record) -> Canvas:
    canvas, spaces = Canvas(), s.board.data["spaces"]
    for column in {space["col"] for space in spaces}:
        canvas.put_centred(-2, _CELL_WIDTH * column, str(column), QUIET)
    for row in {space["h"] for space in spaces}:
        canvas.put(_HIGH * row, -6, f"{row:>2}", QUIET)
    for number, space in enumerate(spaces):
        line, column = _HIGH * space["h"], _CELL_WIDTH * space["col"]
        for side, (down, right, road) in enumerate(_ROADS):
            if s.exits[number] >> side & 1 and s.terrain[number] != city.DESTINATION:
                canvas.put(line + down, column + right, road)
        canvas.put_centred(line, column, *_middle(s, number))
        _pieces(s, number, canvas, line, column)
    return canvas


def _middle(s: Record, space: int) -> tuple[str, int | None]:
    """Return the text of a space: a tile's mask, with an o for a rotary, a destination's short name, or its terrain."""
    if s.tile[space] != NONE:
        return f"{s.exits[space]}{'o' if s.tile[space] >= tiles.ROTARY else ''}", None
    if s.sight[space] != NONE:
        return _short(s, s.sight[space]), None
    return _GROUND[s.terrain[space]], QUIET


def _pieces(s: Record, space: int, canvas: Canvas, line: int, column: int) -> None:
    """Draw cars and a cone to the left of the middle."""
    looks = [look for seat, look in enumerate(seat_looks(s)) if s.car[seat] == space]
    for index, look in enumerate(looks):
        canvas.put(line - (index // 2), column - 2 - index % 2, SIGNS[look], look)
    if within(s.cone[0], s.cone[1], space):
        canvas.put(line, column + 2, "!")


def _short(s: Record, destination: int) -> str:
    """Return a destination's short name: the initials of several words, the beginning of a single one."""
    words = destination_name(s, destination).split()
    return (
        "".join(word[0] for word in words)[:_MAX_SHORT_NAME] if len(words) > 1 else words[0][:_MAX_SHORT_NAME]
    )


def _seat(s: Record, seat: int, t: Translator) -> Iterator[Run]:
    look = seat_looks(s)[seat]
    yield Run(f"{SIGNS[look]} {t(SEAT_NAMES[s.colour[seat]])}", look)
    visited = (
        ", ".join(destination_name(s, destination) for destination in destinations_of(s.opened[seat])) or "–"
    )
    yield Run(
        t(": {visited} of {cards} ({names})").format(visited=score(s, seat), cards=s.cards, names=visited)
    )
    goals = ", ".join(destination_name(s, destination) for destination in destinations_of(s.goals[seat]))
    if goals:
        yield Run(t("; still to visit: {names}").format(names=goals), look)
    hand = " ".join(tiles.NAMES[kind] for kind in kinds_of(s, seat))
    yield Run(t("; hand: {tiles}").format(tiles=hand) if hand else "")
