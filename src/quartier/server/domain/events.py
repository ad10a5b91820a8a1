"""The stored events of a table, and the text of its control events.

A move that begins with "!" is a control event: something that happened at the table, not in the game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast, get_args

from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

MARK = "!"


@dataclass(frozen=True)
class Row:
    """One stored event. `actor` is "*" or a seat number, `seq` counts from 1."""

    seq: int
    actor: str | int
    move: str
    command: str | None = None
    """The id of the command whose first event this is; those after it without one belong to the same command."""

    @property
    def control(self) -> bool:
        """Whether it is a control event, which `read` parses."""
        return self.move.startswith(MARK)

    @property
    def is_draw(self) -> bool:
        """Whether it is a chance event of the game."""
        return self.actor == "*" and not self.control

    def is_move_of(self, seat: int) -> bool:
        """Return whether it is a move of a seat in the game."""
        return self.actor == seat and not self.control

    @property
    def content(self) -> str | ControlEvent:
        """Return the move of a game, or the control event. Raises BadEvent."""
        return read(self.move) if self.control else self.move


@dataclass(frozen=True)
class Entry:
    """An event with the text that each viewer may see: `texts[0]` for spectators, `texts[seat + 1]` for a seat.

    The texts are created when the event is played, because an undone event belongs to no later state.
    """

    row: Row
    texts: tuple[str, ...]

    def text(self, viewer: int | None) -> str:
        return self.texts[0 if viewer is None else viewer + 1]


class BadEvent(QuartierError):
    """A control event that does not parse."""


class ControlEvent(ABC):
    """A control event of a seat, or of "*"."""

    @abstractmethod
    def write(self) -> str:
        """Return the stored form."""


@dataclass(frozen=True)
class Join(ControlEvent):
    """A player takes the seat; when all are taken the game begins."""

    name: str
    guest: bool = False
    """The player has no account."""

    def write(self) -> str:
        return f"!{'guest' if self.guest else 'join'} {self.name}"


@dataclass(frozen=True)
class Leave(ControlEvent):
    """The player left the seat before the game began, or was `removed` by the table's creator."""

    name: str
    removed: bool

    def write(self) -> str:
        return f"!{'removed' if self.removed else 'leave'} {self.name}"


@dataclass(frozen=True)
class AskBots(ControlEvent):
    """The seat would rather play with bots now than wait for more people."""

    def write(self) -> str:
        return "!bots"


@dataclass(frozen=True)
class FillWithBot(ControlEvent):
    """Everyone present has agreed: a bot takes the free seat."""

    level: str

    def write(self) -> str:
        return f"!fill {self.level}"


@dataclass(frozen=True)
class Cancel(ControlEvent):
    """The table was cancelled before its game began."""

    def write(self) -> str:
        return "!cancel"


@dataclass(frozen=True)
class Nonce(ControlEvent):
    """The seat's nonce for provable chance; with the last one the game begins."""

    nonce: str

    def write(self) -> str:
        return f"!nonce {self.nonce}"


@dataclass(frozen=True)
class Undo(ControlEvent):
    """The game's events from number `since` on no longer count."""

    since: int

    def write(self) -> str:
        return f"!undo {self.since}"


@dataclass(frozen=True)
class AskTakeback(ControlEvent):
    """The seat asks to take its last move back."""

    def write(self) -> str:
        return "!takeback ask"


@dataclass(frozen=True)
class AnswerTakeback(ControlEvent):
    """Another player answers the request; a "no", or any move, closes it."""

    yes: bool

    def write(self) -> str:
        return f"!takeback {_yes_no(self.yes)}"


@dataclass(frozen=True)
class Resign(ControlEvent):
    """The seat resigns. With a level a bot plays it to the end, for the others; without, the game is over."""

    level: str | None = None

    def write(self) -> str:
        return "!resign" if self.level is None else f"!resign {self.level}"


@dataclass(frozen=True)
class TimeExpired(ControlEvent):
    """The seat has run out of time.

    With a level a bot plays it, to the end or until the person `returns`; without, the game is over.
    """

    level: str | None = None
    returns: bool = False

    def write(self) -> str:
        return " ".join(
            ["!time", *([self.level] if self.level else []), *(["returns"] if self.returns else [])]
        )


@dataclass(frozen=True)
class AskBotTakeover(ControlEvent):
    """The seat asks for a bot to take over another `seat`, whose person is away."""

    seat: int
    level: str

    def write(self) -> str:
        return f"!replace ask {self.seat} {self.level}"


@dataclass(frozen=True)
class AnswerBotTakeover(ControlEvent):
    """Another player answers the request; a "no" may also come from the absent person."""

    yes: bool

    def write(self) -> str:
        return f"!replace {_yes_no(self.yes)}"


@dataclass(frozen=True)
class BotTakeover(ControlEvent):
    """All have agreed: a bot plays for the seat."""

    level: str

    def write(self) -> str:
        return f"!bot {self.level}"


@dataclass(frozen=True)
class Return(ControlEvent):
    """The seat's person plays again."""

    def write(self) -> str:
        return "!return"


