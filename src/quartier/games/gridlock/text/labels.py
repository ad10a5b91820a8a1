"""Labels of Gridlock: moves, pieces and places by name, and prompts."""

from functools import lru_cache
from math import sqrt
from typing import Literal

from quartier.core.game.boards import Board
from quartier.core.text.landmarks import Bearing, Point, bearings, describe_bearing, landmark_beyond, way_from
from quartier.core.text.languages import N_, Translator, capital, locale_of

from ..rules import board as city
from ..rules import moves, state, tiles
from ..rules.board import DESTINATIONS, NONE, SPACES
from ..rules.state import Record

SEAT_NAMES = (N_("Red"), N_("Green"), N_("Blue"), N_("Yellow"))
"""By colour of the car; seats have them in this order unless the option `colours` says otherwise."""
LOOKS = (1, 2, 0, 3)
"""By colour of the car, the shared look with this colour."""
_TUNNELS = (
    N_("north tunnel"), N_("north-east tunnel"), N_("east tunnel"), N_("south-east tunnel"),
    N_("south tunnel"), N_("south-west tunnel"), N_("west tunnel"), N_("north-west tunnel"),
)  # fmt: skip
"""Tunnels by the part of the city that they are in, clockwise from the north."""
MAX_NAME = 3
"""Maximum words of a destination’s name used to locate other spaces: labels are short."""
DIRECTION_NAMES = (
    N_("north"), N_("north-east"), N_("south-east"), N_("south"), N_("south-west"), N_("north-west"),
)  # fmt: skip
_TILE_NAMES = (
    N_("wide bend"), N_("sharp bend"), N_("straight road"), N_("five-way junction"), N_("Y junction"),
    N_("left turn-off"), N_("right turn-off"), N_("trident"), N_("X junction"), N_("four-way fan"),
    N_("four-way junction"), N_("six-way junction"), N_("dead-end rotary"), N_("Y rotary"),
    N_("X rotary"), N_("six-way rotary"),
)  # fmt: skip
_A_TILE = (
    N_("a wide bend"), N_("a sharp bend"), N_("a straight road"), N_("a five-way junction"), N_("a Y junction"),
    N_("a left turn-off"), N_("a right turn-off"), N_("a trident"), N_("an X junction"), N_("a four-way fan"),
    N_("a four-way junction"), N_("a six-way junction"), N_("a dead-end rotary"),
    N_("a Y rotary"), N_("an X rotary"), N_("a six-way rotary"),
)  # fmt: skip
"""The same with an indefinite article, for what is placed."""
_LAY = (
    N_("Lay a wide bend"), N_("Lay a sharp bend"), N_("Lay a straight road"), N_("Lay a five-way junction"),
    N_("Lay a Y junction"), N_("Lay a left turn-off"), N_("Lay a right turn-off"), N_("Lay a trident"),
    N_("Lay an X junction"), N_("Lay a four-way fan"), N_("Lay a four-way junction"), N_("Lay a six-way junction"),
    N_("Lay a dead-end rotary"), N_("Lay a Y rotary"), N_("Lay an X rotary"), N_("Lay a six-way rotary"),
)  # fmt: skip
"""The short names of moves that lay them."""


def seat_names(s: Record) -> list[str]:
    """Return the message ids of the seats' names: the colours of their cars."""
    return [SEAT_NAMES[s.colour[seat]] for seat in range(s.players)]


def seat_looks(s: Record) -> list[int]:
    """Return the shared looks of the seats, by the colours of their cars."""
    return [LOOKS[s.colour[seat]] for seat in range(s.players)]


def kinds_of(s: Record, seat: int) -> list[int]:
    """Return the known kinds of tiles in a hand."""
    return [kind for kind in (s.hand[seat, 0], s.hand[seat, 1]) if kind != NONE]


def tile_name(kind: int, t: Translator) -> str:
    """Return the name of a kind of tile: "straight road"."""
    return t(_TILE_NAMES[kind])


