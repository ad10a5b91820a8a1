"""Quartier: city-building board games, exact to their rulebooks.

Examples:
    >>> import quartier
    >>> game = quartier.load("city_blocks")
    >>> state = game.new(seats=2, seed=7)
    >>> (seat,) = state.seats_to_act()
    >>> state.play(seat, state.moves(seat)[0])
    >>> quartier.replay(state.record()) == state
    True
"""

from typing import Any

from quartier.core.engine.dice import Dice
from quartier.core.game import snapshot, view_codec
from quartier.core.game.boards import BadBoard
from quartier.core.game.game import Game
from quartier.core.game.move import Move
from quartier.core.game.state import State
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, BadRecord, IllegalMove, QuartierError, UnknownTitle
from quartier.core.text.languages import N_
from quartier.core.text.speaking import language
from quartier.games.registry import load, titles

__all__ = [
    "BadBoard",
    "BadOption",
    "BadRecord",
    "Dice",
    "Game",
    "IllegalMove",
    "Move",
    "QuartierError",
    "State",
    "UnknownTitle",
    "from_bytes",
    "from_view",
    "language",
    "load",
    "replay",
    "titles",
]

__version__ = "0.2.0.dev0"
"""The version of the package; the build reads it here."""


def replay(text: str) -> State:
    """Replay a record and return the position at its end.

    Args:
        text: A game record: header lines, then one event a line. It has to name its game in the header Game.

    Returns:
        The position after the last event, with its whole past. Chance is manual: nothing is drawn until `play("*",
            ...)`.

    Raises:
        BadRecord: The record is malformed, names no game or an unknown one, or has an illegal move; `line` is its line.
    """
    document = notation.parse(text)
    name = document.headers.get("Game")
    if name is None:
        raise BadRecord(1, N_('No [Game "..."] header, so it isn’t clear which game this is.'))
    try:
        game = load(name)
    except UnknownTitle as error:
        raise BadRecord(document.header_lines["Game"], error) from error
    return game.replay_document(document)


def from_bytes(data: bytes) -> State:
    """Restore a position that was saved by `bytes(state)`.

    Args:
        data: What `bytes(state)` returned. It names its game, seats, options and board.

    Returns:
        The position without its past, concealed for the same viewer as the saved one. Chance is manual.

    Raises:
        QuartierError: The bytes aren't a saved position, or its game, options or board are unknown here.
    """
    found = snapshot.read(data)
    game = load(found.game)
    return game.from_bytes(found.position, found.seats, found.options, found.viewer, found.board, found.rules)


def from_view(view: dict[str, Any]) -> State:
    """Restore a concealed position from the dict that `State.view` returns.

    Args:
        view: The dict, also after a round trip through JSON. See `Game.from_view` about sources that you don't trust.

    Returns:
        The position as its viewer knows it, without its past. Chance is manual.

    Raises:
        QuartierError: The dict isn't a view of a position.
    """
    return load(view_codec.game_named(view)).from_view(view)
