"""What somebody wants to play, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import quartier
from quartier.core.play.boards import BadBoard
from quartier.core.text.errors import BadOption, UnknownTitle, nearest
from quartier.core.text.languages import N_
from quartier.server.refusals import LibraryRefusal, Refused
from quartier.server.table import bot_levels


@dataclass(frozen=True)
class SeatWish:
    """One seat of a new table: "me" (this browser), "friend" (by invitation) or "bot"."""

    kind: str
    name: str = ""
    bot: str = ""

    @property
    def level(self) -> str | None:
        """The level of its bot; None for a person. Raises Refused with the nearest level for one that there is not."""
        return _checked_level(self.bot) if self.kind == "bot" else None


@dataclass(frozen=True)
class TableWish:
    """A new table: what is played, and who sits there. `board` None: the standard one."""

    title: str
    options: dict[str, Any]
    seats: list[SeatWish]
    board: str | None = None
    automatic: bool = True
    hints: bool | None = None
    """None: where nobody plays against somebody on another device."""
    access: str = "link"
    """Who may watch: see `TableSetup.access`."""
    provable: bool = False
    """Whether everybody can check afterwards that chance was fair."""

    @property
    def gives_hints(self) -> bool:
        """Whether seats may ask for good moves."""
        alone = all(seat.kind != "friend" for seat in self.seats)
        return alone if self.hints is None else self.hints

    def must_be_allowed(self, lobby: bool) -> None:
        """Refused for a public table where there is no `lobby`."""
        if self.access == "public" and not lobby:
            text = N_("There is no lobby here, so a table cannot be public. Open it by link.")
            raise Refused(422, "no_lobby", text)

    def all_options(self) -> dict[str, Any]:
        """All options with their values, as the game understands them. Raises Refused for what the title cannot do."""
        try:
            game = quartier.load(self.title)
            state = game.new(seats=len(self.seats), chance="manual", board=self.board, **self.options)
            return dict(state.options)
        except UnknownTitle as unknown:
            raise LibraryRefusal(422, "unknown_title", unknown) from unknown
        except BadBoard as bad:
            raise LibraryRefusal(422, "bad_board", bad) from bad
        except BadOption as bad:
            raise LibraryRefusal(422, "bad_option", bad) from bad


def _checked_level(name: str) -> str:
    if name in bot_levels.KNOWN:
        return name
    near = nearest(name, list(bot_levels.KNOWN)) or bot_levels.USUAL
    text = N_("There is no bot “{name}”. Did you mean {near}?")
    raise Refused(422, "unknown_bot", text, name=name[:40], near=near)
