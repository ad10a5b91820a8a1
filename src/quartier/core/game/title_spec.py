"""A title: the modules of one folder, found by their fixed names, and what they declare."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Protocol, cast

import numpy as np

from quartier.core.drawing.svg import Fragments
from quartier.core.engine import contract
from quartier.core.engine.observations import Observation, parts_of_fields
from quartier.core.engine.program import Program
from quartier.core.engine.records import Record
from quartier.core.game.boards import Board, Boards
from quartier.core.game.metadata import Front, front_of
from quartier.core.game.parameters import Parameter, refused, varied
from quartier.core.game.rule_sources import Mark, read_marks
from quartier.core.game.title_checks import (
    BrokenTitle,
    check_functions,
    check_names,
    check_protocol,
    optional_room,
    room,
)
from quartier.core.text.ascii_art import Picture
from quartier.core.text.errors import BadOption, UnknownRules, nearest
from quartier.core.text.languages import LANGUAGES, N_, Translator
from quartier.core.text.stat_labels import Tally
from quartier.core.text.tooltips import Kind, Thing


@dataclass(frozen=True)
class Option:
    """An option of a title: its legal values, the default, and what it does (a message id).

    `needs` names a switch of the same title without which it means nothing: another value than the default is refused then.
    """

    values: tuple[bool | int | str, ...]
    default: bool | int | str
    help: str
    needs: str = ""

    def encode(self, value: bool | int | str) -> int:
        """The number by which rules know a value: itself, or the place of a word among the values."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def read(self, text: str) -> bool | int | str:
        """The value that a text such as `true` or `7` stands for; ValueError if there is none."""
        for value in self.values:
            if text == _option_text(value):
                return value
        raise ValueError(text)

    def texts(self) -> list[str]:
        """The values as they are written in a record."""
        return [_option_text(value) for value in self.values]


def _option_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Words(Protocol):
    """What a title's `text/words.py` defines. `s` is an opened record (`s.board` its board), `t` a translator.

    A title may also define `seat_names(s)` and `seat_looks(s)` (what the seats are called and which of the common looks
    they have, where colours change), `ASKS` (what is asked after a touch that is not yet a move, by the touched id or the
    part of it before the first hyphen), `STEPS` (a word for what is touched, by the same keys), `refusal_fields(s, actor,
    action)` (what its sentences in REFUSALS name beside {move}), `ENDS` (the moves that only end a turn: they need no
    Confirm once something was done in it), `rank(s, seat, action)` (the lowest of several legal moves with the same touches
    comes first; with 0 it is what they usually mean, and needs no Confirm if it can be taken back freely), `reason(s, seat,
    path)` (why touches lead to no legal move, where the last of the rules that forbid theirs is not what a player needs to
    hear: the action most likely meant, or a rule's number and a sentence, or None; the ground beside all pieces is
    "ground"), `verdict(s, t)` (the result in words, or ""), `ending(s, t)` (in a sentence, why the game is over),
    `PRAISE` (what a winner has done best, about {name}), `TIE_BREAK` (what decides among equal scores), `categories(s, t)`
    (how points are made, as `core.text.categories.Category`, the same as long as a game runs), `count(s, seat, names, t)`
    (the final count, as `core.text.counting.Counted`: its steps add up to the scores), `COUNTED_LAST` (True where much is
    scored with the last event, whoever's it is: that is nobody's best move), `sound(before, after, actor,
    action)` (what an event sounds like, one of `core.text.sounds.SOUNDS`, or ""), and `places(s,
    actor, action, seat)`: where on a viewer's board (None: a spectator) an event happens, as ids to touch, or beside it, as
    an id that begins with "beside-" and is the `data-place` of something small, from the position before it. Without that,
    the ids touched for it that do not begin with "hand-", "card", "button-" or "number-"; a title needs it whose ids mean
    other things later, or to others. `describe_effect(before, after, seat, action, points, t)` says what a legal move of a seat
    brings, as a `core.text.gains.Gain`: the verb for the button that plays it, the gain in a few characters, and a sentence
    that also says what a move without points leads to; `points` are those that its score gains, and both records are what
    the seat knows, with their derived values. A title with a network names in `GROUPS` what people call each of its groups of
    features, "gained" and "result" (several may have the same name), and `explain(before, after, seat, action, group, t)`
    says in a sentence what a move does for one of them, or "".
    """

    SYNTAX: Annotated[str, "the sentence for a text that is no move"]
    REFUSALS: Annotated[dict[int, str], "a sentence for each number that `explain_illegal` returns"]
    SEAT_NAMES: Annotated[tuple[str, ...], "what the seats are called, by seat"]

    def write(self, action: int, board: Board) -> str:
        """The notation of an action."""
        ...

    def read(self, text: str, board: Board) -> int:
        """The action of a notation, or -1."""
        ...

    def paths(self, action: int, board: Board) -> list[list[str]]:
        """The ids to touch for a move, in order; several if several orders are natural.

        Ids beginning with "button-" become buttons, those of the form "number-bid-5" one control for all numbers. Moves
        with the same path are turned through; a path may begin with the whole path of another move and lengthens it.
        """
        ...

    def label(self, s: Any, action: int, t: Translator) -> str:
        """A move in words, with places by name: "House 3 at Grant and Cleveland"."""
        ...

    def place_name(self, s: Any, place: str, t: Translator) -> str:
        """What can be touched on the board by name, as people would say where it is: "between MIT and Copley Square".

        `place` is an id as in `paths`; "" for what lies not on the board. Labels, log lines and refusals say it so, and the
        spoken name of the piece (its aria-label) begins with it. The notation is for records only.
        """
        ...

    def line(
        self, before: Any, after: Any, actor: int, action: int | None, t: Translator, names: list[str]
    ) -> str:
        """The log line of an event; `action` is None for a draw that the viewer may not see."""
        ...

    def prompt(self, s: Any, seat: int, t: Translator) -> str:
        """What a seat is asked to do now."""
        ...

    def sources(self, s: Any, seat: int, t: Translator) -> list[tuple[str, int]]:
        """Where a seat's score comes from."""
        ...

    def view(self, s: Any, seat: int) -> dict[str, Any]:
        """A (concealed) position as a plain dict in the terms of the rulebook."""
        ...

    def ascii_art(self, s: Any, t: Translator) -> str | Picture:
        """A (concealed) position in characters, for a terminal; a `core.text.plain.Picture` has colours and folds."""
        ...


