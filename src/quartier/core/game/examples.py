"""Recorded games that rulebooks explain: their pictures show moments of them, so that text, numbers and pictures agree."""

from functools import cached_property
from pathlib import Path

from quartier.core.game.base_state import Event
from quartier.core.game.game import AnyBoard, Game, game_of
from quartier.core.game.state import State


class Example:
    """A recorded game in a title's data: `data/<name>.txt`, replayed on first use.

    `package` is the title's folder as a package; `board` is for a board that the folder does not have.
    """

    def __init__(self, package: str, name: str = "example", board: AnyBoard = None) -> None:
        self._package, self._name, self._board = package, name, board

    @property
    def game(self) -> Game:
        """Return the game of the title."""
        return game_of(self._package, self._package.rsplit(".", 1)[-1])

    @cached_property
    def whole(self) -> State:
        """Return the position at the end, with its history."""
        file: Path = self.game.spec.data / f"{self._name}.txt"
        return self.game.replay(file.read_text(encoding="utf-8"), self._board)

    def before(self, event: str) -> State:
        """Return the position before the first event with this text: "0 H3@c4". KeyError if there is none."""
        return self.whole.at(self._place(event))

    def after(self, event: str) -> State:
        """Return the position after an event; see `before`."""
        return self.whole.at(self._place(event) + 1)

    def _place(self, event: str) -> int:
        actor, _, move = event.partition(" ")
        expected = Event(actor if actor == "*" else int(actor), move)
        events = self.whole.events
        if expected not in events:
            raise KeyError(event)
        return events.index(expected)
