"""A position with its past: what the rules say about it, what a seat may know of it, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import index as whole
from threading import Lock
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from quartier.core.engine import observing
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.fairness.chance_actions import is_chance_action
from quartier.core.game.boards import Board
from quartier.core.game.event_buffer import EVENTS, buffer_for
from quartier.core.game.move import Actor, Move
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.texts import seats_among, sorted_moves, text_ranks
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, IllegalMove, QuartierError
from quartier.core.text.languages import N_, capital

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
    dice: int | None = None
    """The state of the position's own dice then, if it had any."""


_NO_DICE = np.zeros(1, np.uint64)


_past: Callable[[Iterable[Any]], Past] = partial(tuple.__new__, Past)
_READ_LOCK = Lock()
"""One thread at a time makes tuples of notes: two would add the same events twice."""


def _read(notes: Any) -> list[Past]:
    """Events from the kernels' notes (`EventBuffer`)."""
    return list(map(_past, notes.tolist()))


@dataclass(frozen=True)
class Setup:
    """What is fixed before the first event."""

    seats: int
    options: dict[str, bool | int | str]
    board: Board
    rules: int = 1
    """The version of the title's rules."""


class BaseState:
    """A position of one game with the events that led to it, in the engine's terms; `State` is one for people."""

    def __init__(self, game: Ruleset, position: Any, setup: Setup, dice: Dice | None = None) -> None:
        self.game = game
        self.array = position  # array of the title's record, shape (1,)
        self.setup = setup
        self.headers: dict[str, str] = {}
        self._past: list[Past] = []
        # Of the events after those: as the kernels wrote them, until somebody asks.
        self._notes: list[bytes] = []
        self._dice = dice
        self._viewer: int | str | None = EVERYTHING

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.setup.seats

    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values, as a dict of the caller's own: copies of a state share the setup."""
        return dict(self.setup.options)

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self.setup.board

    @property
    def rules(self) -> int:
        """The version of the title's rules that is played."""
        return self.setup.rules

    # ----- whose turn, what is possible -----

    def to_act(self) -> set[Actor]:
        """{"*"} when chance is due, else the seats that may act; empty when the game is over."""
        actors = self._actors()
        return {notation.CHANCE_ACTOR} if actors == CHANCE else {*seats_among(actors)}

    def seats_to_act(self) -> set[int]:
        """The seats that may act: `to_act` without chance, for loops over players."""
        return {*seats_among(max(0, self._actors()))}

    def _actors(self) -> int:
        """CHANCE, or the seats as bits."""
        return int(self.game.kernels.unchecked.to_act_at(self.array))

    def moves(self, actor: Actor) -> list[Move]:
        """Return every legal move of a seat, or every outcome for "*", sorted by notation; empty if it is not due."""
        number, game, buffer = self.actor_number(actor), self.game, buffer_for(self.game)
        ranks, moves = text_ranks(game.spec, self.board), sorted_moves(game.spec, self.board, number)
        if number == CHANCE:
            indices = np.sort(ranks[self.legal(CHANCE)])
        else:
            count = game.kernels.unchecked.legal_in_order(
                self.array, number, ranks, buffer.actions, buffer.words
            )
            indices = buffer.actions[:count]
        result: list[Move] = moves[indices].tolist()
        return result

    def label(self, move: Move, lang: str | None = None) -> str:
        """Return a move in words, from what its actor knows: see `Move.label`."""
        if move.actor == notation.CHANCE_ACTOR:
            return str(move)
        record = self.concealed(self.actor_number(move.actor)).open_record()
        return capital(self.game.spec.text.label(record, move.action, self.game.translator(lang)))

    def legal(self, actor: int) -> list[int]:
        """The legal actions of a seat as numbers, in the rules' own order; for CHANCE (-1) the outcomes that may come.

        With `play_action` the path for programs: no text is read or written.
        """
        kernels, buffer = self.game.kernels, buffer_for(self.game)
        actions = buffer.actions
        if actor != CHANCE:
            count = kernels.unchecked.legal_at(self.array, whole(actor), actions)
        else:
            due = self._actors() == CHANCE
            count = kernels.outcomes_at(self.array, actions, buffer.weights) if due else 0
        result: list[int] = actions[:count].tolist()
        return result

    def chances(self) -> dict[str, int]:
        """The outcomes of the chance event now due with their integer weights; empty if none is due."""
        actions, weights = self.buffers()
        if self._actors() != CHANCE:
            return {}
        count = self.game.kernels.outcomes_at(self.array, actions, weights)
        return {self.write(int(actions[i])): int(weights[i]) for i in range(count)}

    def buffers(self) -> tuple[Any, Any]:
        """Scratch space for actions and weights: int64, shape (ACTIONS,)."""
        return np.empty(self.game.actions, np.int64), np.empty(self.game.actions, np.int64)

    def actor_number(self, actor: Actor) -> int:
        """A seat number as it is, "*" as CHANCE; BadOption for anything else."""
        if type(actor) is int and 0 <= actor < self.setup.seats:
            return actor
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
        words = self.game.spec.text
        action = words.read(move.strip(), self.board) if isinstance(move, str) else -1
        if action < 0:
            raise IllegalMove("notation", words.SYNTAX, self.game.spec.folder, move=str(move)[:40])
        return action

    def write(self, action: int) -> str:
        """The notation of an action."""
        return self.game.spec.text.write(action, self.board)

    def play_action(self, actor: int, action: int) -> None:
        """`play` in the engine's numbers: a seat, or CHANCE (-1), and an action or outcome as `legal` lists them."""
        buffer, dice = buffer_for(self.game), self._dice
        draws, rng = (0, _NO_DICE) if dice is None else (1, dice.state)
        advance = self.game.kernels.unchecked.advance
        count = advance(self.array, whole(actor), whole(action), draws, rng, *buffer.given)
        if count <= 0:
            raise self.illegal_move(-count, actor, action)
        self._note(buffer.notes[:count], dice)
        if count == EVENTS:
            self.settle_own()

    def _note(self, notes: Any, drawn_by: Dice | None) -> None:
        """Add events to the past."""
        if drawn_by is None or drawn_by is not self._dice:
            dice = None if self._dice is None else int(self._dice.state[0])
            self.past.extend(past._replace(dice=dice) for past in _read(notes))
        else:
            self._notes.append(notes.tobytes())

    def refusal(self, actor: int, action: int) -> IllegalMove | None:
        """Why an action is illegal, or None."""
        code = int(self.game.kernels.explain_illegal_at(self.array, actor, action))
        return self.illegal_move(code, actor, action) if code else None

    def illegal_move(self, code: int, actor: int, action: int) -> IllegalMove:
        """The refusal of an action by its number in the title's rules."""
        spec = self.game.spec
        rule = f"{spec.rules.PREFIX}-{code // 10}"
        if actor != CHANCE and is_chance_action(self.game, action):
            return IllegalMove(rule, _CHANCES, move=self.write(action))
        fields = {"move": self.write(action), **self._refusal_fields(actor, action)}
        return IllegalMove(rule, spec.text.REFUSALS[code], spec.folder, **fields)

    def _refusal_fields(self, actor: int, action: int) -> dict[str, Any]:
        """What a title names in its refusals beside the move (its `refusal_fields`), from what the actor knows."""
        named = getattr(self.game.spec.text, "refusal_fields", None)
        seat = None if actor == CHANCE else actor
        return dict(named(self.open_bytes(self.to_bytes(), seat), actor, action)) if named else {}

    def _apply(self, actor: int, action: int) -> None:
        dice = int(self._dice.state[0]) if self._dice else None
        self.past.append(Past(actor, action, self.array.tobytes(), dice))
        self.game.kernels.play_at(self.array, actor, action)

    def draw(self, dice: Dice) -> Event:
        """Play the one chance event now due, by weight; QuartierError if none is."""
        if self._actors() != CHANCE:
            raise QuartierError(N_("No chance event is due."))
        actions, weights = self.buffers()
        self._apply(CHANCE, int(self.game.kernels.draw_at(self.array, dice.state, actions, weights)))
        return self._event(self.past[-1], self.past[-1].action)

    def settle(self, dice: Dice) -> list[Event]:
        """Play all chance events now due."""
        first = len(self.past)
        self._settle(dice)
        return [self._event(past, past.action) for past in self.past[first:]]

    def settle_own(self) -> None:
        """Play all chance events now due, if this state draws them itself."""
        if self._dice:
            self._settle(self._dice)

    def _settle(self, dice: Dice) -> None:
        count = EVENTS
        while count == EVENTS:
            buffer = buffer_for(self.game)
            count = int(self.game.kernels.draw_due(self.array, dice.state, *buffer.given, 0))
            self._note(buffer.notes[:count], dice)

    # ----- results -----

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._actors() == 0

    def scores(self) -> list[int]:
        """The final scoring applied to the present position, by seat."""
        return [int(self.game.kernels.score_at(self.array, seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """The seats that have won (several share a draw); empty while the game goes on."""
        if not self.over:
            return []
        winners = self.game.kernels.winners_at(self.array)
        return [seat for seat in range(self.seats) if winners >> seat & 1]

    def result(self) -> str:
        """The scores as the header Result writes them."""
        return " ".join(str(score) for score in self.scores())

    def looks(self) -> list[int]:
        """Which of the common looks (colour, pattern, sign: 0 to 5) each seat has; a title may have `seat_looks(s)`."""
        seat_looks = getattr(self.game.spec.text, "seat_looks", None)
        return list(seat_looks(self.open_record())) if seat_looks else list(range(self.seats))

    # ----- the past -----

    @property
    def past(self) -> list[Past]:
        """All events in order, in the engine's numbers, each with the position before it."""
        if self._notes:
            self._read_notes()
        return self._past

    def _read_notes(self) -> None:
        """Tuples are made when somebody asks for them: that takes longer than the moves themselves."""
        with _READ_LOCK:
            if self._notes:
                events = _read(np.frombuffer(b"".join(self._notes), buffer_for(self.game).notes.dtype))
                # Nothing is called between these two, so nothing comes between them, not even Ctrl+C.
                self._past += events
                self._notes = []

    @property
    def events(self) -> list[Event]:
        """All events in order, in full: for the record, never for a player."""
        return [self._event(past, past.action) for past in self.past]

    def event(self, index: int) -> Event:
        """One of them; -1 is the last."""
        past = self.past[index]
        return self._event(past, past.action)

    def _event(self, past: Past, action: int | None) -> Event:
        actor = notation.CHANCE_ACTOR if past.actor == CHANCE else past.actor
        return Event(actor, notation.HIDDEN_DRAW if action is None else self.write(action))

    def event_text(self, index: int, seat: int | None) -> str:
        """An event's move as a viewer may see it: `draw ?` for a draw that stays secret."""
        return self._event(self.past[index], self.visible_action(index, seat)).move

    def visible_action(self, index: int, seat: int | None) -> int | None:
        """The action of an event, or None if the viewer may not see it."""
        past = self.past[index]
        if past.actor != CHANCE or self._observes_draw_after(past.before, seat):
            return past.action
        return None

    def _observes_draw_after(self, before: bytes, seat: int | None) -> bool:
        position = self.game.spec.record_class.from_bytes(before)
        return bool(self.game.kernels.observes_draw_at(position, self._viewer_index(seat)))

    def has_revealed(self, index: int) -> bool:
        """Whether an event, a move, may have told its own seat something that the seat did not know."""
        past = self.past[index]
        position = self.game.spec.record_class.from_bytes(past.before)
        return bool(self.game.kernels.reveals_at(position, past.actor, past.action))

    def observes_draw(self, seat: int | None) -> bool:
        """Whether a viewer (None: a spectator) may see the outcome of the chance event now due."""
        return self._observes_draw_after(self.array.tobytes(), seat)

    def at(self, index: int) -> Self:
        """The position after the first `index` events, with that past; chance is manual."""
        if not 0 <= index <= len(self.past):
            raise BadOption(
                N_("There is no event {index}; the record has {count}."), index=index, count=len(self.past)
            )
        earlier = self.copy()
        earlier._dice = None
        if index < len(self.past):
            earlier.array = self.game.spec.record_class.from_bytes(self.past[index].before)
            earlier._past = self.past[:index]
            earlier.headers.pop("Termination", None)
        return earlier

    def undo(self) -> None:
        """Go back to before the last move of a seat; the draws after it are gone too. QuartierError if there is none.

        Dice of its own go back too, so the same move leads to the same draws again.
        """
        moves = [index for index, past in enumerate(self.past) if past.actor != CHANCE]
        if not moves:
            raise QuartierError(N_("There is no move to undo."))
        last = self.past[moves[-1]]
        self.array = self.game.spec.record_class.from_bytes(last.before)
        del self.past[moves[-1] :]
        self.headers.pop("Termination", None)
        if self._dice and last.dice is not None:
            self._dice = Dice(last.dice)

    # ----- copies, comparison, bytes -----

    def copy(self) -> Self:
        """An independent copy that will meet the same chance events."""
        twin = type(self)(
            self.game,
            self.game.spec.record_class.copy_of(self.array),
            self.setup,
            self._dice and self._dice.copy(),
        )
        twin.headers, twin._past, twin._viewer = dict(self.headers), list(self.past), self._viewer
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """The game goes by the name of its package, the board by its own, so that another process finds the same ones."""
        dice = int(self._dice.state[0]) if self._dice else None
        board = self.game.spec.boards.name_or_data(self.board)
        setup = self.game, self.seats, self.options, board, self.rules
        return _restore, (type(self), *setup, self.to_bytes(), dice, self.headers, self.past, self._viewer)

    def to_bytes(self) -> bytes:
        """The record of the position, and nothing else; `bytes(state)` says of which game it is."""
        return bytes(self.array.tobytes())

    def open_record(self) -> Any:
        """The record with its fields as attributes, and the facts for its viewer."""
        position, seat = (
            self.array,
            self._viewer_index(self._viewer if isinstance(self._viewer, int) else None),
        )
        derived = partial(self.game.derived_values, position, seat)
        return self.game.spec.record_class.open(position, board=self.board, derived=derived)

    # ----- hidden information -----

    def concealed(self, seat: int | None) -> Self:
        """What a seat (None: a spectator) may know, without the past. Bots, drawings and lists of moves get only this."""
        viewer = self.viewer_number(seat)
        state = type(self)(self.game, self.game.spec.record_class.copy_of(self.array), self.setup)
        self.game.kernels.conceal_at(state.array, self._viewer_index(viewer))
        return state.as_seen_by(viewer)

    def observation(self, seat: int) -> NDArray[np.int16]:
        """What a seat knows, as numbers for a program that learns: the parts of `game.observation`, shape (size,)."""
        state = self.concealed(self.actor_number(seat))
        out = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(observing).observe_at(state.array, seat, out)
        return out

    @property
    def viewer(self) -> int | str | None:
        """For whom this state was concealed: a seat, None (a spectator), or "all" if it was not."""
        return self._viewer

    def as_seen_by(self, viewer: int | str | None) -> Self:
        """This state, remembering for whom it was concealed."""
        self._viewer = viewer
        return self

    def open_bytes(self, position: bytes, seat: int | None) -> Any:
        """The opened record of what a seat may know of a position given as bytes."""
        record = self.game.spec.record_class.from_bytes(position)
        viewer = self._viewer_index(seat)
        self.game.kernels.conceal_at(record, viewer)
        derived = partial(self.game.derived_values, record, viewer)
        return self.game.spec.record_class.open(record, board=self.board, derived=derived)

    def determinize(self, seat: int | None, dice: Dice) -> Self:
        """A random world that agrees with all that a seat knows, with its true probability."""
        world = self.concealed(seat).as_seen_by(EVERYTHING)
        self.game.kernels.determinize_at(world.array, self._viewer_index(seat), dice.state)
        return world

    def viewer_number(self, seat: int | str | None) -> int | None:
        """A seat number, or None for a spectator; BadOption for anything else."""
        if seat == notation.CHANCE_ACTOR:
            raise BadOption(_NO_VIEWER, last=self.seats - 1)
        return None if seat is None else self.actor_number(seat)

    def _viewer_index(self, seat: int | str | None) -> int:
        """The number by which rules know a viewer: a seat, or SPECTATOR. BadOption for a seat that does not exist."""
        viewer = self.viewer_number(seat)
        return SPECTATOR if viewer is None else viewer


def _restore(
    kind: type[BaseState],
    game: Ruleset,
    seats: int,
    options: dict[str, bool | int | str],
    board: str | dict[str, Any] | None,
    rules: int,
    position: bytes,
    dice: int | None,
    headers: dict[str, str],
    past: list[Past],
    viewer: int | str | None,
) -> BaseState:
    """A position from its pickle."""
    setup = Setup(seats, options, game.spec.boards.get(board), rules)
    state = kind(
        game, game.spec.record_class.from_bytes(position), setup, None if dice is None else Dice(dice)
    )
    state.headers, state._past = headers, past
    return state.as_seen_by(viewer)


_NO_SEAT = N_("There is no seat “{actor}”. Seats are numbered 0 to {last}, chance is *.")
_NO_VIEWER = N_("Chance sees nothing. A viewer is a seat from 0 to {last}, or None for a spectator.")


_CHANCES = N_("Chance decides that, and no seat plays it: “{move}”.")