class Drawing(Protocol):
    """What a title's `drawing` defines. Both get concealed, opened records.

    A title whose pieces follow ways may also define `motion_paths(before, seat, action)`: by data-piece, the corners of the way
    on which a move sends a piece, from its old place to the new, in board units. A title with many legal moves may define
    `preview_keys(before, seat, actions, derived)`: a number for each move, of everything in the position on which its label, preview
    and gain depend beside its own number, its points, the seat, the board and the language; where that is the same they are
    not made again. UNTOLD: they are. `derived` are those after the moves. What many moves say and draw alike it may give in
    pieces: `shared_fragments(before, seat, actions, derived)` is a list with an array for each kind of piece, such numbers of what the
    move's piece of that kind shows (NOTHING: there is none), and `draw_fragment(before, after, seat, action, kind, t)` what it says
    and draws, after the gain's own sentences and the preview. A title in which each seat has a board of its own
    may define `render_seat_board(s, seat, t)`: the board of a seat in fragments, drawn from what everybody knows, for the others to
    look at.
    """

    def render(self, s: Any, seat: int | None, t: Translator, last: list[str]) -> dict[str, Fragments]:
        """SVG of the "board", of the "hand" and, if the title has one, of its table beside the board, the "aside".

        Each in fragments (`svg.drawing`): what changes apart lies in fragments apart, so that a page is sent only what is
        new. The board's viewBox is its play area; its ground goes on beyond (`svg.beyond`). Hand and aside are 360 units
        wide, for a column in which a unit is about a pixel; () where there is nothing to show. `last` are the ids touched
        by the last move.
        """
        ...

    def preview(self, before: Any, after: Any, seat: int, action: int, t: Translator) -> Fragments:
        """What a move would change, as fragments of SVG in board coordinates; `s.derived` of both records are at hand."""
        ...


class Things(Protocol):
    """What a title's `text/tooltips.py` defines, if it has one: what lies on its table, explained to whoever points at it.

    It may also define `effects(s, t, names)`: what is in force in a position beside the options, as a list of `Effect`.
    """

    THINGS: Annotated[dict[str, Kind], "each kind of thing, by its name"]

    def thing(self, s: Any, seat: int, name: str, t: Translator, names: list[str]) -> Thing | None:
        """What has an id to touch, or is named by its data-about in the drawing, for a viewer (CHANCE: a spectator).

        None where there is no such thing. `s` is what that viewer knows, with its derived values; `names` are those of
        the seats.
        """
        ...


class Pictures(Protocol):
    """What a title's `drawing.pictures` defines: by name, the pictures that its rulebooks show as `![...](picture:name)`."""

    PICTURES: Annotated[dict[str, Callable[[Translator], str]], "a function that draws each picture"]


