"""Labels of Gridlock: moves, pieces and places by name, and prompts."""

from functools import lru_cache
from math import sqrt

from quartier.core.game.boards import Board
from quartier.core.text.landmarks import IN, Bearing, Point, bearings, describe_bearing, way_from
from quartier.core.text.languages import N_, Translator

from ..rules import board as city
from ..rules import moves, state, tiles
from ..rules.board import DESTINATIONS, NONE, SPACES
from ..rules.state import Record

SEAT_NAMES = (N_("Red"), N_("Green"), N_("Blue"), N_("Yellow"))
"""By colour of the car; seats have them in this order unless the option `colours` says otherwise."""
LOOKS = (1, 2, 0, 3)
"""By colour of the car: the common look that has this colour."""
DIRECTION_NAMES = (N_("N"), N_("NE"), N_("SE"), N_("S"), N_("SW"), N_("NW"))
_TILE_NAMES = (
    N_("wide bend"), N_("sharp bend"), N_("straight road"), N_("five-way intersection"), N_("Y intersection"),
    N_("left turn-off"), N_("right turn-off"), N_("trident"), N_("X intersection"), N_("fan of four"),
    N_("four-way intersection"), N_("six-way intersection"), N_("dead end with rotary"), N_("Y intersection with rotary"),
    N_("X intersection with rotary"), N_("six-way intersection with rotary"),
)  # fmt: skip
_A_TILE = (
    N_("a wide bend"), N_("a sharp bend"), N_("a straight road"), N_("a five-way intersection"), N_("a Y intersection"),
    N_("a left turn-off"), N_("a right turn-off"), N_("a trident"), N_("an X intersection"), N_("a fan of four"),
    N_("a four-way intersection"), N_("a six-way intersection"), N_("a dead end with rotary"),
    N_("a Y intersection with rotary"), N_("an X intersection with rotary"), N_("a six-way intersection with rotary"),
)  # fmt: skip
"""The same as what is laid, in a sentence."""


def seat_names(s: Record) -> list[str]:
    """Message ids of the names of the seats: the colours of their cars."""
    return [SEAT_NAMES[s.colour[seat]] for seat in range(s.players)]


def seat_looks(s: Record) -> list[int]:
    """The common looks of the seats: those that have the colours of their cars."""
    return [LOOKS[s.colour[seat]] for seat in range(s.players)]


def kinds_of(s: Record, seat: int) -> list[int]:
    """The kinds of tiles in a hand, as far as they are known."""
    return [kind for kind in (s.hand[seat, 0], s.hand[seat, 1]) if kind != NONE]


def tile_name(kind: int, t: Translator) -> str:
    """A kind of tile in words: "straight road"."""
    return t(_TILE_NAMES[kind])


def a_tile(kind: int, t: Translator) -> str:
    """A kind of tile as what is laid: "a straight road"."""
    return t(_A_TILE[kind])


def exits_name(mask: int, t: Translator) -> str:
    """The open edges in words: "N, SE"."""
    return ", ".join(t(name) for side, name in enumerate(DIRECTION_NAMES) if mask >> side & 1)


def destination_name(s: Record, destination: int) -> str:
    """The name of a destination."""
    return str(s.board.data["spaces"][s.place[destination]]["name"])


def destinations_of(destinations: int) -> list[int]:
    """The numbers of the destinations in a set."""
    return [destination for destination in range(DESTINATIONS) if destinations >> destination & 1]


@lru_cache
def spaces_of(board: Board) -> tuple[str, ...]:
    """The notation of every space number; numbers beyond the city have one that no space has."""
    names = city.space_names(board.data)
    return (*names, *(f"-,{space}" for space in range(len(names), SPACES)))


def space_name(board: Board, space: int, t: Translator) -> str:
    """A space by its own name, or by what is near it: "MIT", "between MIT and Copley Square"."""
    if _kind(board, space) == "destination":
        return _own_name(board, space)
    if _kind(board, space) == "tunnel":
        return t("tunnel {where}").format(where=_tunnel_where(board, space, t))
    return _bearing(board, space, t)


def where(board: Board, space: int, t: Translator) -> str:
    """Where something on a space is: "at MIT", "south of MIT"."""
    if _kind(board, space) == "destination":
        return t("at {place}").format(place=_own_name(board, space))
    if _kind(board, space) == "tunnel":
        return t("at the tunnel {where}").format(where=_tunnel_where(board, space, t))
    return _bearing(board, space, t)


def towards(board: Board, space: int, t: Translator) -> str:
    """Where a drive goes: "to MIT", "to the crossing south of MIT"."""
    if _kind(board, space) == "destination":
        return t("to {place}").format(place=_own_name(board, space))
    if _kind(board, space) == "tunnel":
        return t("to the tunnel {where}").format(where=_tunnel_where(board, space, t))
    return t("to the intersection {where}").format(where=_bearing(board, space, t))


@lru_cache(4096)
def _bearing(board: Board, space: int, t: Translator) -> str:
    landmark = _bearings(board).get(space)
    if landmark is None:
        return spaces_of(board)[space]

    if landmark.other >= 0:
        one, other = (_landmark(board, space, t) for space in (landmark.landmark, landmark.other))
        return t("between {one} and {other}").format(one=one, other=other)
    return describe_bearing(landmark, lambda space: _of_landmark(board, space, t), t)


