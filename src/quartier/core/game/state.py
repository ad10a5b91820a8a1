"""A position for people, servers and experiments: drawn, described, recorded, compared, saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quartier.core.engine.contract import CHANCE
from quartier.core.game.base_state import EVERYTHING, BaseState
from quartier.core.game.boards import BOARD_DATA, as_line
from quartier.core.game.move import Actor, Move
from quartier.core.game.player_view import PlayerView
from quartier.core.game.snapshot import Snapshot
from quartier.core.text import notation
from quartier.core.text.ascii_art import Picture, as_picture
from quartier.core.text.errors import QuartierError, nearest
from quartier.core.text.languages import N_, translator


class State(BaseState):
    """A position of one game with its past. `Game.new`, `Game.replay` and `quartier.replay` return one.

    `str(state)` is the table in characters, `bytes(state)` the position for `quartier.from_bytes`. Two states are equal
    if game, setup, viewer and position are equal, whatever their past. States are mutable, so they can't be hashed.

    Attributes:
        game: The game that is played.
        array: The record of the position: a NumPy array of the title's structured dtype, shape (1,). Moves change it in
            place.
        setup: What is fixed before the first event: seats, options, board, version of the rules.
        headers: Additional headers of the record, such as names and dates.
    """

    # ----- as text and bytes -----

    def record(self, seat: int | str | None = EVERYTHING) -> str:
        """Return the game as text.

        Args:
            seat: "all" for the full record; a seat or None (a spectator) for a record in which the draws that the
                viewer didn't see read `draw ?`.

        Returns:
            Header lines, an empty line, and one event a line; `quartier.replay` reads a full one.

        Raises:
            QuartierError: The position is concealed, so its past is unknown.
            BadOption: There is no such seat.
        """
        if self._viewer != EVERYTHING:
            raise QuartierError(
                N_("A position seen from one seat has no record, because it doesn’t contain the past.")
            )
        if seat == EVERYTHING:
            return notation.write(
                self._all_headers(), [(str(event.actor), event.move) for event in self.events]
            )
        viewer = self.viewer_number(seat)
        moves = [(str(event.actor), self.event_text(i, viewer)) for i, event in enumerate(self.events)]
        return notation.write(self._all_headers(), moves)

    def _all_headers(self) -> dict[str, str]:
        spec = self.game.spec
        headers = {"Game": self.game.name, "Players": str(self.seats), **self.headers}
        if self.rules > 1:  # records older than versioned rules omit it, as do all of version 1
            headers["Rules"] = spec.version_text(self.rules)
        if self.board is not spec.boards.standard():
            headers["Board"] = self.board.name
        if not spec.boards.is_shipped(self.board):
            headers[BOARD_DATA] = as_line(self.board.data)
        changed = {
            name: value
            for name, value in self.options.items()
            if name not in spec.options or value != spec.options[name].default
        }
        if changed:
            headers["Options"] = " ".join(f"{name}={str(value).lower()}" for name, value in changed.items())
        if self.over or "Termination" in self.headers:
            headers["Result"] = self.result()
        return headers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._identity() == other._identity()

    def _identity(self) -> tuple[Any, ...]:
        setup = self.game.name, self.rules, self.seats, self.options, self.board.data
        return *setup, self._viewer, self.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # a state changes when it is played

    def digest(self) -> str:
        """Return the identity of the position.

        Returns:
            "2:" and a SHA-256 in hexadecimal: the same on every machine and in every later release.
        """
        return self.game.spec.record_class.digest(self.array)

    def __repr__(self) -> str:
        if self._viewer == EVERYTHING:
            return f"quartier.replay({self.record()!r})"
        board = self.game.spec.boards.name_or_data(self.board)
        arguments = f"{self.seats}, {self.options!r}, {self._viewer!r}"
        more = "" if board is None else f", board={board!r}"
        more += "" if self.rules == self.game.version else f", rules={self.rules}"
        return f"{self.game!r}.from_bytes({self.to_bytes()!r}, {arguments}{more})"

    def __str__(self) -> str:
        return str(self.plain())

    def plain(self) -> Picture:
        """Return the table in characters, as `str` does, for terminals that have colours and a width."""
        spec = self.game.spec
        return as_picture(spec.text.ascii_art(self.open_record(), translator(folder=spec.folder)))

    def __bytes__(self) -> bytes:
        """Return the position, without its past, with all that `quartier.from_bytes` needs to restore it."""
        return Snapshot(
            self.game.name,
            self.seats,
            self.options,
            self.game.spec.boards.name_or_data(self.board),
            self.viewer,
            self.to_bytes(),
            self.rules,
        ).to_bytes()

    # ----- for people -----

    def decisions(self) -> Iterator[int]:
        """Yield the indices of the events at which a seat chose between several moves, in order."""
        for index, event in enumerate(self.past):
            if event.actor != CHANCE and len(self.at(index).legal(event.actor)) > 1:
                yield index

    def seen_by(self, seat: int | None, lang: str | None = None) -> PlayerView:
        """Return the view of a player: drawings, moves to choose from, the log.

        Args:
            seat: A seat, or None for a spectator.
            lang: The language of all texts, by default the current one.

        Returns:
            A view that follows this state when moves are played on it.

        Raises:
            BadOption: There is no such seat or language.
        """
        return PlayerView(self, seat, lang)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a player sees as a plain dict.

        Args:
            seat: A seat, or None for a spectator.

        Returns:
            What `seen_by(seat).view()` returns; its entry "concealed" is for `quartier.from_view`.

        Raises:
            BadOption: There is no such seat.
        """
        return self.seen_by(seat).view()

    def svg(self, seat: int | None, lang: str | None = None) -> str:
        """Draw what a player sees as one SVG document.

        Args:
            seat: A seat, or None for a spectator.
            lang: The language of all texts, by default the current one.

        Raises:
            BadOption: There is no such seat or language.
        """
        return self.seen_by(seat, lang).svg()

    def parts(self, seat: int | None, lang: str | None = None) -> dict[str, str]:
        """Draw what a player sees as separate pieces of SVG for a page.

        Args:
            seat: A seat, or None for a spectator.
            lang: The language of all texts, by default the current one.

        Returns:
            The SVG of "board", "aside" (the side panel; "" if there is none) and "hand".

        Raises:
            BadOption: There is no such seat or language.
        """
        return self.seen_by(seat, lang).parts()

    def _repr_svg_(self) -> str:
        """Draw the table for notebooks: as seen by the seat for which this state is concealed, else by a spectator."""
        seat = self.viewer if isinstance(self.viewer, int) else None
        return self.seen_by(seat).plain_svg()

    def suggestion(self, actor: Actor, move: str) -> Move | None:
        """Return the legal move that is most similar to a mistyped one.

        Args:
            actor: A seat, or "*" for chance.
            move: The mistyped text.

        Returns:
            A legal move, or None if none is similar enough.

        Raises:
            BadOption: There is no such seat.
        """
        return nearest_move(move, self.moves(actor))


def nearest_move(move: str, moves: Sequence[Move]) -> Move | None:
    """Return the move whose text differs from `move` only in case, or a little.

    Args:
        move: The mistyped text.
        moves: The moves to choose from.

    Returns:
        One of `moves`, or None if none is similar enough.
    """
    by_lower = {text.lower(): text for text in moves}
    near = nearest(move.strip(), list(by_lower))
    return by_lower[near] if near else None
