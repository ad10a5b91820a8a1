"""A position with its past: the object that people, servers and experiments hold."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.play.boards import Board
from quartier.core.show import presentation
from quartier.core.show.presentation import Choice, LogLine
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, IllegalMove, QuartierError, nearest
from quartier.core.text.languages import N_

if TYPE_CHECKING:
    from quartier.core.play.game import Game

Actor = int | str
SPECTATOR = -1
EVERYTHING = "all"


class Event(NamedTuple):
    """One event of a record: the seat number or "*", and the move in notation."""

    actor: Actor
    move: str


class Past(NamedTuple):
    """One event as the engine knows it, with the position before it."""

    actor: int
    action: int
    before: bytes


@dataclass(frozen=True)
class Setup:
    """What is fixed before the first event."""

    seats: int
    options: dict[str, bool | int | str]
    board: Board


class State:
    """A position of one game, made by `Game.new`, `Game.replay` or `quartier.replay`."""

    def __init__(self, game: Game, position: Any, setup: Setup, dice: Dice | None = None) -> None:
        self.game = game
        self.position = position  # array of the title's record, shape (1,)
        self.setup = setup
        self.headers: dict[str, str] = {}
        self.past: list[Past] = []
        self._dice = dice
        self._viewer: int | str | None = EVERYTHING

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.setup.seats

    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values."""
        return self.setup.options

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.setup.board

    # ----- whose turn, what is possible -----

    def to_act(self) -> set[Actor]:
        """{"*"} when chance is due, else the seats that may act; empty when the game is over."""
        actors = self.game.kernels.to_act_at(self.position)
        if actors == CHANCE:
            return {notation.CHANCE_ACTOR}
        return {seat for seat in range(self.seats) if actors >> seat & 1}

    def moves(self, actor: Actor) -> list[str]:
        """Every legal move of a seat, or every outcome for "*", in notation and sorted; empty if it is not due."""
        return sorted(self.write(action) for action in self.legal(self.actor_number(actor)))

    def legal(self, actor: int) -> list[int]:
        """The legal actions as numbers; CHANCE for outcomes."""
        actions, weights = self.buffers()
        kernels = self.game.kernels
        if actor != CHANCE:
            count = kernels.legal_at(self.position, actor, actions)
        else:
            due = kernels.to_act_at(self.position) == CHANCE
            count = kernels.outcomes_at(self.position, actions, weights) if due else 0
        return [int(action) for action in actions[:count]]

    def chances(self) -> dict[str, int]:
        """The outcomes of the chance event now due with their integer weights; empty if none is due."""
        actions, weights = self.buffers()
        if self.game.kernels.to_act_at(self.position) != CHANCE:
            return {}
        count = self.game.kernels.outcomes_at(self.position, actions, weights)
        return {self.write(int(actions[i])): int(weights[i]) for i in range(count)}

    def buffers(self) -> tuple[Any, Any]:
        """Scratch space for actions and weights: int64, shape (ACTIONS,)."""
        return np.empty(self.game.actions, np.int64), np.empty(self.game.actions, np.int64)

    def actor_number(self, actor: Actor) -> int:
        """A seat number as it is, "*" as CHANCE; BadOption for anything else."""
        if actor == notation.CHANCE_ACTOR:
            return CHANCE
        if isinstance(actor, bool) or not isinstance(actor, (int, np.integer)) or not 0 <= actor < self.seats:
            raise BadOption(_NO_SEAT, actor=actor, last=self.seats - 1)
        return int(actor)

    # ----- playing -----

    def play(self, actor: Actor, move: str) -> None:
        """Play a move, or an outcome for "*". IllegalMove says which rule forbids it; nothing has changed then."""
        self.play_action(self.actor_number(actor), self.read(move))

    def read(self, move: str) -> int:
        """The action that a text stands for; IllegalMove (rule "notation") if it is unreadable."""
        words = self.game.declared.words
        action = words.read(move.strip(), self.board) if isinstance(move, str) else -1
        if action < 0:
            raise IllegalMove("notation", words.SYNTAX, self.game.declared.folder, move=str(move)[:40])
        return action

    def write(self, action: int) -> str:
        """The notation of an action."""
        return self.game.declared.words.write(action, self.board)

    def play_action(self, actor: int, action: int) -> None:
        """`play` in the engine's numbers."""
        refusal = self.refusal(actor, action)
        if refusal:
            raise refusal
        self._apply(actor, action)
        self.settle_own()

    def refusal(self, actor: int, action: int) -> IllegalMove | None:
        """Why an action is illegal, or None."""
        code = int(self.game.kernels.forbid_at(self.position, actor, action))
        if code == 0:
            return None
        declared = self.game.declared
        rule = f"{declared.rules.PREFIX}-{code // 10}"
        fields = {"move": self.write(action), **self._refusal_fields(actor, action)}
        return IllegalMove(rule, declared.words.REFUSALS[code], declared.folder, **fields)

    def _refusal_fields(self, actor: int, action: int) -> dict[str, Any]:
        """What a title names in its refusals beside the move (its `refusal_fields`), from what the actor knows."""
        named = getattr(self.game.declared.words, "refusal_fields", None)
        seat = None if actor == CHANCE else actor
        return dict(named(self.known(self.to_bytes(), seat), actor, action)) if named else {}

    def _apply(self, actor: int, action: int) -> None:
        self.past.append(Past(actor, action, self.position.tobytes()))
        self.game.kernels.play_at(self.position, actor, action)

    def draw(self, dice: Dice) -> Event:
        """Play the one chance event now due, by weight; QuartierError if none is."""
        if self.to_act() != {notation.CHANCE_ACTOR}:
            raise QuartierError(N_("No chance event is due."))
        actions, weights = self.buffers()
        self._apply(CHANCE, int(self.game.kernels.draw_at(self.position, dice.state, actions, weights)))
        return self._event(self.past[-1], self.past[-1].action)

    def settle(self, dice: Dice) -> list[Event]:
        """Play all chance events now due."""
        first = len(self.past)
        while self.game.kernels.to_act_at(self.position) == CHANCE:
            self.draw(dice)
        return [self._event(past, past.action) for past in self.past[first:]]

    def settle_own(self) -> None:
        """Play all chance events now due, if this state draws them itself."""
        if self._dice:
            self.settle(self._dice)

    # ----- results -----

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.kernels.to_act_at(self.position) == 0)

    def scores(self) -> list[int]:
        """The final scoring applied to the present position, by seat."""
        return [int(self.game.kernels.score_at(self.position, seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """The seats that have won (several share a draw); empty while the game goes on."""
        if not self.over:
            return []
        winners = self.game.kernels.winners_at(self.position)
        return [seat for seat in range(self.seats) if winners >> seat & 1]

    def result(self) -> str:
        """The scores as the header Result writes them."""
        return " ".join(str(score) for score in self.scores())

    def looks(self) -> list[int]:
        """Which of the common looks (colour, pattern, sign: 0 to 5) each seat has in the drawings of this game."""
        return presentation.looks(self)

    def verdict(self, lang: str | None = None) -> str:
        """The result in words, where winning or losing does not say it; empty if the title has none, or before the end."""
        return presentation.verdict(self, lang)

    # ----- the past -----

    @property
    def events(self) -> list[Event]:
        """All events in order, in full: for the record, never for a player."""
        return [self._event(past, past.action) for past in self.past]

    def _event(self, past: Past, action: int | None) -> Event:
        actor = notation.CHANCE_ACTOR if past.actor == CHANCE else past.actor
        return Event(actor, notation.HIDDEN_DRAW if action is None else self.write(action))

    def event_text(self, index: int, seat: int | None) -> str:
        """An event's move as a viewer may see it: `draw ?` for a draw that stays secret."""
        return self._event(self.past[index], self.visible_action(index, seat)).move

    def visible_action(self, index: int, seat: int | None) -> int | None:
        """The action of an event, or None if the viewer may not see it."""
        past = self.past[index]
        if past.actor != CHANCE or self._known_to(past.before, seat):
            return past.action
        return None

    def _known_to(self, before: bytes, seat: int | None) -> bool:
        position = self.game.declared.state.from_bytes(before)
        return bool(self.game.kernels.sees_at(position, self._eyes(seat)))

    def sees(self, seat: int | None) -> bool:
        """Whether a viewer (None: a spectator) may see the outcome of the chance event now due."""
        return self._known_to(self.position.tobytes(), seat)

    def record(self, seat: int | str | None = EVERYTHING) -> str:
        """The game as text: everything, or as a seat (None: a spectator) may see it."""
        if self._viewer != EVERYTHING:
            raise QuartierError(N_("A position seen by one seat has no record: it does not know its past."))
        if seat == EVERYTHING:
            return notation.write(
                self._all_headers(), [(str(event.actor), event.move) for event in self.events]
            )
        viewer = self._viewer_number(seat)
        moves = [(str(event.actor), self.event_text(i, viewer)) for i, event in enumerate(self.events)]
        return notation.write(self._all_headers(), moves)

    def _all_headers(self) -> dict[str, str]:
        declared = self.game.declared
        headers = {"Game": self.game.name, "Players": str(self.seats), **self.headers}
        if self.board is not declared.boards.standard():
            headers["Board"] = self.board.name
        changed = {
            name: value for name, value in self.options.items() if value != declared.options[name].default
        }
        if changed:
            headers["Options"] = " ".join(f"{name}={str(value).lower()}" for name, value in changed.items())
        if self.over or "Termination" in self.headers:
            headers["Result"] = self.result()
        return headers

    def at(self, index: int) -> State:
        """The position after the first `index` events, with that past; chance is manual."""
        if not 0 <= index <= len(self.past):
            raise BadOption(
                N_("There is no event {index}; the record has {count}."), index=index, count=len(self.past)
            )
        earlier = self.copy()
        earlier._dice = None
        if index < len(self.past):
            earlier.position = self.game.declared.state.from_bytes(self.past[index].before)
            earlier.past = self.past[:index]
            earlier.headers.pop("Termination", None)
        return earlier

    # ----- copies, comparison, bytes -----

    def copy(self) -> State:
        """An independent copy that will meet the same chance events."""
        twin = State(self.game, self.position.copy(), self.setup, self._dice and self._dice.copy())
        twin.headers, twin.past, twin._viewer = dict(self.headers), list(self.past), self._viewer
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._identity() == other._identity()

    def _identity(self) -> tuple[Any, ...]:
        return self.game.name, self.seats, self.options, self.board.name, self._viewer, self.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # a state changes when it is played

    def to_bytes(self) -> bytes:
        """The record of the position."""
        return bytes(self.position.tobytes())

    def digest(self) -> str:
        """SHA-256 of the record of the position, in hexadecimal."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __repr__(self) -> str:
        if self._viewer == EVERYTHING:
            return f"quartier.replay({self.record()!r})"
        place = f"{self.seats}, {self.options!r}, {self._viewer!r}"
        board = "" if self.board.blank else f", board={self.board.name!r}"
        return f"{self.game!r}.from_bytes({self.to_bytes()!r}, {place}{board})"

    def __str__(self) -> str:
        return self.game.declared.words.picture(self.opened())

    def opened(self) -> Any:
        """The record with its fields as attributes."""
        return self.game.declared.state.open(self.position, board=self.board)

    # ----- hidden information -----

    def concealed(self, seat: int | None) -> State:
        """What a seat (None: a spectator) may know, without the past. Bots, drawings and lists of moves get only this."""
        viewer = self._viewer_number(seat)
        known = State(self.game, self.position.copy(), self.setup)
        self.game.kernels.conceal_at(known.position, self._eyes(viewer))
        return known.marked_as_seen_by(viewer)

    @property
    def viewer(self) -> int | str | None:
        """For whom this state was concealed: a seat, None (a spectator), or "all" if it was not."""
        return self._viewer

    def marked_as_seen_by(self, viewer: int | str | None) -> State:
        """This state, remembering for whom it was concealed."""
        self._viewer = viewer
        return self

    def known(self, position: bytes, seat: int | None) -> Any:
        """The opened record of what a seat may know of a position given as bytes."""
        record = self.game.declared.state.from_bytes(position)
        self.game.kernels.conceal_at(record, self._eyes(seat))
        return self.game.declared.state.open(record, board=self.board)

    def imagine(self, seat: int | None, dice: Dice) -> State:
        """A random world that agrees with all that a seat knows, with its true probability."""
        world = self.concealed(seat).marked_as_seen_by(EVERYTHING)
        self.game.kernels.imagine_at(world.position, self._eyes(seat), dice.state)
        return world

    def _viewer_number(self, seat: int | str | None) -> int | None:
        if seat == notation.CHANCE_ACTOR:
            raise BadOption(_NO_VIEWER, last=self.seats - 1)
        return None if seat is None else self.actor_number(seat)

    def _eyes(self, seat: int | str | None) -> int:
        """The number by which rules know a viewer: a seat, or SPECTATOR. BadOption for a seat that does not exist."""
        viewer = self._viewer_number(seat)
        return SPECTATOR if viewer is None else viewer

    # ----- for people (see quartier.core.show.presentation) -----

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as a plain dict, as a seat (None: a spectator) may know it."""
        return presentation.view(self, seat)

    def svg(self, seat: int | None, lang: str | None = None) -> str:
        """The table as one SVG document, as a seat (None: a spectator) sees it."""
        return presentation.svg(self, seat, lang)

    def parts(self, seat: int | None, lang: str | None = None) -> dict[str, str]:
        """The drawings of "board" and "hand" for a page."""
        return presentation.parts(self, seat, lang)

    def choices(self, seat: int, lang: str | None = None) -> list[Choice]:
        """What a page needs for each legal move of a seat; empty if it may not act."""
        return presentation.choices(self, seat, lang)

    def why(self, seat: int, path: list[str], lang: str | None = None) -> IllegalMove | None:
        """Why touching these ids leads to no move of the seat; None if it leads to one, or means nothing."""
        return presentation.why(self, seat, path)

    def prompt(self, seat: int | None, lang: str | None = None) -> str:
        """What a seat is asked to do now; empty if it may not act."""
        return presentation.prompt(self, seat, lang)

    def sources(self, seat: int, lang: str | None = None) -> list[tuple[str, int]]:
        """Where a seat's score comes from: (label, points)."""
        return presentation.sources(self, seat, lang)

    def log(self, seat: int | None, lang: str | None = None, names: list[str] | None = None) -> list[LogLine]:
        """Every event worded for a viewer; `names` replace the names of the seats."""
        return [self.log_line(index, seat, lang, names) for index in range(len(self.past))]

    def log_line(
        self, index: int, seat: int | None, lang: str | None = None, names: list[str] | None = None
    ) -> LogLine:
        """One event worded for a viewer."""
        return presentation.log_line(self, index, seat, lang, names)

    def suggestion(self, actor: Actor, move: str) -> str | None:
        """The legal move whose text is nearest to a mistyped one."""
        return nearest_move(move, self.moves(actor))


def nearest_move(move: str, moves: list[str]) -> str | None:
    """The move whose text differs from `move` in upper and lower case only, or a little."""
    by_lower = {text.lower(): text for text in moves}
    near = nearest(move.strip(), list(by_lower))
    return by_lower[near] if near else None


_NO_SEAT = N_("There is no seat “{actor}”. Seats are numbered 0 to {last}, chance is *.")
_NO_VIEWER = N_("Chance sees nothing. A viewer is a seat from 0 to {last}, or None for a spectator.")
