"""Games from outside: `Game` creates positions and reads records."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from quartier.core.engine.dice import Dice
from quartier.core.game import view_codec
from quartier.core.game.base_state import EVERYTHING, Setup
from quartier.core.game.boards import BOARD_DATA, Board
from quartier.core.game.ruleset import Ruleset
from quartier.core.game.state import State
from quartier.core.game.title_spec import TitleSpec
from quartier.core.text import notation
from quartier.core.text.errors import BadOption, BadRecord, IllegalMove, QuartierError
from quartier.core.text.languages import N_

AnyBoard = str | Path | dict[str, Any] | Board | None
CHANCE_MODES = ("auto", "manual")


class Game(Ruleset):
    """One title, ready to be played. `quartier.load` returns one."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game as its package and its name: every process loads its own."""
        return game_of, (self.spec.package, self.name)

    def new(
        self,
        seats: int | None = None,
        seed: int | None = None,
        chance: str = "auto",
        board: AnyBoard = None,
        rules: int | None = None,
        **options: Any,
    ) -> State:
        """Begin a new game.

        Args:
            seats: The number of players, by default the fewest (`game.seats[0]`).
            seed: The seed of the chance events, an integer; None for the operating system's entropy.
            chance: "auto" to draw chance events at once; "manual" to wait for `play("*", ...)`, `draw` or `settle`.
            board: The name of a board, its file (a Path) or its data; None for the standard board. Only for titles with
                boards.
            rules: The version of the rules, by default the newest.
            **options: Options of the title by name (`game.options`); the others have their defaults.

        Returns:
            The position before the first move. With `chance="auto"` all chance events due by then are played.

        Raises:
            BadOption: An option, the number of seats, the seed or `chance` is invalid.
            BadBoard: There is no such board, or it doesn't fit seats and options.
        """
        if chance not in CHANCE_MODES:
            raise BadOption(N_("Chance must be “auto” or “manual”, not “{chance}”."), chance=chance)
        dice = Dice(seed)
        setup = self._setup(self.seats[0] if seats is None else seats, options, board, rules)
        self.spec.check_setup(setup.board, setup.seats, setup.options)
        position = self.spec.record_class.new()
        encode_options = self.spec.encode_options(setup.options, setup.rules)
        self.kernels.begin_at(position, setup.seats, encode_options, setup.board.numbers)
        state = State(self, position, setup, dice if chance == "auto" else None)
        state.settle_own()
        return state

    def from_bytes(
        self,
        data: bytes,
        seats: int,
        options: dict[str, Any],
        viewer: int | str | None = "all",
        board: AnyBoard = None,
        rules: int | None = None,
    ) -> State:
        """Restore a position from the bytes of its record; `quartier.from_bytes` needs nothing else but the bytes.

        Args:
            data: What `State.to_bytes` returned.
            seats: The number of seats.
            options: The options by name.
            viewer: The viewer for whom it is concealed: a seat, None for a spectator, or "all" if it isn't.
            board: The board, as for `new`.
            rules: The version of the rules, by default the newest.

        Returns:
            The position without its past. Chance is manual.

        Raises:
            QuartierError: The bytes aren't a position of this game.
            BadOption: An option, the number of seats or the viewer is invalid.
            BadBoard: There is no such board.
        """
        try:
            position = self.spec.record_class.from_bytes(data)
        except ValueError as error:
            raise QuartierError(
                N_("These bytes aren’t a position of {game}."), game=self.spec.rules.NAME
            ) from error
        state = State(self, position, self._setup(seats, options, board, rules))
        return state.as_seen_by(viewer if viewer == EVERYTHING else state.viewer_number(viewer))

    def from_view(self, view: dict[str, Any]) -> State:
        """Restore a concealed position from the dict that `State.view` returns, perhaps sent by another program as JSON.

        It equals `state.concealed(seat)`: legal moves, `determinize`, search and hints work on it as for that seat. The
        record itself isn't checked, so load it from trusted sources only.

        Args:
            view: The dict.

        Returns:
            The position as its viewer knows it, without its past. Chance is manual.

        Raises:
            QuartierError: The dict isn't a view of a position of this game.
        """
        if view_codec.game_named(view) != self.name:
            other = view_codec.game_named(view)[:40]
            raise QuartierError(_OTHER_GAME, other=other, game=self.spec.rules.NAME)
        fields, packed = view_codec.decode_view(view)
        setup = self._setup(fields["seats"], fields["options"], fields["board"], fields["rules"])
        return self.from_bytes(view_codec.record(packed, view_codec.opening(self, setup)), **fields)

    def _setup(self, seats: int, options: dict[str, Any], board: AnyBoard, rules: int | None) -> Setup:
        """Check what is fixed before the first event.

        Raises:
            BadOption: An option, the number of seats or the version of the rules is invalid.
            BadBoard: There is no such board.
        """
        return Setup(
            self.spec.checked_seats(seats),
            self.spec.checked_options(options),
            self.spec.boards.get(board),
            self.spec.checked_version(self.version if rules is None else rules),
        )

    def replay(self, text: str, board: AnyBoard = None) -> State:
        """Replay a record of this game.

        Args:
            text: The record: header lines, then one event a line.
            board: A board instead of the one that the record names.

        Returns:
            The position after the last event, with its whole past. Chance is manual.

        Raises:
            BadRecord: The record is malformed, of another game, or has an illegal move; `line` is its line.
            BadBoard: The given board is faulty.
        """
        return self.replay_document(notation.parse(text), board)

    def replay_document(self, document: notation.Document, board: AnyBoard = None) -> State:
        """Replay a parsed record; see `replay`.

        Args:
            document: What `notation.parse` returned.
            board: A board instead of the one that the record names.

        Raises:
            BadRecord: The record is of another game, or has an illegal move; `line` is its line.
            BadBoard: The given board is faulty.
        """
        state = self._begin_recorded(document, board)
        for line, actor, move in document.events:
            if move == notation.HIDDEN_DRAW:
                raise BadRecord(line, _ONE_SEAT)
            try:
                state.play(actor if actor == notation.CHANCE_ACTOR else int(actor), move)
            except QuartierError as error:
                unreadable = isinstance(error, IllegalMove) and error.rule == "notation"
                reason = notation.unexpected_character(f"{actor} {move}") if unreadable else None
                raise BadRecord(line, reason or error) from error
        self._check_result(document, state)
        extra = set(document.headers) - _READ
        state.headers.update({key: document.headers[key] for key in extra})
        return state

    def _begin_recorded(self, document: notation.Document, board: AnyBoard) -> State:
        def read(key: str, reader: Callable[[str], Any]) -> Any:
            try:
                return reader(document.headers.get(key, ""))
            except QuartierError as error:
                raise BadRecord(document.header_lines.get(key, 1), error) from error

        read("Game", self._check_name)
        rules = read("Rules", self.spec.read_version)
        seats, options = read("Players", self._read_players), read("Options", self._read_options)
        if board is None and BOARD_DATA in document.headers:
            board = read(BOARD_DATA, self.spec.boards.from_line)
        chosen = read("Board", lambda name: self.spec.boards.get(name or None)) if board is None else board
        return self.new(seats, chance="manual", board=chosen, rules=rules, **options)

    def _check_name(self, text: str) -> None:
        if text not in ("", self.name):
            raise BadOption(_OTHER_RECORD, other=text[:40], game=self.spec.rules.NAME)

    def _read_players(self, text: str) -> int:
        if text and not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadOption(N_("“{players}” isn’t a number of players."), players=text)
        return self.spec.checked_seats(int(text) if text else self.seats[0])

    def _read_options(self, text: str) -> dict[str, Any]:
        """Parse options as a record has them: `show_money=false congestion=true`."""
        options: dict[str, Any] = {}
        for word in text.split():
            name, _, value = word.partition("=")
            option = self.options.get(name) or self.spec.parameters.get(name)
            try:
                options[name] = option.read(value) if option else value
            except ValueError:
                options[name] = value
        return self.spec.checked_options(options)

    def _check_result(self, document: notation.Document, state: State) -> None:
        stated = document.headers.get("Result")
        # A game that was resigned or aborted states the score of its last position.
        if stated is None or (not state.over and "Termination" in document.headers):
            return
        line = document.header_lines["Result"]
        if not state.over:
            raise BadRecord(
                line, N_("The record has a result, but the game isn’t over after the last event.")
            )
        if stated != state.result():
            raise BadRecord(
                line,
                N_("The record says the result is {stated}, but the events give {found}."),
                stated=stated,
                found=state.result(),
            )


@cache
def game_of(package: str, name: str = "") -> Game:
    """Return the game of a title's package; the same object at each call.

    Args:
        package: The package of the title, such as "quartier.games.gridlock".
        name: The name of the title, as for `TitleSpec`.

    Raises:
        BrokenTitle: The package isn't a valid title.
    """
    return Game(TitleSpec(package, name))


_READ = {"Game", "Rules", "Board", BOARD_DATA, "Players", "Options", "Result"}
_OTHER_GAME = N_("This is a view of “{other}”, not of {game}.")
_OTHER_RECORD = N_("This is a record of “{other}”, not of {game}.")
_ONE_SEAT = N_(
    "This record shows only what one seat knows, and the draw is hidden. Save the record again when the "
    "game is over."
)
