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
"""The one place that says it; the build reads it here."""


def replay(text: str) -> State:
    """The position at the end of a record, with its whole past; chance is manual. BadRecord names the line."""
    document = notation.parse(text)
    name = document.headers.get("Game")
    if name is None:
        raise BadRecord(1, N_('There is no header [Game "..."] that names the game.'))
    try:
        game = load(name)
    except UnknownTitle as error:
        raise BadRecord(document.header_lines["Game"], error) from error
    return game.replay_document(document)


def from_bytes(data: bytes) -> State:
    """The position that `bytes(state)` has saved, without its past. QuartierError for other bytes."""
    found = snapshot.read(data)
    game = load(found.game)
    return game.from_bytes(found.position, found.seats, found.options, found.viewer, found.board, found.rules)


def from_view(view: dict[str, Any]) -> State:
    """The concealed position that `State.view` tells of (see `Game.from_view`). QuartierError for other dicts."""
    return load(view_codec.game_named(view)).from_view(view)
