"""A title: the modules of one folder, found by their fixed names, and what they declare."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np

from quartier.core.engine import contract
from quartier.core.engine.observations import Observation, parts_of_fields
from quartier.core.engine.program import Program
from quartier.core.engine.records import RecordBase
from quartier.core.game.boards import Board, Boards
from quartier.core.game.metadata import TitleMetadata, load_metadata
from quartier.core.game.parameters import Parameter, bad_value, varied_parameters
from quartier.core.game.rule_sources import Mark, read_marks
from quartier.core.game.title_checks import (
    BrokenTitle,
    check_functions,
    check_names,
    check_protocol,
    load_part,
    members_of,
)
from quartier.core.game.title_protocols import Drawing, OptionalDrawing, OptionalText, Text
from quartier.core.text.errors import BadOption, UnknownRules, nearest
from quartier.core.text.integers import check_integer
from quartier.core.text.languages import N_, Translator, languages_of
from quartier.core.text.stat_labels import Tally


@dataclass(frozen=True)
class Option:
    """An option of a title."""

    values: tuple[bool | int | str, ...]
    """The legal values."""
    default: bool | int | str
    """The value if none is given."""
    help: str
    """Its effect: a message id."""
    needs: str = ""
    """A switch of the same title that must be on for any non-default value; "" for none."""

    def encode(self, value: bool | int | str) -> int:
        """Return the number that the rules use for a value: the value itself, or the index of a text among the values.

        Args:
            value: One of `values`.
        """
        return self.values.index(value) if isinstance(value, str) else int(value)

    def read(self, text: str) -> bool | int | str:
        """Parse a value.

        Args:
            text: A text such as "true" or "7".

        Raises:
            ValueError: There is no such value.
        """
        for value in self.values:
            if text == _option_text(value):
                return value
        raise ValueError(text)

    def texts(self) -> list[str]:
        """Return the values as records have them."""
        return [_option_text(value) for value in self.values]


def _option_text(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class TitleSpec:
    """One title, loaded from the package that holds its folder. BrokenTitle if its rules are not complete.

    `name` is the one for `quartier.load`; by default that of the folder.
    """

    def __init__(self, package: str, name: str = "") -> None:
        self.name = name or package.rsplit(".", 1)[-1]
        self.package = package
        self.rules = load_part(package, "rules", "the rules of the game", _RULES)
        self.bots = load_part(package, "bots", "the features and hints for bots; it may be empty", _BOTS)
        check_names(self.rules, contract.DECLARED)
        check_functions(self.rules, {function.__name__: function for function in contract.REQUIRED})
        for part in (self.rules, self.bots):
            check_functions(
                part, {name: getattr(contract, name) for name in _FUNCTIONS if hasattr(part, name)}
            )
        if hasattr(self.bots, "OBSERVATION") or hasattr(self.bots, "observe"):
            check_names(self.bots, {"OBSERVATION": contract.OF_BOTS["OBSERVATION"]})
            check_functions(self.bots, {"observe": contract.observe})
        self.folder = self.rules.path.parent
        self.boards = Boards(self.name, self.data, getattr(self.rules, "read_board", None))
        self.program = Program(self.record_class, (self.rules, self.bots), self.name)

    def check(self) -> None:
        """Raise BrokenTitle if something is missing that is loaded lazily."""
        for file in map(self.rulebook, self.languages):
            if not file.is_file():
                raise BrokenTitle(_NO_RULEBOOK, file=file)
        self.marks("en")
        for late in ("text", "drawing"):
            getattr(self, late)  # loads and checks it

    @property
    def data(self) -> Path:
        """The folder of the data files: boards, levels, rulebooks."""
        return self.folder / "data"

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """English, and the languages into which the title is translated."""
        return languages_of(self.folder)

    @property
    def record_class(self) -> type[RecordBase]:
        """The declared state record."""
        record: type[RecordBase] = self.rules.Record
        return record

    @cached_property
    def observation(self) -> Observation:
        """The parts of the observation: those that the bots declare, else the fields of the record."""
        return Observation(getattr(self.bots, "OBSERVATION", None) or parts_of_fields(self.record_class))

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
    def text(self) -> Text:
        """The title's `text`, loaded on first use: simulations need no texts."""
        part = load_part(
            self.package,
            "text",
            "notation, labels, log lines and error messages",
            members_of(Text, OptionalText),
        )
        check_protocol(part, Text)
        check_protocol(part, OptionalText, optional=True)
        return cast("Text", part)

    @cached_property
    def drawing(self) -> Drawing:
        """The title's `drawing`, loaded on first use: simulations need no drawings."""
        part = load_part(self.package, "drawing", "the table as SVG", members_of(Drawing, OptionalDrawing))
        check_protocol(part, Drawing)
        check_protocol(part, OptionalDrawing, optional=True)
        return cast("Drawing", part)

    @property
    def tooltips(self) -> OptionalText | None:
        """The title's `text` if it has tooltips, else None."""
        return cast("OptionalText", self.text) if hasattr(self.text, "TOOLTIP_KINDS") else None

    def tallies(self, board: Board, t: Translator) -> list[Tally]:
        """The labels of its `count_stats`, if its `text` defines such a function."""
        tallies = getattr(self.text, "tallies", None)
        return tallies(board, t) if tallies else []

    @property
    def pictures(self) -> dict[str, Callable[[Translator], str]]:
        """The functions that draw the pictures of the title's rulebooks, by name."""
        return getattr(self.drawing, "PICTURES", {})

    @cached_property
    def metadata(self) -> TitleMetadata:
        """The metadata of `data/title.toml` for the home page, read on first use."""
        return load_metadata(self.data / "title.toml")

    @cached_property
    def styles(self) -> str:
        """The title's `drawing/theme.css`, the style of its own drawings; "" if the common one is enough."""
        file = self.folder / "drawing" / "theme.css"
        return file.read_text("utf-8") if file.is_file() else ""

    def rulebook(self, lang: str) -> Path:
        """Return the file of the rulebook in a language, Markdown; the English one if the title lacks that language."""
        return self.data / f"rulebook.{lang if lang in self.languages else 'en'}.md"

    def marks(self, lang: str) -> list[Mark]:
        """The source of each rule, from `data/marks.json`; empty without that file. Raises BrokenTitle."""
        return read_marks(self.data / "marks.json", self.rule_ids(), self.options, lang)

    def rule_ids(self) -> list[str]:
        """The ids of all rules, in order."""
        return [f"{self.rules.PREFIX}-{number}" for number in range(1, self.rules.RULES + 1)]

    def checked_seats(self, seats: int) -> int:
        """Return `seats` if it is a valid number of players."""
        fewest, most = self.rules.SEATS
        seats = check_integer("seats", seats)
        if not fewest <= seats <= most:
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
        """The number of values that its `derive` computes."""
        return int(getattr(self.rules, "DERIVED_SIZE", 0))

    @property
    def plans_ahead(self) -> bool:
        """Whether conditional moves make sense: others' replies can be foreseen far enough."""
        return bool(getattr(self.rules, "PLANS_AHEAD", False))

    @property
    def version(self) -> int:
        """The version of the rules under which new games begin."""
        return int(getattr(self.rules, "VERSION", 1))

    def checked_version(self, version: int) -> int:
        """Return `version` if the rules can still be played that way. Raises UnknownRules."""
        if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= self.version:
            raise UnknownRules(_NO_VERSION, game=self.rules.NAME, version=version, newest=self.version)
        return version

    def read_version(self, text: str) -> int:
        """Parse a version such as "MM/2"; the first if there is none."""
        prefix, _, number = text.partition("/")
        if text and (prefix != self.rules.PREFIX or not re.fullmatch("[1-9][0-9]{0,3}", number, re.ASCII)):
            raise BadOption(_BAD_VERSION, text=text, example=self.version_text(self.version))
        return self.checked_version(int(number) if text else 1)

    def version_text(self, version: int) -> str:
        """Format a version as in records: "MM/2"."""
        return f"{self.rules.PREFIX}/{version}"

    def checked_options(self, given: dict[str, Any]) -> dict[str, bool | int | str]:
        """Return all options with their values; those not given have their defaults. The changed parameters follow."""
        for name in given:
            if name not in self.options and name not in self.parameters:
                raise self._unknown_option(name, [*self.options, *self.parameters])
        chosen = {name: self._check_value(name, option, given) for name, option in self.options.items()}
        for name, option in self.options.items():
            if option.needs and chosen[name] != option.default and not chosen[option.needs]:
                raise BadOption(_NEEDS, name=name, needed=option.needs)
        return {**chosen, **varied_parameters(self.parameters, given)}

    def read_choice(self, name: str, text: str) -> bool | int | str:
        """Parse the value of an option or a parameter. Raises BadOption."""
        option, parameter = self.options.get(name), self.parameters.get(name)
        try:
            if option:
                return option.read(text)
            if parameter:
                return parameter.read(text)
        except ValueError:
            if parameter:
                raise bad_value(name, parameter, text) from None
            values = ", ".join(option.texts()) if option else ""
            raise BadOption(_BAD_VALUE, name=name, value=text, known=values) from None
        raise self._unknown_option(name, [*self.options, *self.parameters])

    def check_names(self, given: Iterable[str]) -> None:
        """Raise BadOption unless these are names of options: tables can choose those, but not parameters."""
        for name in given:
            if name not in self.options:
                raise self._unknown_option(name, [*self.options])

    def _unknown_option(self, name: str, among: list[str]) -> BadOption:
        near = nearest(name, among)
        message = _NO_OPTION_NEAR if near else _NO_OPTION
        return BadOption(message, game=self.rules.NAME, name=name, near=near, known=", ".join(among) or "–")

    def _check_value(self, name: str, option: Option, given: dict[str, Any]) -> bool | int | str:
        value = given.get(name, option.default)
        # `1 in (True, False)` holds in Python, but `cards=True` is not a number of cards.
        for legal in option.values:
            if legal == value and isinstance(legal, bool) == isinstance(value, bool):
                return legal
        raise BadOption(_BAD_VALUE, name=name, value=value, known=", ".join(option.texts()))

    def check_setup(self, board: Board, seats: int, options: dict[str, bool | int | str]) -> None:
        """Check the combination of board, seats and options (the title's `check_setup`, if it has one). Raises BadBoard."""
        check = getattr(self.rules, "check_setup", None)
        if check:
            check(board, seats, options)

    def encode_options(self, options: dict[str, bool | int | str], version: int) -> Any:
        """Return the options as the rules take them, then the version of the rules and the parameters: int64, flat."""
        values = [option.encode(options[name]) for name, option in self.options.items()]
        numbers = [parameter.encode(options.get(name)) for name, parameter in self.parameters.items()]
        return np.array([*values, version, *numbers], np.int64)


_FUNCTIONS = contract.function_names()
_RULES = [*_FUNCTIONS, *contract.DECLARED, *contract.OPTIONAL]
_BOTS = [*_FUNCTIONS, *contract.OF_BOTS]
_SEATS = N_("{game} is for {fewest} players, not {seats}.")
_SEAT_RANGE = N_("{game} is for {fewest} to {most} players, not {seats}.")
_NO_OPTION = N_("{game} has no option “{name}”. Available: {known}.")
_NO_OPTION_NEAR = N_("{game} has no option “{name}”. Did you mean {near}?")
_NO_VERSION = N_(
    "This game of {game} uses version {version} of the rules, but this Quartier supports only up to "
    "version {newest}. Update Quartier."
)
_BAD_VERSION = N_("“{text}” isn’t a version of these rules. Versions look like {example}.")
_BAD_VALUE = N_("Option “{name}” can’t be “{value}”. Possible values: {known}.")
_NEEDS = N_("Option “{name}” requires “{needed}”. Choose “{needed}” too, or drop “{name}”.")
_NO_RULEBOOK = N_(
    "There’s no file {file}. It should contain the rules, one per paragraph, each starting with its ID."
)
