"""Pictures for the rulebooks of Gridlock: cities and corners of them as they are drawn in play."""

import re
from typing import Any, NamedTuple

from quartier.core.drawing.excerpts import Excerpt, excerpt, stack
from quartier.core.drawing.legend import legend
from quartier.core.drawing.pieces import icon
from quartier.core.drawing.svg import Fragments, Svg, at, drawing, el, group, join, picture, text, untouchable
from quartier.core.game.boards import Board
from quartier.core.game.examples import Example
from quartier.core.text.languages import Translator

from ..rules import board as city
from ..rules import state, tiles
from ..rules.board import NONE
from ..rules.derived import DERIVED_SIZE
from ..rules.roads import reach
from ..rules.setup import begin
from ..rules.spaces import within
from ..rules.state import Record
from ..rules.tiles import CANONICAL, MASKS
from .board import city_map, zone_sign
from .ground import coordinates
from .hand import CARD_HEIGHT, draw_hand
from .layout import COLUMN, EDGE, HALF_ROW, LEFT, TOP, centre, map_size
from .pieces import cube, draw_car
from .previews import preview
from .routes import tile
from .side_panel import draw_side_panel, goal_card
from .sights import flag

EXAMPLE = Example(__package__.rpartition(".")[0])
BOSTON = Example(__package__.rpartition(".")[0], "boston")
MARGIN = 22
VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
Window = tuple[int, int, int, int]
"""Left, top, width and height of a window."""


class Corner(NamedTuple):
    """A part of a city: columns and half-rows of the outermost spaces that are shown whole."""

    left: int
    top: int
    right: int
    bottom: int


def signs(t: Translator) -> Svg:
    """Draw what the signs on the map mean."""
    return legend(
        t("Signs"),
        (draw_car(0, 0, True), t("your car")),
        (at(-36, 39, flag(0), class_="seat-0"), t("a goal you still have to visit")),
        (cube(1), t("visited by the player of this colour")),
        (zone_sign(), t("construction zone: don’t rotate or remove")),
    )


PART_WIDTH, PART_HEIGHT, PARTS_IN_A_ROW = 260, 204, 3
"""Of the picture of the components: a cell for each of them."""