def a_tile(kind: int, t: Translator) -> str:
    """Return a kind of tile with an indefinite article: "a straight road"."""
    return t(_A_TILE[kind])


def exits_name(mask: int, t: Translator) -> str:
    """List the open edges: "north, south-east"."""
    return ", ".join(_directions(mask, t))


def _directions(mask: int, t: Translator) -> list[str]:
    return [t(name) for side, name in enumerate(DIRECTION_NAMES) if mask >> side & 1]


def _rotation(mask: int, t: Translator) -> str:
    """Return how a tile lies, as the end of a label: ", north to south-east"; "" where it can lie in one way only."""
    roads = _directions(mask, t)
    if len(roads) == tiles.SIDES:
        return ""
    if len(roads) > tiles.SIDES // 2:
        closed = join_words(_directions(tiles.ALL_SIDES & ~mask, t), t, "or")
        return t(", no exit {directions}").format(directions=closed)
    if len(roads) == 2:
        return t(", {first} to {second}").format(first=roads[0], second=roads[1])
    return t(", facing {direction}").format(direction=t(DIRECTION_NAMES[_main_road(mask)]))


def _main_road(mask: int) -> int:
    """Return the side that identifies one or three roads: a branch, else the middle, else north or south."""
    roads = {side for side in range(tiles.SIDES) if mask >> side & 1}
    branches = [side for side in roads if (side + 3) % tiles.SIDES not in roads]
    return max(
        branches,
        key=lambda side: ({(side - 1) % tiles.SIDES, (side + 1) % tiles.SIDES} <= roads, side % 3 == 0),
    )


def join_words(words: list[str], t: Translator, style: Literal["standard", "or"] = "standard") -> str:
    """Join words into a list: "MIT, Harvard and Aquarium"."""
    from babel.lists import format_list

    return format_list(words, style, locale=locale_of(t.lang))


def destination_name(s: Record, destination: int) -> str:
    """Return the name of a destination."""
    return str(s.board.data["spaces"][s.place[destination]]["name"])


def destinations_of(destinations: int) -> list[int]:
    """Return the numbers of the destinations in a set."""
    return [destination for destination in range(DESTINATIONS) if destinations >> destination & 1]


@lru_cache
def spaces_of(board: Board) -> tuple[str, ...]:
    """Return the notation of every space number; numbers beyond the city get one that matches no space."""
    names = city.space_names(board.data)
    return (*names, *(f"-,{space}" for space in range(len(names), SPACES)))


def space_name(board: Board, space: int, t: Translator) -> str:
    """Return a space's own name, or one relative to a landmark: "MIT", "north tunnel", "by MIT towards Harvard"."""
    if _kind(board, space) == "destination":
        return _own_name(board, space)
    if _kind(board, space) == "tunnel":
        return _tunnel_name(board, space, t)
    return _bearing(board, space, t)


def name_with_coordinates(board: Board, space: int, t: Translator) -> str:
    """Return a space's name and notation, so that a listener knows where it is relative to the others."""
    return f"{space_name(board, space, t)} ({spaces_of(board)[space]})"


def where(board: Board, space: int, t: Translator) -> str:
    """Return the location of something on a space: "at MIT", "by MIT towards Harvard"."""
    if _kind(board, space) == "destination":
        return t("at {place}").format(place=_own_name(board, space))
    if _kind(board, space) == "tunnel":
        return t("at the {tunnel}").format(tunnel=_tunnel_name(board, space, t))
    return _bearing(board, space, t)


def towards(board: Board, space: int, t: Translator) -> str:
    """Return the target of a drive: "to MIT", "to the space by MIT towards Harvard"."""
    if _kind(board, space) == "destination":
        return t("to {place}").format(place=_own_name(board, space))
    if _kind(board, space) == "tunnel":
        return t("to the {tunnel}").format(tunnel=_tunnel_name(board, space, t))
    return t("to the space {where}").format(where=_bearing(board, space, t))


