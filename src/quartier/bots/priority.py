"""A fixed order of all actions, independent of the position: a baseline for what a title yields without any thought."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from quartier.bots.player import Picker
from quartier.bots.settings import FILE_SIGN
from quartier.core.engine.dice import Dice
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

FILE = "priority.json"


class Priority(Picker):
    """A bot that plays the first legal action in the order of `quartier train TITLE --blind`.

    Args:
        game: The game that it plays.
        level: The name of the bot, as `make` takes it: "priority", or "priority@FOLDER" for your own order.

    Raises:
        BadOption: There is no such order.
    """

    level = "priority"

    def __init__(self, game: Ruleset, level: str | None = None) -> None:
        super().__init__(game, level)
        folder = (level or "").partition(FILE_SIGN)[2]
        self._ranks = _read(Path(folder).expanduser() / FILE if folder else game.spec.data / FILE)
        if len(self._ranks) != game.actions:
            raise BadOption(_NO_ORDER, game=game.title())

    def _pick(self, position: State, seat: int, dice: Dice) -> int:
        return min(position.legal(seat), key=self._ranks.__getitem__)


@cache
def _read(file: Path) -> dict[int, int]:
    """Return the rank of each action in the order; None without the file."""
    if not file.is_file():
        return {}
    order = json.loads(file.read_text(encoding="utf-8"))["order"]
    return {action: rank for rank, action in enumerate(order)}


def write(folder: Path, card: dict[str, Any], order: list[int]) -> None:
    """Write an order, the action that is tried first at its beginning, and how it was made."""
    (folder / FILE).write_text(json.dumps({**card, "order": order}) + "\n", encoding="utf-8")


_NO_ORDER = N_("There’s no fixed priority order for {game}. Create one with `quartier train --blind`.")