def components(t: Translator) -> Svg:
    """Draw each kind of component once, with its label."""
    s = BOSTON.whole.open_record()
    size = map_size(s.board)
    city_drawing = drawing(*size, s.board.name, *city_map(s, -1, t, frozenset()), class_="quartier gridlock")
    board = group(excerpt(city_drawing, 0, 0, *size), transform="scale(.175)")
    cone, card = icon("cone", -24, -24, 48), at(-56, -21, goal_card("Faneuil Hall", 112))
    parts = (
        (at(-79, -82, board), t("1 city board")),
        (group(_small_tile(11, -34, -10), _small_tile(2, 34, 10)), t("64 road tiles")),
        (group(at(-30, 0, cone), at(30, 0, cone), class_="works"), t("2 cones")),
        (group(draw_car(1, 0, False), transform="scale(1.5)"), t("1 car each")),
        (group(*(at(-28 + 28 * (i % 3), -14 + 28 * (i // 3), cube(1)) for i in range(6))), t("6 cubes each")),
        (group(card, class_="seat-1"), t("12 destination cards each")),
    )
    cells = (
        at(
            PART_WIDTH * (i % PARTS_IN_A_ROW + 0.5),
            PART_HEIGHT * (i // PARTS_IN_A_ROW),
            at(0, 88, part),
            text(0, PART_HEIGHT - 14, words, 20, "middle"),
        )
        for i, (part, words) in enumerate(parts)
    )
    width, height = PART_WIDTH * PARTS_IN_A_ROW, PART_HEIGHT * -(-len(parts) // PARTS_IN_A_ROW)
    whole = drawing(width, height, t("Components"), *cells, class_="quartier gridlock")
    return stack("components", t("Components"), excerpt(whole, 0, 0, width, height))


def _small_tile(kind: int, x: float, y: float) -> Svg:
    return at(x, y, group(untouchable(tile(kind, "part")), transform="scale(.7)"))


def setup(t: Translator) -> Svg:
    """Draw what the start player has at hand before the first tile: goals and supply, tiles and tools."""
    s = BOSTON.whole.copy().open_record()
    s.turn = 1  # The tools are not crossed out.
    panel, hand = draw_side_panel(s, 0, t), draw_hand(s, 0, t)
    return stack(
        "setup", t("In front of you"), _as_excerpt(panel), excerpt(hand, 0, 0, COLUMN, CARD_HEIGHT + 8)
    )


def _as_excerpt(board: Fragments) -> Excerpt:
    """The whole of a drawing."""
    width, height = map(int, VIEW_BOX.findall(join(*board))[0])
    return excerpt(board, 0, 0, width, height)


def start(t: Translator) -> Svg:
    """Boston before the first tile, as the start player sees it."""
    s = BOSTON.whole.open_record()
    # The whole of Boston is small in a book: names are drawn as for small boards.
    content = group(group(*city_map(s, 0, t, frozenset()), class_="quartier"), class_="small")
    width, height = map_size(s.board)
    return _cut("city", s, (0, 0, width, height + MARGIN), t("Boston before the first road"), content)


def lindenford(t: Translator) -> Svg:
    """Draw the town of our own, with two cars at their starts."""
    s = EXAMPLE.after("* first 1").open_record()
    content = join(*city_map(s, -1, t, frozenset()), coordinates(s.board))
    return _cut("lindenford", s, (0, 0, *map_size(s.board)), t("The town of Lindenford"), content)


def build(t: Translator) -> Svg:
    """Draw a building turn of the worked example: a tile is turned and another one laid."""
    moves = ("0 turn 4,4=19", "0 lay 9@4,2=9")
    return _moves("build", Corner(3, 0, 6, 6), t("A building turn"), moves, t)


def drive(t: Translator) -> Svg:
    """Draw a drive with two stops."""
    return _moves("drive", Corner(3, 0, 6, 6), t("A drive with two stops"), ("0 stop 5,1", "0 stop 6,4"), t)


def cone(t: Translator) -> Svg:
    """Draw a cone in the way of a car, with a mark on the only space where it can stop first."""
    s = EXAMPLE.before("1 stop 5,11").open_record()
    content = join(*city_map(s, 1, t, frozenset()), *_marks(s, 1))
    return _cut("cone", s, _window(Corner(4, 8, 6, 12)), t("A cone in the way"), content)


def zone(t: Translator) -> Svg:
    """Draw a cone and its construction zone."""
    s = EXAMPLE.after("1 cone 4,4").open_record()
    content = join(*city_map(s, -1, t, frozenset()))
    return _cut("zone", s, _window(Corner(3, 0, 6, 6)), t("A construction zone"), content)


def tunnel(t: Translator) -> Svg:
    """Draw the last drive of the worked example, through the tunnel."""
    return _moves(
        "tunnel", Corner(0, 0, 6, 12), t("A drive through a tunnel"), ("0 stop 4,4", "0 stop 2,10"), t
    )


def _moves(name: str, part: Corner, title: str, moves: tuple[str, ...], t: Translator, seat: int = 0) -> Svg:
    """Moves of a seat in the worked example, each as a spectator would see its preview, on the position after them."""
    s = EXAMPLE.after(moves[-1]).open_record()
    content = join(*city_map(s, 0, t, frozenset()), *(_preview(move, t) for move in moves))
    return _cut(name, s, _window(part), title, content)


def _preview(event: str, t: Translator) -> Svg:
    then, now = (position.concealed(None) for position in (EXAMPLE.before(event), EXAMPLE.after(event)))
    return join(*preview(then.open_record(), now.open_record(), 0, then.read(event.removeprefix("0 ")), t))


def _window(part: Corner) -> Window:
    """The window that shows a part of a city, with a margin."""
    return (
        int(LEFT + part.left * EDGE * 1.5 - MARGIN),
        int(TOP + part.top * HALF_ROW - MARGIN),
        int((part.right - part.left) * EDGE * 1.5 + 2 * (EDGE + MARGIN)),
        int((part.bottom - part.top + 2) * HALF_ROW + 2 * MARGIN),
    )


def _cut(name: str, s: Record, window: Window, title: str, content: Svg) -> Svg:
    """A window of a city as a picture."""
    whole = drawing(*map_size(s.board), title, content, class_="quartier gridlock")
    return stack(name, title, excerpt(whole, *window))


CELL, CELL_HEIGHT, COLUMNS = 128, 150, 4


def kinds(t: Translator) -> Svg:
    """GL-4: draw all kinds of tiles, each with its name and the number of copies."""
    cells = (
        at(CELL * (kind % COLUMNS + 0.5), CELL_HEIGHT * (kind // COLUMNS + 0.5), _kind(kind))
        for kind in range(tiles.KINDS)
    )
    rows = -(-tiles.KINDS // COLUMNS)
    return picture(
        CELL * COLUMNS,
        CELL_HEIGHT * rows,
        t("The 16 kinds of road tile"),
        *cells,
        class_="quartier gridlock",
        role="img",
    )


def _kind(kind: int) -> Svg:
    return join(
        text(0, -50, tiles.NAMES[kind], 22, "middle bold"),
        untouchable(tile(kind, "kind")),
        text(0, 66, f"× {tiles.COUNTS[kind]}", 22, "middle quiet"),
    )


# Exits by space; a car stands on 1,3.
TILES = {
    (0, 2): 43, (1, 1): 21, (1, 3): 21, (1, 5): 54, (2, 0): 53, (2, 2): 40, (2, 4): 42, (2, 6): 34, (3, 3): 27,
}  # fmt: skip
OTHERS = {(0, 4): "park", (0, 6): "empty", (3, 1): "river", (3, 5): "destination"}
CAR = (1, 3)


def reachable_spaces(t: Translator) -> Svg:
    """Draw a car, the roads around it, and a mark on every space where it can stop."""
    s = example()
    content = join(*city_map(s, -1, t, frozenset()), *_marks(s, 0))
    return _cut("reach", s, (0, 0, *map_size(s.board)), t("How far can this car drive?"), content)


def _marks(s: Record, seat: int) -> list[Svg]:
    """Mark every space where a car can stop next."""
    low, high = reach(s, seat)
    return [_mark(s, space) for space in range(s.spaces) if within(low, high, space)]


def _mark(s: Record, space: int) -> Svg:
    cy = 0 if s.tile[space] != NONE else -HALF_ROW + 4
    cx = -32 if within(s.cone[0], s.cone[1], space) else 0
    return at(
        *centre(s.board, space), el("circle", cx=cx, cy=cy, r=10, class_="gold arrival", stroke_width=3.5)
    )


def example() -> Any:
    """Return an opened record with the roads of the example."""
    data = {"name": "Example", "spaces": [_space(cell) for cell in (*TILES, *OTHERS)]}
    board = Board("Example", data, city.read_board(data))
    # No cone stands there, and nobody drives: what its facts would say is nothing.
    s = state.Record.open(state.Record.new(), board=board, derived=([0] * DERIVED_SIZE).copy)
    usual = [option.encode(option.default) for option in state.OPTIONS.values()]
    numbers = [parameter.encode(None) for parameter in state.PARAMETERS.values()]
    begin(s, 1, [*usual, 1, *numbers], board.numbers)
    for i, mask in enumerate(TILES.values()):
        s.tile[i], s.exits[i] = MASKS.tolist().index(CANONICAL[mask]), mask
    s.car[0] = list(TILES).index(CAR)
    return s


def _space(cell: tuple[int, int]) -> dict[str, Any]:
    kind = OTHERS.get(cell, "empty")
    named = {"name": "Aquarium"} if kind == "destination" else {}
    return {"col": cell[0], "h": cell[1], "kind": kind, **named}


PICTURES = {
    "components": components,
    "setup": setup,
    "signs": signs,
    "city": start,
    "lindenford": lindenford,
    "build": build,
    "drive": drive,
    "cone": cone,
    "zone": zone,
    "tunnel": tunnel,
    "kinds": kinds,
    "reach": reachable_spaces,
}
