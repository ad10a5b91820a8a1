"""A game as the outside world meets it: `Game` makes positions, reads records and compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from quartier.core.engine.dice import Dice
from quartier.core.engine.program import Bound
from quartier.core.play.boards import Board
from quartier.core.play.state import Setup, State
from quartier.core.play.title import Option, Title
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, BadRecord, QuartierError
from quartier.core.text.languages import N_, checked, current, translator

AnyBoard = str | Path | dict[str, Any] | Board | None
CHANCE_MODES = ("auto", "manual")


class Game:
    """One title, ready to be played."""

    def __init__(self, title: Title) -> None:
        self.declared = title

    def __repr__(self) -> str:
        return f"quartier.load({self.name!r})"

    @property
    def name(self) -> str:
        """The name for `quartier.load`, as it stands in records."""
        return self.declared.name

    def title(self, lang: str | None = None) -> str:
        """The name for people."""
        return translator(lang, self.declared.folder)(self.declared.rules.NAME)

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most seats."""
        fewest, most = self.declared.rules.SEATS
        return fewest, most

    @property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return self.declared.options

    @property
    def boards(self) -> list[str]:
        """The names of the boards, the standard one first; empty if the title has none."""
        return self.declared.boards.names()

    @property
    def actions(self) -> int:
        """Size of the alphabet of actions, chance included."""
        return int(self.declared.rules.ACTIONS)

    @property
    def longest(self) -> int:
        """No game has more events than this."""
        return int(self.declared.rules.LONGEST)

    @property
    def ending(self) -> dict[str, Any]:
        """Options with which every game ends within `longest` events; empty if every game does anyway."""
        return dict(getattr(self.declared.rules, "ENDING", {}))

    def rule_ids(self) -> list[str]:
        """The ids of all rules."""
        return self.declared.rule_ids()

    def rulebook(self, lang: str | None = None) -> str:
        """The rulebook in Markdown."""
        file = self.declared.data / f"rulebook.{checked(lang or current())}.md"
        return file.read_text(encoding="utf-8")

    @property
    def styles(self) -> str:
        """The stylesheet of its own drawings, beside the common one of `quartier.core.show.svg`."""
        return self.declared.styles

    def picture(self, name: str, lang: str | None = None) -> str:
        """The SVG of a picture that the rulebook shows as `![...](picture:name)`; KeyError if there is none."""
        return self.declared.pictures.PICTURES[name](translator(lang, self.declared.folder))

    # ----- speed -----

    @property
    def compiled(self) -> bool:
        """Whether this process plays compiled rules."""
        return self.declared.program.compiled

    def compile(
        self, progress: Callable[[int, int], None] | None = None, loops: Iterable[ModuleType] = ()
    ) -> None:
        """Compile the rules for this process (seconds the first time, then from a cache on disk).

        `loops` are modules as for `bound`; others are compiled when they are first asked for. `progress(done, total)` is
        called before each function. Until it is done every position plays interpreted.
        """
        self.declared.program.compile(progress, loops)

    @property
    def kernels(self) -> Bound:
        """The contract functions of the title for records in arrays: compiled if the game is, else interpreted."""
        return self.declared.program.kernels

    def bound(self, loops: ModuleType) -> Bound:
        """The functions that a module names in SIGNATURES, bound to this title: compiled if the game is.

        They are written against `quartier.core.engine.contract`; see `quartier.core.engine.signatures`.
        """
        return self.declared.program.bound(loops)

    # ----- positions -----

    def new(
        self,
        seats: int | None = None,
        seed: int | None = None,
        chance: str = "auto",
        board: AnyBoard = None,
        **options: Any,
    ) -> State:
        """A new game.

        `chance="auto"` draws chance events itself, from `seed` or from the operating system's entropy; with
        `chance="manual"` they wait for `play("*", ...)`. `board` is a name, a file (Path) or data, for titles that
        have boards. Raises BadOption, BadBoard.
        """
        if chance not in CHANCE_MODES:
            raise BadOption(N_("Chance is “auto” or “manual”, not “{chance}”."), chance=chance)
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise BadOption(N_("A seed is a whole number, not “{seed}”."), seed=seed)
        number = self.declared.checked_seats(self.seats[0] if seats is None else seats)
        setup = Setup(number, self.declared.checked_options(options), self.declared.boards.get(board))
        self.declared.check_setup(setup.board, setup.seats, setup.options)
        record = self.declared.state.new()
        self.kernels.begin_at(record, number, self.declared.encoded(setup.options), setup.board.numbers)
        state = State(self, record, setup, Dice(seed) if chance == "auto" else None)
        state.settle_own()
        return state

    def from_bytes(
        self,
        data: bytes,
        seats: int,
        options: dict[str, Any],
        viewer: int | str | None = "all",
        board: AnyBoard = None,
    ) -> State:
        """A position from `State.to_bytes`, without its past. `viewer` says for whom it was concealed ("all": nobody)."""
        try:
            record = self.declared.state.from_bytes(data)
        except ValueError as error:
            raise QuartierError(
                N_("These bytes are no position of {game}."), game=self.declared.rules.NAME
            ) from error
        setup = Setup(
            self.declared.checked_seats(seats),
            self.declared.checked_options(options),
            self.declared.boards.get(board),
        )
        state = State(self, record, setup)
        return state.marked_as_seen_by(viewer)

    def replay(self, text: str, board: AnyBoard = None) -> State:
        """The position at the end of a record, with its whole past; chance is manual. Raises BadRecord.

        `board` is for records of boards that the title's folder does not have.
        """
        return self.replay_document(notation.parse(text), board)

    def replay_document(self, document: notation.Document, board: AnyBoard = None) -> State:
        """`replay` for a parsed record."""
        state = self._begin_recorded(document, board)
        for line, actor, move in document.events:
            if move == notation.HIDDEN_DRAW:
                raise BadRecord(line, _ONE_SEAT)
            try:
                state.play(actor if actor == notation.CHANCE_ACTOR else int(actor), move)
            except QuartierError as error:
                raise BadRecord(line, error) from error
        self._check_result(document, state)
        kept = set(document.headers) - {"Game", "Board", "Players", "Options", "Result"}
        state.headers.update({key: document.headers[key] for key in kept})
        return state

    def _begin_recorded(self, document: notation.Document, board: AnyBoard) -> State:
        def read(key: str, reader: Callable[[str], Any]) -> Any:
            try:
                return reader(document.headers.get(key, ""))
            except QuartierError as error:
                raise BadRecord(document.header_lines.get(key, 1), error) from error

        seats, options = read("Players", self._read_players), read("Options", self._read_options)
        chosen = (
            read("Board", lambda name: self.declared.boards.get(name or None)) if board is None else board
        )
        return self.new(seats, chance="manual", board=chosen, **options)

    def _read_players(self, text: str) -> int:
        if text and not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadOption(N_("“{players}” is no number of players."), players=text)
        return self.declared.checked_seats(int(text) if text else self.seats[0])

    def _read_options(self, text: str) -> dict[str, Any]:
        """Options as a record writes them: `show_money=false congestion=true`."""
        found: dict[str, Any] = {}
        for word in text.split():
            name, _, value = word.partition("=")
            option = self.options.get(name)
            try:
                found[name] = option.read(value) if option else value
            except ValueError:
                found[name] = value
        return self.declared.checked_options(found)

    def _check_result(self, document: notation.Document, state: State) -> None:
        stated = document.headers.get("Result")
        # A game that was resigned or broken off states the score of its last position.
        if stated is None or (not state.over and "Termination" in document.headers):
            return
        line = document.header_lines["Result"]
        if not state.over:
            raise BadRecord(line, N_("There is a result, but the game is not over after the last event."))
        if stated != state.result():
            raise BadRecord(
                line,
                N_("The result is {stated}, but the events give {found}."),
                stated=stated,
                found=state.result(),
            )


_ONE_SEAT = N_(
    "This record tells only what one seat knows: the draw is hidden. "
    "Save the record again when the game is over; then it is complete."
)
