"""Conditional moves: lines of expected moves and answers, which a seat plans while it waits.

A line is played from what its seat knows. Hidden information of others is sampled (`determinize`), so
accepting a line reveals nothing; the position after each step is again what the seat would know then. A line
ends where the seat would see a draw, or where a move reveals something: what follows is unpredictable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from quartier.core.engine.dice import Dice
from quartier.core.text.errors import IllegalMove
from quartier.core.text.languages import N_
from quartier.core.text.notation import HIDDEN_DRAW
from quartier.server.domain import forced_moves
from quartier.server.domain.events import Entry, Row, Undo
from quartier.server.domain.preconditions import must_be_played_by_a_person, must_run
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError, IllegalMoveError

MAX_LINES: Final = 10
MAX_MOVES: Final = 30
"""Maximum steps in one line."""
WORLDS: Final = 100
"""Number of samples tried to find a world in which others can play a move."""
LISTED_WORLDS: Final = 24
"""The same for the list of their moves."""
COMMAND: Final = "plan:"
"""How the ids of the commands begin that play planned answers."""


class Step(NamedTuple):
    """One move of a line, in notation."""

    seat: int
    move: str


Line = tuple[Step, ...]
Lines = tuple[Line, ...]


def allows(table: Table) -> bool:
    """Return whether seats may plan ahead at a table: in correspondence games for several, where the title allows it."""
    time = table.setup.time
    return time is not None and not time.live and table.seats > 1 and table.state.game.spec.plans_ahead


def must_allow(table: Table, seat: int) -> None:
    """Raise DomainError unless a seat may plan ahead now."""
    must_run(table)
    must_be_played_by_a_person(table, seat)
    if not allows(table):
        text = N_(
            "You can’t plan ahead at this table. Only some games allow it, and only in correspondence play."
        )
        raise DomainError(422, "no_plans", text)
    if seat in table.to_act():
        raise DomainError(422, "your_turn", N_("It’s your turn, so play your move instead of planning it."))


# ----- playing a line -----


class Played(NamedTuple):
    """A step, and what the seat would know before it."""

    step: Step
    before: Any


@dataclass(frozen=True)
class Position:
    """The position at the end of a line, as far as its seat can know: `view` is concealed for it."""

    view: Any
    path: tuple[Played, ...] = ()
    ended: bool = False
    """Nothing can be planned from here on."""

    @property
    def line(self) -> Line:
        return tuple(played.step for played in self.path)

    @property
    def actor(self) -> int | None:
        """Return the seat to move; None at the end of the line."""
        return None if self.ended else _actor(self.view)


def _actor(state: Any) -> int | None:
    seats = state.seats_to_act()
    return min(seats) if len(seats) == 1 else None


def begin(table: Table, seat: int) -> Position:
    """Return the present position."""
    return Position(table.state.concealed(seat))


def play_line(table: Table, seat: int, moves: Sequence[str]) -> Position:
    """Play moves from the present position. Forced moves may be included, and are played if they are not.

    Raises:
        DomainError: The line has ended before, or no world allows a move.
    """
    position, done = begin(table, seat), 0
    while done < len(moves):
        length = len(position.path)
        position = _advance(table, seat, position, moves[done])
        done += 1
        for step in position.line[length + 1 :]:
            done += moves[done : done + 1] == [step.move]
    return position


def possible_moves(seat: int, position: Position) -> dict[str, tuple[Any, Any]]:
    """Return the moves with which a line may continue, by notation, each with a world in which it is legal."""
    actor, moves_found = position.actor, dict[str, tuple[Any, Any]]()
    if actor is None:
        return moves_found
    for world in _worlds(position.view, seat, 1 if actor == seat else LISTED_WORLDS):
        for move in world.moves(actor):
            moves_found.setdefault(str(move), (move, world))
    return moves_found


def _worlds(view: Any, seat: int, most: int) -> Iterator[Any]:
    """Yield different worlds that are consistent with what a seat knows."""
    tried = set[bytes]()
    for _ in range(most):
        world = view.determinize(seat, Dice())
        if world.to_bytes() not in tried:
            tried.add(world.to_bytes())
            yield world


def _advance(table: Table, seat: int, position: Position, move: str) -> Position:
    actor = position.actor
    if actor is None:
        text = N_("The line can’t continue after “{move}”: what happens next isn’t known yet.")
        raise DomainError(422, "plan_ends", text, move=position.path[-1].step.move if position.path else "–")
    refused: IllegalMove | None = None
    for world in _worlds(position.view, seat, 1 if actor == seat else WORLDS):
        try:
            world.play(actor, move)
        except IllegalMove as illegal:
            refused = illegal
            continue
        played = Played(Step(actor, world.event(-1).move), position.view)
        return _settle(table, seat, world, (*position.path, played))
    assert refused is not None
    raise IllegalMoveError(table.setup.title, refused)


def _settle(table: Table, seat: int, world: Any, path: tuple[Played, ...]) -> Position:
    """Play what is no decision, as far as the seat can foresee it."""
    ended = world.has_revealed(0)
    for _ in range(forced_moves.MAX_FORCED_MOVES):
        while not ended and "*" in world.to_act():
            ended = world.observes_draw(seat)
            if not ended:
                world.draw(Dice())
        due = None if ended or not table.setup.automatic else forced_moves.due(world)
        if due is None:
            break
        path = (*path, Played(Step(*due), world.concealed(seat)))
        world.play(*due)
    return Position(world.concealed(seat), path, ended or _actor(world) is None)


def check(table: Table, seat: int, lines: Sequence[Sequence[str]]) -> Lines:
    """Return the lines of a seat as they are stored.

    Raises:
        DomainError: A line is illegal or has no answer of the seat, or two lines answer the same differently.
    """
    checked = dict.fromkeys(_to_last_answer(play_line(table, seat, line).line, seat) for line in lines)
    answers: dict[Line, str] = {}
    for line in checked:
        if not line:
            text = N_("Each line needs a move of your own after the moves you expect.")
            raise DomainError(422, "no_answer", text)
        for index, step in enumerate(line):
            if step.seat == seat and answers.setdefault(line[:index], step.move) != step.move:
                text = N_(
                    "Two lines have different replies to the same moves: “{one}” and “{other}”. Keep one "
                    "of them."
                )
                raise DomainError(422, "two_answers", text, one=answers[line[:index]], other=step.move)
    return tuple(checked)


def _to_last_answer(line: Line, seat: int) -> Line:
    own = [index for index, step in enumerate(line) if step.seat == seat]
    return line[: own[-1] + 1] if own else ()


# ----- after events -----


def follow(lines: Lines, seat: int, table: Table, rows: Sequence[Row]) -> Lines:
    """Return the rest of a seat's lines after `rows`, the last events of the table."""
    for row in rows:
        content = row.content
        if isinstance(content, Undo):
            lines = _expect_again(lines, seat, table.entries[content.since - 1 : row.seq - 1])
        elif row.control:
            continue
        elif row.is_draw:
            lines = lines if table.entries[row.seq - 1].text(seat) == HIDDEN_DRAW else ()
        else:
            expected = Step(int(row.actor), row.move)
            lines = tuple(line[1:] for line in lines if line[0] == expected and len(line) > 1)
    return lines


def _expect_again(lines: Lines, seat: int, entries: Sequence[Entry]) -> Lines:
    """Return a seat's lines after an undo of `entries`: they expect the undone moves of the others again.

    None is left after an undo of the seat's own move, which would be played again immediately, or of a draw that it saw.
    """
    undone: list[Entry] = []
    for entry in entries:
        content = entry.row.content
        if isinstance(content, Undo):
            undone = [earlier for earlier in undone if earlier.row.seq < content.since]
        elif not entry.row.control:
            undone.append(entry)
    visible = [entry for entry in undone if not (entry.row.is_draw and entry.text(seat) == HIDDEN_DRAW)]
    if any(entry.row.is_draw or int(entry.row.actor) == seat for entry in visible):
        return ()
    expected = tuple(Step(int(entry.row.actor), entry.row.move) for entry in visible)
    return tuple((*expected, *line) for line in lines)