def _landmark(board: Board, space: int, t: Translator) -> str:
    if _kind(board, space) == "destination":
        return _own_name(board, space)
    return t("the tunnel {where}").format(where=_tunnel_where(board, space, t))


def _of_landmark(board: Board, space: int, t: Translator) -> str:
    if _kind(board, space) == "destination":
        return t("of {place}").format(place=_own_name(board, space))
    return t("of the tunnel {where}").format(where=_tunnel_where(board, space, t))


@lru_cache(256)
def _tunnel_where(board: Board, space: int, t: Translator) -> str:
    """In which part of the city a tunnel lies, seen from the middle of all of them."""
    tunnels = [space for space in range(len(board.data["spaces"])) if _kind(board, space) == "tunnel"]
    xs, ys = zip(*(_point(board, tunnel) for tunnel in tunnels), strict=True)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    return t(IN[way_from(middle, _point(board, space))])


@lru_cache
def numbers(board: Board) -> dict[str, int]:
    """The space numbers by their notation."""
    return {name: space for space, name in enumerate(city.space_names(board.data))}


@lru_cache
def _bearings(board: Board) -> dict[int, Bearing]:
    """How the spaces without a name of their own are found, by destinations and tunnels."""
    points = {space: _point(board, space) for space in range(len(board.data["spaces"]))}
    marks = {space: at for space, at in points.items() if _kind(board, space) in ("destination", "tunnel")}
    return bearings({space: at for space, at in points.items() if space not in marks}, marks)


def _point(board: Board, space: int) -> Point:
    where = board.data["spaces"][space]
    return where["col"] * sqrt(3) / 2, where["h"] / 2


def _kind(board: Board, space: int) -> str:
    spaces = board.data["spaces"]
    return str(spaces[space]["kind"]) if space < len(spaces) else ""


def _own_name(board: Board, space: int) -> str:
    return str(board.data["spaces"][space]["name"])


def place_name(s: Record, touch: str, t: Translator) -> str:
    """What can be touched on the map by name: a space, "" for anything else."""
    space = numbers(s.board).get(touch.removeprefix("space-"))
    return "" if space is None else space_name(s.board, space, t)


def label(s: Record, action: int, t: Translator) -> str:
    """A move in spoken words."""
    if action == moves.END:
        return t("End the turn") if s.done else t("Pass")
    turned = s.tile[action % SPACES] if moves.TURN <= action < moves.REMOVE else NONE
    return _label(s.board, action, turned, t)


@lru_cache(16384)
def _label(board: Board, action: int, turned: int, t: Translator) -> str:
    """The same for all but the end of a turn; `turned`: the kind of a tile that is turned."""
    if action < moves.TURN:
        face = action // SPACES
        tile, exits = a_tile(tiles.FACE_KIND[face], t), exits_name(int(tiles.FACE_MASK[face]), t)
        return _fill_form(board, action, t("Lay {tile} {where}: {exits}"), t, tile=tile, exits=exits)
    if action < moves.REMOVE:
        exits = exits_name((action - moves.TURN) // SPACES + 1, t)
        tile = tile_name(turned, t)
        return _fill_form(board, action, t("Rotate the {tile} {where}: {exits}"), t, tile=tile, exits=exits)
    return _fill_form(board, action, _simple_label(action, t), t)


def _fill_form(board: Board, action: int, form: str, t: Translator, **fields: str) -> str:
    """A form with the place of an action filled in."""
    space = action % SPACES
    return form.format(where=where(board, space, t), to=towards(board, space, t), **fields)


def _simple_label(action: int, t: Translator) -> str:
    if action < moves.CONE:
        return t("Remove the intersection {where}")
    if action < moves.UNCONE:
        return t("Put a cone {where}")
    return t("Take the cone {where} away") if action < moves.STOP else t("Drive {to}")


ASKS = {
    "hand": N_("Where do you lay it?"),
    "car": N_("Where do you drive?"),
    "tool-cone": N_("Where do you put or take a cone?"),
    "tool-remove": N_("Which intersection do you remove?"),
}
"""What is asked after a touch, by its id or the part of it before the first hyphen."""
STEPS = {"hand": N_("intersection"), "space": N_("space"), "car": N_("car"), "tool": N_("tool")}
"""In a word, what is touched in each step of a move, by the same keys."""


def prompt(s: Record, seat: int, t: Translator) -> str:
    """What the seat in turn is asked to do."""
    if s.phase == state.OPENING:
        return t("Lay your first intersection on an empty space.")
    if s.short_trip:
        return t("Actions left: {left}. Build or drive?").format(left=state.SHORT_ACTIONS - s.done)
    if s.mode == state.BUILDING:
        return t("Go on building? Actions left: {left}.").format(left=s.builds - s.done)
    if s.mode == state.DRIVING:
        return t("One more stop: touch a place in reach.")
    return t("Build or drive: touch an intersection, a tool, or a place in reach.")
