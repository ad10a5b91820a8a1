"""A move as a value: its notation, who plays it, and its number among the title's actions."""

from __future__ import annotations

from typing import Any, NoReturn, Protocol

Actor = int | str
"""A seat, or "*" for chance."""


class Labels(Protocol):
    """A position that can describe moves in words: a `State`."""

    def label(self, move: Move, lang: str | None = None) -> str:
        """Return a move in words; see `Move.label`."""
        ...


class Move(str):
    """A legal move, or an outcome of chance. It behaves as its notation: it prints, compares, sorts and hashes as that text.

    Examples:
        >>> import quartier
        >>> state = quartier.load("city_blocks").new(seed=7)
        >>> (seat,) = state.seats_to_act()
        >>> move = state.moves(seat)[0]
        >>> (move, move.actor, state.write(move.action)) == (str(move), seat, move)
        True

    Attributes:
        actor: The seat that plays it, or "*" for an outcome of chance.
        action: Its number among the title's actions, for `State.play_action`.
    """

    __slots__ = ("action", "actor")
    action: int
    actor: Actor

    def __new__(cls, notation: str, actor: Actor, action: int) -> Move:
        """Create the move that `actor` writes as `notation`.

        Args:
            notation: The move as text.
            actor: A seat, or "*" for chance.
            action: The move's number among the title's actions.
        """
        move = super().__new__(cls, notation)
        object.__setattr__(move, "actor", actor)
        object.__setattr__(move, "action", action)
        return move

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a move is a value: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a move is a value: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (str(self), self.actor, self.action)

    def label(self, state: Labels, lang: str | None = None) -> str:
        """Return the move in words, such as "House 3 at Grant and Cleveland".

        Args:
            state: The position before the move. Only what the actor knows of it is used.
            lang: The language, by default the current one.

        Returns:
            The title's label for the move; for an outcome of chance, which has no label, the notation.
        """
        return state.label(self, lang)
