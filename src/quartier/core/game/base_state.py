"""A position with its history: legal moves, playing, results, hidden information, copies."""

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
from quartier.core.text.integers import is_integer
from quartier.core.text.languages import N_, capital

SPECTATOR = -1
EVERYTHING = "all"


class Event(NamedTuple):
    """One event of a record: a seat number or "*" for chance, and the move in notation."""

    actor: Actor
    move: str


class Past(NamedTuple):
    """One event in the engine's numbers, with the position before it."""

    actor: int
    action: int
    before: bytes
    dice: int | None = None
    """The state of the position's own RNG at that time, if it had one."""


_NO_DICE = np.zeros(1, np.uint64)


_past: Callable[[Iterable[Any]], Past] = partial(tuple.__new__, Past)
_READ_LOCK = Lock()
"""Only one thread at a time converts recorded events to tuples: two would add the same events twice."""


def _read(notes: Any) -> list[Past]:
    """Yield events from the kernels' buffer (`EventBuffer`)."""
    return list(map(_past, notes.tolist()))


@dataclass(frozen=True)
class Setup:
    """The setup: what is fixed before the first event."""

    seats: int
    options: dict[str, bool | int | str]
    board: Board
    rules: int = 1
    """The version of the title's rules."""


class BaseState:
    """A position of one game with its history, in the engine's terms; `State` adds texts and drawings."""

    def __init__(self, game: Ruleset, position: Any, setup: Setup, dice: Dice | None = None) -> None:
        self.game = game
        self.array = position  # array of the title's record, shape (1,)
        self.setup = setup
        self.headers: dict[str, str] = {}
        self._past: list[Past] = []
        # The events after those, as the kernels wrote them, until they are needed.
        self._notes: list[bytes] = []
        self._dice = dice
        self._viewer: int | str | None = EVERYTHING
        self._public: tuple[bytes, Any] | None = None
        """The position at the last call of `public_record`, and what it returned."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.setup.seats

    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values; a new dict at each call."""
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
        """Return who may act now.

        Returns:
            {"*"} when chance is due, else the seats that may act; empty when the game is over.
        """
        actors = self._actors()
        return {notation.CHANCE_ACTOR} if actors == CHANCE else {*seats_among(actors)}

    def seats_to_act(self) -> set[int]:
        """Return the seats that may act now, for loops over players: `to_act` without chance."""
        return {*seats_among(max(0, self._actors()))}

    def _actors(self) -> int:
        """Return CHANCE, or the seats as bits."""
        return int(self.game.kernels.unchecked.to_act_at(self.array))

    def moves(self, actor: Actor) -> list[Move]:
        """Return all legal moves of a seat, or all possible outcomes for "*".

        Args:
            actor: A seat, or "*" for chance.

        Returns:
            The moves, sorted by their notation; empty if it isn't the actor's turn.

        Raises:
            BadOption: There is no such seat.
        """
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
        """Describe a move in words, from what its actor knows; see `Move.label`.

        Args:
            move: A move of this position.
            lang: The language, by default the current one.

        Raises:
            BadOption: There is no such language.
        """
        if move.actor == notation.CHANCE_ACTOR:
            return str(move)
        record = self.concealed(self.actor_number(move.actor)).open_record()
        return capital(self.game.spec.text.label(record, move.action, self.game.translator(lang)))

    def legal(self, actor: int) -> list[int]:
        """Return the legal actions of a seat as numbers; with `play_action` the fast path for programs, without any text.

        Args:
            actor: A seat, or -1 (CHANCE) for the outcomes of the chance event now due. It isn't checked.

        Returns:
            Numbers of actions, in the rules' own order; empty if it isn't the actor's turn.
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
        """Return the outcomes of the chance event now due.

        Returns:
            The integer weight of each outcome, by its notation; empty if no chance event is due.
        """
        actions, weights = self.buffers()
        if self._actors() != CHANCE:
            return {}
        count = self.game.kernels.outcomes_at(self.array, actions, weights)
        return {self.write(int(actions[i])): int(weights[i]) for i in range(count)}

    def buffers(self) -> tuple[Any, Any]:
        """Create scratch space for the engine's functions.

        Returns:
            Two arrays, for actions and for weights: int64 of shape (game.actions,) each.
        """
        return np.empty(self.game.actions, np.int64), np.empty(self.game.actions, np.int64)

    def actor_number(self, actor: Actor) -> int:
        """Return the engine's number of an actor.

        Args:
            actor: A seat, or "*" for chance.

        Returns:
            The seat, or -1 (CHANCE) for "*".

        Raises:
            BadOption: There is no such seat.
        """
        if type(actor) is int and 0 <= actor < self.setup.seats:
            return actor
        if actor == notation.CHANCE_ACTOR:
            return CHANCE
        if not is_integer(actor) or not 0 <= actor < self.seats:
            raise BadOption(_NO_SEAT, actor=repr(actor), last=self.seats - 1)
        return int(actor)

    # ----- playing -----

    def play(self, actor: Actor, move: str) -> None:
        """Play a move of a seat, or an outcome of chance.

        A state that draws chance events itself (`chance="auto"`) then plays all that are due.

        Args:
            actor: A seat, or "*" for chance.
            move: The move in notation.

        Raises:
            IllegalMove: The rules forbid it, or the text is no move. The position is unchanged.
            BadOption: There is no such seat.
        """
        self.play_action(self.actor_number(actor), self.read(move))

    def read(self, move: str) -> int:
        """Parse a move.

        Args:
            move: The move in notation.

        Returns:
            The number of its action. Whether it is legal isn't checked.

        Raises:
            IllegalMove: The text is no move; its `rule` is "notation".
        """
        words = self.game.spec.text
        action = words.read(move.strip(), self.board) if isinstance(move, str) else -1
        if action < 0:
            raise IllegalMove("notation", words.SYNTAX, self.game.spec.folder, move=str(move)[:40])
        return action

    def write(self, action: int) -> str:
        """Return the notation of an action.

        Args:
            action: The number of an action, 0 to game.actions - 1.

        Raises:
            BadOption: There is no such action.
        """
        return self.game.spec.text.write(self.game.check_action(action), self.board)

    def play_action(self, actor: int, action: int) -> None:
        """Play an action by its number: `play` without any text.

        Args:
            actor: A seat, or -1 (CHANCE) for an outcome of chance.
            action: A number from `legal(actor)`.

        Raises:
            IllegalMove: The rules forbid it. The position is unchanged.
            BadOption: There is no such seat or action. The position is unchanged.
        """
        buffer, dice = buffer_for(self.game), self._dice
        draws, rng = (0, _NO_DICE) if dice is None else (1, dice.state)
        advance = self.game.kernels.unchecked.advance
        try:
            count = advance(self.array, whole(actor), whole(action), draws, rng, buffer.columns)
        except OverflowError:  # too large for the kernel
            count = 0
        if count <= 0:
            self._check(actor, action)
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
        """Explain why an action is illegal.

        Args:
            actor: A seat, or -1 (CHANCE).
            action: The number of an action.

        Returns:
            The error that `play_action` would raise; None if the action is legal.

        Raises:
            BadOption: There is no such seat or action.
        """
        self._check(actor, action)
        code = int(self.game.kernels.explain_illegal_at(self.array, actor, action))
        return self.illegal_move(code, actor, action) if code else None

    def _check(self, actor: int, action: int) -> None:
        """Raise BadOption unless actor and action exist."""
        if actor != CHANCE:
            self.actor_number(actor)
        self.game.check_action(action)

    def illegal_move(self, code: int, actor: int, action: int) -> IllegalMove:
        """Create the error for an illegal action.

        Args:
            code: What `explain_illegal` returned: 10 * rule number + variant.
            actor: A seat, or -1 (CHANCE).
            action: The number of the action.
        """
        spec = self.game.spec
        rule = f"{spec.rules.PREFIX}-{code // 10}"
        if actor != CHANCE and is_chance_action(self.game, action):
            return IllegalMove(rule, _CHANCES, move=self.write(action))
        fields = {"move": self.write(action), **self._refusal_fields(actor, action)}
        return IllegalMove(rule, spec.text.REFUSALS[code], spec.folder, **fields)

    def _refusal_fields(self, actor: int, action: int) -> dict[str, Any]:
        """Return the fields of a title's violation messages (its `refusal_fields`), from what the actor knows."""
        named = getattr(self.game.spec.text, "refusal_fields", None)
        seat = None if actor == CHANCE else actor
        return dict(named(self.open_bytes(self.to_bytes(), seat), actor, action)) if named else {}

    def _apply(self, actor: int, action: int) -> None:
        dice = int(self._dice.state[0]) if self._dice else None
        self.past.append(Past(actor, action, self.array.tobytes(), dice))
        self.game.kernels.play_at(self.array, actor, action)

    def draw(self, dice: Dice) -> Event:
        """Draw the outcome of the chance event now due by weight, and play it.

        Args:
            dice: The random numbers to draw from.

        Returns:
            The event that was played.

        Raises:
            QuartierError: No chance event is due.
        """
        if self._actors() != CHANCE:
            raise QuartierError(N_("No chance event is due."))
        actions, weights = self.buffers()
        self._apply(CHANCE, int(self.game.kernels.draw_at(self.array, dice.state, actions, weights)))
        return self._event(self.past[-1], self.past[-1].action)

    def settle(self, dice: Dice) -> list[Event]:
        """Draw and play chance events until a seat has to act or the game is over.

        Args:
            dice: The random numbers to draw from.

        Returns:
            The events that were played; empty if no chance event was due.
        """
        first = len(self.past)
        self._settle(dice)
        return [self._event(past, past.action) for past in self.past[first:]]

    def settle_own(self) -> None:
        """Draw and play all chance events now due, if this state draws them itself."""
        if self._dice:
            self._settle(self._dice)

    def _settle(self, dice: Dice) -> None:
        count = EVENTS
        while count == EVENTS:
            buffer = buffer_for(self.game)
            count = int(self.game.kernels.draw_due(self.array, dice.state, buffer.columns, 0))
            self._note(buffer.notes[:count], dice)

    # ----- results -----

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._actors() == 0

    def scores(self) -> list[int]:
        """Return the final scores if the game ended now, by seat, in the game's points."""
        return [int(self.game.kernels.score_at(self.array, seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """Return the winning seats: several if they share the win, none until the game is over."""
        if not self.over:
            return []
        winners = self.game.kernels.winners_at(self.array)
        return [seat for seat in range(self.seats) if winners >> seat & 1]

    def result(self) -> str:
        """Return the scores as the header Result of a record has them, such as "31 27"."""
        return " ".join(str(score) for score in self.scores())

    def looks(self) -> list[int]:
        """Return the appearance of each seat.

        Returns:
            By seat, the number of a common appearance (colour, pattern, sign), 0 to 5. A title's `seat_looks` may
                change them.
        """
        seat_looks = getattr(self.game.spec.text, "seat_looks", None)
        return list(seat_looks(self.open_record())) if seat_looks else list(range(self.seats))

    # ----- the past -----

    @property
    def past(self) -> list[Past]:
        """Return all events in order, in the engine's numbers, each with the position before it."""
        if self._notes:
            self._read_notes()
        return self._past

    def _read_notes(self) -> None:
        """Convert recorded events to tuples lazily: that takes longer than the moves themselves."""
        with _READ_LOCK:
            if self._notes:
                events = _read(np.frombuffer(b"".join(self._notes), buffer_for(self.game).notes.dtype))
                # No call happens between these two, so nothing can interrupt them, not even Ctrl+C.
                self._past += events
                self._notes = []

    @property
    def events(self) -> list[Event]:
        """Return all events in order, hidden draws included: for the record, never for a player."""
        return [self._event(past, past.action) for past in self.past]

    def event(self, index: int) -> Event:
        """Return one event, hidden draws included.

        Args:
            index: The index of the event, from 0; -1 for the last one.

        Raises:
            IndexError: There is no such event.
        """
        past = self.past[index]
        return self._event(past, past.action)

    def _event(self, past: Past, action: int | None) -> Event:
        actor = notation.CHANCE_ACTOR if past.actor == CHANCE else past.actor
        return Event(actor, notation.HIDDEN_DRAW if action is None else self.write(action))

    def event_text(self, index: int, seat: int | None) -> str:
        """Return the move of an event as a viewer may see it.

        Args:
            index: The index of the event.
            seat: The viewer: a seat, or None for a spectator.

        Returns:
            The notation; `draw ?` for a draw that is hidden from the viewer.

        Raises:
            BadOption: There is no such seat.
        """
        return self._event(self.past[index], self.visible_action(index, seat)).move

    def visible_action(self, index: int, seat: int | None) -> int | None:
        """Return the action of an event as a viewer may see it.

        Args:
            index: The index of the event.
            seat: The viewer: a seat, or None for a spectator.

        Returns:
            The number of the action; None for a draw that is hidden from the viewer.

        Raises:
            BadOption: There is no such seat.
        """
        past = self.past[index]
        if past.actor != CHANCE or self._observes_draw_after(past.before, seat):
            return past.action
        return None

    def _observes_draw_after(self, before: bytes, seat: int | None) -> bool:
        position = self.game.spec.record_class.from_bytes(before)
        return bool(self.game.kernels.observes_draw_at(position, self._viewer_index(seat)))

    def has_revealed(self, index: int) -> bool:
        """Return whether a move may have revealed something to its own seat that the seat didn't know.

        Args:
            index: The index of an event that is a seat's move.
        """
        past = self.past[index]
        position = self.game.spec.record_class.from_bytes(past.before)
        return bool(self.game.kernels.reveals_at(position, past.actor, past.action))

    def observes_draw(self, seat: int | None) -> bool:
        """Return whether a viewer may see the outcome of the chance event now due.

        Args:
            seat: The viewer: a seat, or None for a spectator.

        Raises:
            BadOption: There is no such seat.
        """
        return self._observes_draw_after(self.array.tobytes(), seat)

    def at(self, index: int) -> Self:
        """Return an earlier position.

        Args:
            index: The number of events that led to it; 0 for the position before the first.

        Returns:
            A new state with that past. Chance is manual.

        Raises:
            BadOption: The past has fewer events.
        """
        if not 0 <= index <= len(self.past):
            raise BadOption(
                N_("There’s no event {index}. The record has {count}."), index=index, count=len(self.past)
            )
        earlier = self.copy()
        earlier._dice = None
        if index < len(self.past):
            earlier.array = self.game.spec.record_class.from_bytes(self.past[index].before)
            earlier._past = self.past[:index]
            earlier.headers.pop("Termination", None)
        return earlier

    def undo(self) -> None:
        """Undo the last move of a seat and the draws after it.

        The state's own dice are reset as well, so the same move leads to the same draws again.

        Raises:
            QuartierError: No move has been played.
        """
        moves = [index for index, past in enumerate(self.past) if past.actor != CHANCE]
        if not moves:
            raise QuartierError(N_("There’s no move to undo."))
        last = self.past[moves[-1]]
        self.array = self.game.spec.record_class.from_bytes(last.before)
        del self.past[moves[-1] :]
        self.headers.pop("Termination", None)
        if self._dice and last.dice is not None:
            self._dice = Dice(last.dice)

    # ----- copies, comparison, bytes -----

    def copy(self) -> Self:
        """Return an independent copy that will meet the same chance events."""
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
        """Pickle the names of the game's package and of the board, so that another process finds the same ones."""
        board = self.game.spec.boards.name_or_data(self.board)
        setup = self.game, self.seats, self.options, board, self.rules
        dice = int(self._dice.state[0]) if self._dice else None
        rest = dice, self.headers, self.past, self._viewer
        return _restore, (type(self), *setup, self.to_bytes()), rest

    def __setstate__(self, rest: tuple[Any, ...]) -> None:
        """Restore from a pickle what the position itself doesn't contain."""
        dice, self.headers, self._past, self._viewer = rest
        self._dice = None if dice is None else Dice(dice)

    def to_bytes(self) -> bytes:
        """Return the bytes of the record alone; `bytes(state)` names its game and setup, too."""
        return bytes(self.array.tobytes())

    def open_record(self) -> Any:
        """Return the record with its fields, board and derived values as attributes."""
        position, seat = (
            self.array,
            self._viewer_index(self._viewer if isinstance(self._viewer, int) else None),
        )
        derived = partial(self.game.derived_values, position, seat)
        return self.game.spec.record_class.open(position, board=self.board, derived=derived)

    # ----- hidden information -----

    def concealed(self, seat: int | None) -> Self:
        """Return what a player may know of the position, without its past.

        Bots, drawings and lists of moves get only this.

        Args:
            seat: A seat, or None for a spectator.

        Returns:
            A new state, in which everything hidden from the viewer is blank. Chance is manual.

        Raises:
            BadOption: There is no such seat.
        """
        viewer = self.viewer_number(seat)
        state = type(self)(self.game, self.game.spec.record_class.copy_of(self.array), self.setup)
        self.game.kernels.conceal_at(state.array, self._viewer_index(viewer))
        return state.as_seen_by(viewer)

    def public_record(self) -> Any:
        """Return the opened record of what everyone may know. Cached: the views of all seats need it."""
        now = self.to_bytes()
        if self._public is None or self._public[0] != now:
            self._public = now, self.concealed(None).open_record()
        return self._public[1]

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return the observation of a seat, for programs that learn.

        Args:
            seat: A seat.

        Returns:
            The parts of `game.observation`, not scaled: int16 of shape (game.observation.size,).

        Raises:
            BadOption: There is no such seat.
        """
        state = self.concealed(self.actor_number(seat))
        out = np.zeros(self.game.observation.size, np.int16)
        self.game.bound(observing).observe_at(state.array, seat, out)
        return out

    @property
    def viewer(self) -> int | str | None:
        """The viewer for whom this state is concealed: a seat, None for a spectator, or "all" if it isn't concealed."""
        return self._viewer

    def as_seen_by(self, viewer: int | str | None) -> Self:
        """Set the viewer of this state, without concealing anything.

        Args:
            viewer: A seat, None for a spectator, or "all".

        Returns:
            This state.
        """
        self._viewer = viewer
        return self

    def open_bytes(self, position: bytes, seat: int | None) -> Any:
        """Return the opened record of what a viewer may know of a position of this game.

        Args:
            position: What `to_bytes` returned.
            seat: The viewer: a seat, or None for a spectator.

        Returns:
            The record with its fields, board and derived values as attributes.

        Raises:
            BadOption: There is no such seat.
        """
        record = self.game.spec.record_class.from_bytes(position)
        viewer = self._viewer_index(seat)
        self.game.kernels.conceal_at(record, viewer)
        derived = partial(self.game.derived_values, record, viewer)
        return self.game.spec.record_class.open(record, board=self.board, derived=derived)

    def determinize(self, seat: int | None, dice: Dice) -> Self:
        """Draw a random position that is consistent with what a viewer knows, with its true probability.

        Args:
            seat: The viewer: a seat, or None for a spectator.
            dice: The random numbers to draw from.

        Returns:
            A new state in which nothing is hidden (a determinization), without a past. Chance is manual.

        Raises:
            BadOption: There is no such seat.
        """
        world = self.concealed(seat).as_seen_by(EVERYTHING)
        self.game.kernels.determinize_at(world.array, self._viewer_index(seat), dice.state)
        return world

    def viewer_number(self, seat: int | str | None) -> int | None:
        """Check a viewer.

        Args:
            seat: A seat, or None for a spectator.

        Returns:
            The seat as an int, or None.

        Raises:
            BadOption: There is no such seat, or it is "*".
        """
        if seat == notation.CHANCE_ACTOR:
            raise BadOption(_NO_VIEWER, last=self.seats - 1)
        return None if seat is None else self.actor_number(seat)

    def _viewer_index(self, seat: int | str | None) -> int:
        """Return the rules' number of a viewer: a seat, or SPECTATOR. BadOption for a seat that does not exist."""
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
) -> BaseState:
    """Restore a position from its pickle, without its history."""
    setup = Setup(seats, options, game.spec.boards.get(board), rules)
    return kind(game, game.spec.record_class.from_bytes(position), setup)


_NO_SEAT = N_('There’s no seat {actor}. Seats are whole numbers from 0 to {last}, and "*" is chance.')
_NO_VIEWER = N_("Chance has no view. A viewer is a seat from 0 to {last}, or None for a spectator.")


_CHANCES = N_("“{move}” is a chance event, so no seat can play it.")