@dataclass(frozen=True)
class AskRematch(ControlEvent):
    """The seat would like to play again."""

    def write(self) -> str:
        return "!rematch"


@dataclass(frozen=True)
class Rematch(ControlEvent):
    """All have agreed: the id of the new table."""

    table_id: str

    def write(self) -> str:
        return f"!next {self.table_id}"


@dataclass(frozen=True)
class Substitute(ControlEvent):
    """Another player takes the seat over, at a table of a tournament."""

    name: str

    def write(self) -> str:
        return f"!substitute {self.name}"


LeftTournament = Literal["removed", "deadline", "ended"]


@dataclass(frozen=True)
class OutOfTournament(ControlEvent):
    """The organiser has `removed` the seat's player from the tournament; or, for "*", the game no longer counts there,
    because the round's `deadline` has passed or the tournament has `ended`. The game continues by its own rules.
    """

    reason: LeftTournament
    chances: tuple[int, ...] = ()
    """By seat the percentages of the win in the bots' evaluation that has decided the match; empty: it wasn't evaluated."""

    def write(self) -> str:
        return " ".join(["!tournament", self.reason, *map(str, self.chances)])


class Change(NamedTuple):
    """The rating of a seat before and after a rated game."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True)
class Rated(ControlEvent):
    """A rated game is over and has changed ratings; a bot's never change."""

    changes: tuple[Change, ...]

    def write(self) -> str:
        return " ".join(["!rated", *(f"{seat}:{before}:{after}" for seat, before, after in self.changes)])


UnratedReason = Literal["moves", "network", "moderator"]


@dataclass(frozen=True)
class Unrated(ControlEvent):
    """A rated game is over and changes no rating.

    Because someone has made too few `moves`, all players have the same internet connection (`network`), or a `moderator`
    has voided it.
    """

    reason: UnratedReason = "moves"

    def write(self) -> str:
        return "!unrated" if self.reason == "moves" else f"!unrated {self.reason}"


@dataclass(frozen=True)
class Ready(ControlEvent):
    """The seat's person is there; when all are, the game begins."""

    def write(self) -> str:
        return "!ready"


@dataclass(frozen=True)
class NotReady(ControlEvent):
    """The seat's person was not there when the game was to begin, and has lost the seat."""

    name: str

    def write(self) -> str:
        return f"!unready {self.name}"


def read(move: str) -> ControlEvent:
    """Parse a stored control event. Raises BadEvent."""
    verb, _, rest = move.partition(" ")
    try:
        return _READERS[verb](rest)
    except (KeyError, ValueError) as error:
        raise BadEvent(N_("Unknown table event “{text}”."), text=move[:60]) from error


def _yes_no(yes: bool) -> str:
    return "yes" if yes else "no"


def _is_yes(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _takeback(rest: str) -> ControlEvent:
    return AskTakeback() if rest == "ask" else AnswerTakeback(_is_yes(rest))


def _replace(rest: str) -> ControlEvent:
    text, _, question = rest.partition(" ")
    if text != "ask":
        return AnswerBotTakeover(_is_yes(text))
    seat, level = question.split(" ")
    return AskBotTakeover(int(seat), level)


def _time(rest: str) -> ControlEvent:
    level, *returns = rest.split(" ") if rest else [None]
    if returns not in ([], ["returns"]):
        raise ValueError(rest)
    return TimeExpired(level, bool(returns))


def _rating_changes(rest: str) -> ControlEvent:
    changes = [change.split(":") for change in rest.split(" ")]
    return Rated(tuple(Change(int(seat), int(before), int(after)) for seat, before, after in changes))


def _unrated_reason(rest: str) -> ControlEvent:
    reason = rest or "moves"
    if reason not in get_args(UnratedReason):
        raise ValueError(rest)
    return Unrated(cast(UnratedReason, reason))


def _out_of_tournament(rest: str) -> ControlEvent:
    reason, *chances = rest.split(" ")
    if reason not in get_args(LeftTournament):
        raise ValueError(rest)
    return OutOfTournament(cast(LeftTournament, reason), tuple(map(int, chances)))


_READERS: dict[str, Callable[[str], ControlEvent]] = {
    "!join": Join,
    "!guest": lambda rest: Join(rest, guest=True),
    "!leave": lambda rest: Leave(rest, removed=False),
    "!removed": lambda rest: Leave(rest, removed=True),
    "!bots": lambda _: AskBots(),
    "!fill": FillWithBot,
    "!cancel": lambda _: Cancel(),
    "!nonce": Nonce,
    "!undo": lambda rest: Undo(int(rest)),
    "!takeback": _takeback,
    "!resign": lambda rest: Resign(rest or None),
    "!time": _time,
    "!replace": _replace,
    "!bot": BotTakeover,
    "!return": lambda _: Return(),
    "!rematch": lambda _: AskRematch(),
    "!next": Rematch,
    "!rated": _rating_changes,
    "!unrated": _unrated_reason,
    "!ready": lambda _: Ready(),
    "!unready": NotReady,
    "!substitute": Substitute,
    "!tournament": _out_of_tournament,
}
