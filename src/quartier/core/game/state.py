"""A position as people, servers and experiments hold it: drawn, worded, written down, compared, saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quartier.core.game.base_state import EVERYTHING, BaseState
from quartier.core.game.move import Actor, Move
from quartier.core.game.player_view import PlayerView
from quartier.core.game.snapshot import Snapshot
from quartier.core.text import notation
from quartier.core.text.ascii_art import Picture, as_picture
from quartier.core.text.errors import QuartierError, nearest
from quartier.core.text.languages import N_, translator


class State(BaseState):
    """A position of one game, made by `Game.new`, `Game.replay` or `quartier.replay`."""

    # ----- as text and bytes -----

    def record(self, seat: int | str | None = EVERYTHING) -> str:
        """The game as text: everything, or as a seat (None: a spectator) may see it."""
        if self._viewer != EVERYTHING:
            raise QuartierError(N_("A position seen by one seat has no record: it does not know its past."))
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
        if self.rules > 1:  # records from before there were versions say nothing, and so do all of the first
            headers["Rules"] = spec.version_text(self.rules)
        if self.board is not spec.boards.standard():
            headers["Board"] = self.board.name
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
        """What says which position this is: "2:" and a SHA-256, the same on every machine and in every later release."""
        return self.game.spec.record_class.digest(self.array)

    def __repr__(self) -> str:
        board = self.game.spec.boards.name_or_data(self.board)
        if self._viewer == EVERYTHING:
            # A record names its board, so one that the title does not know has to come with it.
            if isinstance(board, dict):
                return f"{self.game!r}.replay({self.record()!r}, board={board!r})"
            return f"quartier.replay({self.record()!r})"
        arguments = f"{self.seats}, {self.options!r}, {self._viewer!r}"
        more = "" if board is None else f", board={board!r}"
        more += "" if self.rules == self.game.version else f", rules={self.rules}"
        return f"{self.game!r}.from_bytes({self.to_bytes()!r}, {arguments}{more})"

    def __str__(self) -> str:
        return str(self.plain())

    def plain(self) -> Picture:
        """The table in characters, as `str` has it, for terminals that know colours and their width."""
        spec = self.game.spec
        return as_picture(spec.text.ascii_art(self.open_record(), translator(folder=spec.folder)))

    def __bytes__(self) -> bytes:
        """The position with all that is needed to open it again by `quartier.from_bytes`; not its past."""
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

    def seen_by(self, seat: int | None, lang: str | None = None) -> PlayerView:
        """What a seat (None: a spectator) sees, worded in `lang`: drawings, moves to choose from, the log."""
        return PlayerView(self, seat, lang)

    def view(self, seat: int | None) -> dict[str, Any]:
        """`seen_by(seat).view()`: the table as a plain dict."""
        return self.seen_by(seat).view()

    def svg(self, seat: int | None, lang: str | None = None) -> str:
        """`seen_by(seat, lang).svg()`: the table as one SVG document."""
        return self.seen_by(seat, lang).svg()

    def parts(self, seat: int | None, lang: str | None = None) -> dict[str, str]:
        """`seen_by(seat, lang).parts()`: the drawings of "board", "aside" and "hand" for a page."""
        return self.seen_by(seat, lang).parts()

    def _repr_svg_(self) -> str:
        """The table for notebooks: as the seat sees it for which this state is concealed, else as a spectator does."""
        seat = self.viewer if isinstance(self.viewer, int) else None
        return self.seen_by(seat).plain_svg()

    def suggestion(self, actor: Actor, move: str) -> Move | None:
        """The legal move whose text is nearest to a mistyped one."""
        return nearest_move(move, self.moves(actor))


def nearest_move(move: str, moves: Sequence[Move]) -> Move | None:
    """The move whose text differs from `move` in upper and lower case only, or a little."""
    by_lower = {text.lower(): text for text in moves}
    near = nearest(move.strip(), list(by_lower))
    return by_lower[near] if near else None
