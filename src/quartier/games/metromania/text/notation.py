"""How moves of Metromania are written and read."""

from quartier.core.game.boards import Board

from ..rules import moves
from ..rules.board import LETTER_NAMES, PIECE_NAMES
from ..rules.geometry import FRAMES, PLACES, SIDE
from ..rules.state import NONE, TYPES

DIRECTION_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
SIDE_SIGNS = "+-"
TYPE_LETTERS = "RCE"


def vertex_text(vertex: int) -> str:
    """A vertex as `2,-3`."""
    q, r = PLACES[vertex]
    return f"{q},{r}"


def frame_text(frame: int) -> str:
    """A frame triangle as `0.3`: city edge, place."""
    return f"{frame // SIDE}.{frame % SIDE}"


def vertex_of(text: str) -> int:
    """The vertex of a text like `2,-3`."""
    q, _, r = text.partition(",")
    return PLACES.index((int(q), int(r)))


def frame_of(text: str) -> int:
    """The frame triangle of a text like `0.3`."""
    edge, _, place = text.partition(".")
    return int(edge) * SIDE + int(place)


def _text(action: int) -> str:
    if action < moves.DIG:
        line, frame, side = action // (2 * FRAMES), action // 2 % FRAMES, action % 2
        return f"begin {line + 1} {frame_text(frame)}{'ab'[side]}"
    if action < moves.STATION:
        return _dig_text(action - moves.DIG)
    if action < moves.FINISH:
        return f"station {vertex_text(action - moves.STATION)}"
    if action < moves.DECLINE:
        return (
            f"finish {(action - moves.FINISH) // FRAMES + 1} {frame_text((action - moves.FINISH) % FRAMES)}"
        )
    return {moves.DECLINE: "none", moves.PASS: "pass"}.get(action) or _outcome(action)


def _dig_text(code: int) -> str:
    way = DIRECTION_NAMES[moves.dig_direction(code)] + SIDE_SIGNS[moves.dig_side(code)]
    letter = moves.dig_letter(code)
    return f"dig {moves.dig_line(0, code) + 1} {way}" + (
        "" if letter == NONE else f" ={LETTER_NAMES[letter]}"
    )


def _outcome(action: int) -> str:
    if action < moves.ROTATE:
        return f"piece {PIECE_NAMES[action - moves.PIECE]}"
    if action < moves.MARKER:
        return f"rotate {action - moves.ROTATE}"
    if action < moves.DEAL_SIDE:
        letter, kind = divmod(action - moves.MARKER, TYPES)
        return f"marker {LETTER_NAMES[letter]} {TYPE_LETTERS[kind]}"
    return f"side {action - moves.DEAL_SIDE}" if action < moves.FIRST else f"first {action - moves.FIRST}"


_TEXTS = tuple(_text(action) for action in range(moves.ACTIONS))
_ACTIONS = {text: action for action, text in enumerate(_TEXTS)}


def write(action: int, board: Board) -> str:
    """The notation of an action."""
    return _TEXTS[action]


def read(text: str, board: Board) -> int:
    """The action of a notation, or -1."""
    return _ACTIONS.get(text, -1)
