"""Moves that are no decisions: a seat's only legal one, played by the server so that nobody has to.

That somebody has no choice may itself be a secret: a player who must pass shows what is not in their hand. So only
a seat that knows no more than everybody else is played for.
"""

from __future__ import annotations

from typing import Any

MOST = 200
"""Forced moves after one command; what is still forced then waits for the next one, and no request runs for ever."""


def due(state: Any) -> tuple[int, str] | None:
    """A seat that has no choice, and its move; None if every seat that may act has a choice, or chance is due."""
    for seat in sorted(state.to_act() - {"*"}):
        move = only_move(state, seat)
        if move is not None:
            return seat, move
    return None


def only_move(state: Any, seat: int) -> str | None:
    """The only legal move of a seat, if everybody can see that it is the only one."""
    known = state.concealed(seat)
    moves = known.legal(seat)
    if len(moves) != 1 or known.to_bytes() != state.concealed(None).to_bytes():
        return None
    return str(known.write(moves[0]))