@lru_cache(4096)
def _bearing(board: Board, space: int, t: Translator) -> str:
    bearing = _bearings(board).get(space)
    if bearing is None:
        return spaces_of(board)[space]
    ahead = landmark_beyond(bearing, _point(board, space), _landmarks(board))
    if ahead is None or bearing.rank > FARTHEST_NAMED:
        return _by_compass(board, bearing, t)
    first, second = (_with_article(board, landmark, t) for landmark in (bearing.landmark, ahead))
    if bearing.rank == 1:
        return t("between {first} and {second}").format(first=first, second=second)
    return t("{start} towards {place}").format(start=_start(board, bearing, t), place=second)


FARTHEST_NAMED = 2
"""Spaces are named by two landmarks up to this rank of their bearing."""


_NAMED = ("destination", "tunnel")
"""Kinds of spaces that have names of their own."""


def _start(board: Board, bearing: Bearing, t: Translator) -> str:
    """Return the first part of a space's name: "by MIT", "far from the north tunnel"."""
    if _kind(board, bearing.landmark) == "destination":
        form = t("far from {place}") if bearing.rank else t("by {place}")
        return form.format(place=_own_name(board, bearing.landmark))
    form = t("far from the {tunnel}") if bearing.rank else t("by the {tunnel}")
    return form.format(tunnel=_tunnel_name(board, bearing.landmark, t))


def _with_article(board: Board, space: int, t: Translator) -> str:
    if _kind(board, space) == "destination":
        return _own_name(board, space)
    return t("the {tunnel}").format(tunnel=_tunnel_name(board, space, t))


def _by_compass(board: Board, bearing: Bearing, t: Translator) -> str:
    """Return the name of a space in whose direction there is no second landmark."""
    near = bearing._replace(rank=0) if bearing.rank == FARTHEST_NAMED else bearing
    form = t("far {bearing}") if bearing.rank == FARTHEST_NAMED else "{bearing}"
    return form.format(bearing=describe_bearing(near, lambda space: _of_landmark(board, space, t), t))


def _of_landmark(board: Board, space: int, t: Translator) -> str:
    if _kind(board, space) == "destination":
        return t("of {place}").format(place=_own_name(board, space))
    return t("of the {tunnel}").format(tunnel=_tunnel_name(board, space, t))


@lru_cache(256)
def _tunnel_name(board: Board, space: int, t: Translator) -> str:
    """Return a tunnel by its part of the city, as seen from the centre of all tunnels."""
    tunnels = [space for space in range(len(board.data["spaces"])) if _kind(board, space) == "tunnel"]
    xs, ys = zip(*(_point(board, tunnel) for tunnel in tunnels), strict=True)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    return t(_TUNNELS[way_from(middle, _point(board, space))])


@lru_cache
def numbers(board: Board) -> dict[str, int]:
    """Return the space numbers by their notation."""
    return {name: space for space, name in enumerate(city.space_names(board.data))}


@lru_cache
def _bearings(board: Board) -> dict[int, Bearing]:
    """Return how to locate spaces without a name of their own: by destinations with short names, and by tunnels."""
    spaces = range(len(board.data["spaces"]))
    unnamed = [space for space in spaces if _kind(board, space) not in _NAMED]
    return bearings({space: _point(board, space) for space in unnamed}, _landmarks(board), between=False)


@lru_cache
def _landmarks(board: Board) -> dict[int, Point]:
    """Return the places by which others are named."""
    spaces = range(len(board.data["spaces"]))
    return {space: _point(board, space) for space in spaces if _is_landmark(board, space)}


def _is_landmark(board: Board, space: int) -> bool:
    kind = _kind(board, space)
    return kind == "tunnel" or (kind == "destination" and len(_own_name(board, space).split()) <= MAX_NAME)


