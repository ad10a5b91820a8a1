"""Forced moves: a seat's only legal one, played by the server.

That a player has no choice may itself be a secret: having to pass reveals what is not in the hand. So the
server plays only for a seat that knows no more than everyone else.
"""

from __future__ import annotations

from typing import Any

MAX_FORCED_MOVES = 200
"""Maximum forced moves after one command; further ones wait for the next command, so that no request is unbounded."""


def due(state: Any) -> tuple[int, str] | None:
    """Return a seat without a choice, and its move; None if there is none, or chance is due."""
    for seat in sorted(state.to_act() - {"*"}):
        move = only_move(state, seat)
        if move is not None:
            return seat, move
    return None


def only_move(state: Any, seat: int) -> str | None:
    """Return the only legal move of a seat, if everyone can see that it is the only one."""
    view = state.concealed(seat)
    moves = view.legal(seat)
    if len(moves) != 1 or view.to_bytes() != state.concealed(None).to_bytes():
        return None
    return str(view.write(moves[0]))