class Title:
    """One title, loaded from the package that holds its folder. BrokenTitle if its rules are not complete.

    `name` is the one for `quartier.load`; by default that of the folder.
    """

    def __init__(self, package: str, name: str = "") -> None:
        self.name = name or package.rsplit(".", 1)[-1]
        self.package = package
        self.rules = room(package, "rules", "the rules of the game")
        self.hints = room(package, "bots", "what bots are told; it may be empty")
        check_names(self.rules, contract.DECLARED)
        check_functions(self.rules, {function.__name__: function for function in contract.REQUIRED})
        if hasattr(self.hints, "OBSERVATION") or hasattr(self.hints, "observe"):
            check_names(self.hints, {"OBSERVATION": _PARTS})
            check_functions(self.hints, {"observe": contract.observe})
        self.folder = Path(self.rules.__file__ or "").parent.parent
        self.boards = Boards(self.name, self.data, getattr(self.rules, "read_board", None))
        self.program = Program(self.state, (self.rules, self.hints), self.name)

    def check(self) -> None:
        """BrokenTitle if something is missing that is loaded only when it is needed."""
        for file in (self.rulebook(lang) for lang in LANGUAGES):
            if not file.is_file():
                raise BrokenTitle(_NO_RULEBOOK, file=file)
        self.marks(LANGUAGES[0])
        for late in ("words", "drawing"):
            getattr(self, late)  # loads it, and checks what it defines

    @property
    def data(self) -> Path:
        """The folder of what is not code: boards, levels, rulebooks."""
        return self.folder / "data"

    @property
    def state(self) -> type[Record]:
        """The declared state record."""
        record: type[Record] = self.rules.State
        return record

    @cached_property
    def observation(self) -> Observation:
        """The parts of what `observe` writes: those that the hints declare, else the fields of the record."""
        return Observation(getattr(self.hints, "OBSERVATION", None) or parts_of_fields(self.state))

    @property
    def options(self) -> dict[str, Option]:
        """The declared options by name."""
        options: dict[str, Option] = self.rules.OPTIONS
        return options

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The numbers of its rules that may be varied, by name; {} where it declares none."""
        return getattr(self.rules, "PARAMETERS", {})

    @cached_property
    def words(self) -> Words:
        """The title's `text/words.py`, loaded when first asked for."""
        module = room(self.package, "text.words", "notation, labels, log lines and refusals")
        check_protocol(module, Words)
        words: Words = module
        return words

    @cached_property
    def drawing(self) -> Drawing:
        """The title's `drawing`, loaded when first asked for: simulations never draw."""
        module = room(self.package, "drawing", "the table as SVG")
        check_protocol(module, Drawing)
        drawing: Drawing = module
        return drawing

    @cached_property
    def things(self) -> Things | None:
        """The title's `text/tooltips.py`, loaded when first asked for; None where it explains nothing."""
        module: Any = optional_room(self.package, "text.tooltips")
        if module is not None:
            check_protocol(module, Things)
        return cast("Things | None", module)

    def tallies(self, board: Board, t: Translator) -> list[Tally]:
        """What its `count_stats` counts, in words; `text/stat_labels.py`, if it has one, defines such a function."""
        module: Any = optional_room(self.package, "text.stat_labels")
        return module.tallies(board, t) if module else []

    @cached_property
    def pictures(self) -> Pictures:
        """The title's `drawing.pictures`, loaded when first asked for."""
        module = room(self.package, "drawing.pictures", "the pictures that the rulebooks show")
        check_protocol(module, Pictures)
        pictures: Pictures = module
        return pictures

    @cached_property
    def front(self) -> Front:
        """What the title says of itself on the home page, loaded when first asked for."""
        return front_of(self.package)

    @cached_property
    def styles(self) -> str:
        """The title's `drawing/theme.css`, the looks of what no other title draws; "" if the common ones are enough."""
        file = self.folder / "drawing" / "theme.css"
        return file.read_text("utf-8") if file.is_file() else ""

    def rulebook(self, lang: str) -> Path:
        """The file of the rulebook in a language, Markdown."""
        return self.data / f"rulebook.{lang}.md"

    def marks(self, lang: str) -> list[Mark]:
        """Where each rule comes from, by `data/marks.json`; empty without that file. Raises BrokenTitle."""
        return read_marks(self.data / "marks.json", self.rule_ids(), self.options, lang)

    def rule_ids(self) -> list[str]:
        """The ids of all rules, in order."""
        return [f"{self.rules.PREFIX}-{number}" for number in range(1, self.rules.RULES + 1)]

    def checked_seats(self, seats: int) -> int:
        """`seats` if the title can be played by so many."""
        fewest, most = self.rules.SEATS
        if isinstance(seats, bool) or not isinstance(seats, int) or not fewest <= seats <= most:
            raise BadOption(
                _SEATS if fewest == most else _SEAT_RANGE,
                game=self.rules.NAME,
                seats=seats,
                fewest=fewest,
                most=most,
            )
        return seats

    @property
    def derived_size(self) -> int:
        """How many numbers its `derive` works out."""
        return int(getattr(self.rules, "DERIVED_SIZE", 0))

    @property
    def version(self) -> int:
        """The version of the rules under which new games begin."""
        return int(getattr(self.rules, "VERSION", 1))

    def checked_version(self, version: int) -> int:
        """`version` if the rules can still be played as they were read then. Raises UnknownRules."""
        if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= self.version:
            raise UnknownRules(_NO_VERSION, game=self.rules.NAME, version=version, newest=self.version)
        return version

    def read_version(self, text: str) -> int:
        """The version that a text such as "MM/2" names; the first where there is none."""
        prefix, _, number = text.partition("/")
        if text and (prefix != self.rules.PREFIX or not re.fullmatch("[1-9][0-9]{0,3}", number, re.ASCII)):
            raise BadOption(_BAD_VERSION, text=text, example=self.version_text(self.version))
        return self.checked_version(int(number) if text else 1)

    def version_text(self, version: int) -> str:
        """A version as records write it: "MM/2"."""
        return f"{self.rules.PREFIX}/{version}"

    def checked_options(self, given: dict[str, Any]) -> dict[str, bool | int | str]:
        """All options with their values; what is not given has its default. Behind them the parameters that are varied."""
        for name in given:
            if name not in self.options and name not in self.parameters:
                raise self._unknown(name, [*self.options, *self.parameters])
        chosen = {name: self._checked(name, option, given) for name, option in self.options.items()}
        for name, option in self.options.items():
            if option.needs and chosen[name] != option.default and not chosen[option.needs]:
                raise BadOption(_NEEDS, name=name, needed=option.needs)
        return {**chosen, **varied(self.parameters, given)}

    def read_choice(self, name: str, text: str) -> bool | int | str:
        """What a text means as the value of an option or a parameter. Raises BadOption."""
        option, parameter = self.options.get(name), self.parameters.get(name)
        try:
            if option:
                return option.read(text)
            if parameter:
                return parameter.read(text)
        except ValueError:
            if parameter:
                raise refused(name, parameter, text) from None
            known = ", ".join(option.texts()) if option else ""
            raise BadOption(_BAD_VALUE, name=name, value=text, known=known) from None
        raise self._unknown(name, [*self.options, *self.parameters])

    def check_names(self, given: Iterable[str]) -> None:
        """BadOption unless these are names of options: so much is chosen at tables, where nobody varies parameters."""
        for name in given:
            if name not in self.options:
                raise self._unknown(name, [*self.options])

    def _unknown(self, name: str, among: list[str]) -> BadOption:
        near = nearest(name, among)
        message = _NO_OPTION_NEAR if near else _NO_OPTION
        return BadOption(message, game=self.rules.NAME, name=name, near=near, known=", ".join(among) or "–")

    def _checked(self, name: str, option: Option, given: dict[str, Any]) -> bool | int | str:
        value = given.get(name, option.default)
        # `1 in (True, False)` holds in Python, but `cards=True` is not a number of cards.
        for legal in option.values:
            if legal == value and isinstance(legal, bool) == isinstance(value, bool):
                return legal
        raise BadOption(_BAD_VALUE, name=name, value=value, known=", ".join(option.texts()))

    def check_setup(self, board: Board, seats: int, options: dict[str, bool | int | str]) -> None:
        """What a title asks of board, seats and options together (its `check_setup`, if it has one). Raises BadBoard."""
        check = getattr(self.rules, "check_setup", None)
        if check:
            check(board, seats, options)

    def encoded(self, options: dict[str, bool | int | str], version: int) -> Any:
        """Options as the rules take them, behind them the version of the rules, and the parameters: int64, flat."""
        values = [option.encode(options[name]) for name, option in self.options.items()]
        numbers = [each.encode(options.get(name)) for name, each in self.parameters.items()]
        return np.array([*values, version, *numbers], np.int64)


_PARTS = "the parts of what `observe` writes"
_SEATS = N_("{game} is played by {fewest} players, not by {seats}.")
_SEAT_RANGE = N_("{game} is played by {fewest} to {most} players, not by {seats}.")
_NO_OPTION = N_("{game} has no option “{name}”. Options: {known}.")
_NO_OPTION_NEAR = N_("{game} has no option “{name}”. Did you mean {near}?")
_NO_VERSION = N_(
    "This game of {game} follows version {version} of the rules. This Quartier knows them up to version {newest}; update it."
)
_BAD_VERSION = N_("“{text}” does not name a version of these rules. Versions are written like {example}.")
_BAD_VALUE = N_("Option “{name}” cannot be “{value}”. Possible values: {known}.")
_NEEDS = N_(
    "Option “{name}” means nothing without “{needed}”: choose “{needed}” as well, or leave “{name}” out."
)
_NO_RULEBOOK = N_(
    "There is no file {file}. It should hold the rules, each in a paragraph that begins with its id."
)
