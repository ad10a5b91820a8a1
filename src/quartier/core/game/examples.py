"""Recorded games that rulebooks explain: their pictures show moments of them, so that words, numbers and pictures agree."""

from functools import cached_property
from pathlib import Path

from quartier.core.game.game import AnyBoard, Game, game_of
from quartier.core.game.position import Event
from quartier.core.game.state import State


class Example:
    """A recorded game in a title's data: `data/<name>.txt`. It is replayed when it is first asked for.

    `package` is the title's folder as a package; `board` is for a board that the folder does not have.
    """

    def __init__(self, package: str, name: str = "example", board: AnyBoard = None) -> None:
        self._package, self._name, self._board = package, name, board

    @property
    def game(self) -> Game:
        """The title that is played."""
        return game_of(self._package, self._package.rsplit(".", 1)[-1])

    @cached_property
    def whole(self) -> State:
        """The position at the end, with its past."""
        file: Path = self.game.declared.data / f"{self._name}.txt"
        return self.game.replay(file.read_text(encoding="utf-8"), self._board)

    def before(self, event: str) -> State:
        """The position before the first event that is written like this: "0 H3@c4". KeyError if there is none."""
        return self.whole.at(self._place(event))

    def after(self, event: str) -> State:
        """The position after an event; see `before`."""
        return self.whole.at(self._place(event) + 1)

    def _place(self, event: str) -> int:
        actor, _, move = event.partition(" ")
        wanted = Event(actor if actor == "*" else int(actor), move)
        events = self.whole.events
        if wanted not in events:
            raise KeyError(event)
        return events.index(wanted)