def _point(board: Board, space: int) -> Point:
    where = board.data["spaces"][space]
    return where["col"] * sqrt(3) / 2, where["h"] / 2


def _kind(board: Board, space: int) -> str:
    spaces = board.data["spaces"]
    return str(spaces[space]["kind"]) if space < len(spaces) else ""


def _own_name(board: Board, space: int) -> str:
    return str(board.data["spaces"][space]["name"])


def place_name(s: Record, touch: str, t: Translator) -> str:
    """Return the name of a space that can be touched, "" for anything else."""
    space = numbers(s.board).get(touch.removeprefix("space-"))
    return "" if space is None else space_name(s.board, space, t)


def label(s: Record, action: int, t: Translator) -> str:
    """Return the spoken label of a move."""
    if action == moves.END:
        return t("End the turn") if s.done else t("Pass")
    return _label(s.board, action, t)


@lru_cache(16384)
def _label(board: Board, action: int, t: Translator) -> str:
    """Return the same for every action but the end of a turn: a name, and after a comma what tells the move apart."""
    space = action % SPACES
    if action >= moves.STOP and _kind(board, space) in _NAMED:
        return capital(t("Drive {to}").format(to=towards(board, space, t)))
    return f"{_move_name(action, t)}, {where(board, space, t)}{_rotation(_mask(action), t)}"


def _move_name(action: int, t: Translator) -> str:
    if action < moves.TURN:
        return t(_LAY[tiles.FACE_KIND[action // SPACES]])
    return t(next(name for end, name in _MOVE_NAMES if action < end))


_MOVE_NAMES = (
    (moves.REMOVE, N_("Rotate a tile")),
    (moves.CONE, N_("Remove a tile")),
    (moves.UNCONE, N_("Place a cone")),
    (moves.STOP, N_("Remove a cone")),
    (moves.END, N_("Drive to a space")),
)
"""What a move does, by the first action that does something else."""


def _mask(action: int) -> int:
    """Return the exits of the tile that a move lays or rotates; of another move all of them, which say nothing."""
    if action < moves.TURN:
        return int(tiles.FACE_MASK[action // SPACES])
    return (action - moves.TURN) // SPACES + 1 if action < moves.REMOVE else tiles.ALL_SIDES


ASKS = {
    "hand": N_("Where do you want to lay it?"),
    "car": N_("Where do you want to drive?"),
    "tool-cone": N_("Where? Cars must stop at a cone."),
    "tool-remove": N_("Which tile? None with a car or near cones."),
}
"""The question after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"hand": N_("tile"), "space": N_("space"), "car": N_("car"), "tool": N_("tool")}
"""In one word, what each step of a move touches, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """Return the prompt for the seat to move."""
    if s.phase == state.OPENING:
        return t("Lay your first road tile on an empty space.")
    builds, drives = moves.can_build(s, seat), moves.can_drive(s, seat)
    if not (builds or drives):
        return t("You can’t build or drive any more. End your turn.")
    if s.short_trip and builds and drives:
        left = state.SHORT_ACTIONS - s.done
        return t.ngettext(
            "{count} action left. Build or drive?", "{count} actions left. Build or drive?", left
        ).format(count=left)
    if s.short_trip or s.mode == state.FREE:
        return t(_FREE[builds, drives])
    if s.mode == state.DRIVING:
        return t("One stop left: choose a space, or end your turn.")
    left = s.builds - s.done
    return t.ngettext(
        "{count} action left. Keep building or end your turn.",
        "{count} actions left. Keep building or end your turn.",
        left,
    ).format(count=left)


_FREE = {
    (True, True): N_("Build or drive: choose a tile, a tool or a space within reach."),
    (True, False): N_("Build: choose a tile or a tool."),
    (False, True): N_("Drive: choose a space within reach."),
}
"""What is asked at the beginning of a turn, by whether one can build, and drive."""
