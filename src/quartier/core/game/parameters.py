"""Numbers of a title's rules that may be varied, to see what they do: hand sizes, bonuses, limits, thresholds.

They are data of the record, so a value that the rulebook does not know compiles nothing. Games of people are played with
those of the rulebook; a record says which ones were not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_


@dataclass(frozen=True)
class Parameter:
    """A number of the rules: from `least` to `most`, what the rulebook says, and what it is (a message id).

    `default` None: what the board says, of which the rules are told AS_THE_BOARD.
    """

    least: int
    most: int
    default: int | None
    help: str

    def encode(self, value: bool | int | str | None) -> int:
        """The number by which rules know a value; None: as usual."""
        number = self.default if value is None else value
        return AS_THE_BOARD if number is None else int(number)

    def read(self, text: str) -> int:
        """The value that a text stands for; ValueError if there is none."""
        value = int(text) if text.isascii() else None
        if value is None or not self.least <= value <= self.most:
            raise ValueError(text)
        return value


AS_THE_BOARD = -(1 << 40)
"""What rules are told where nothing was said and the board has the number."""


def varied_parameters(parameters: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, int]:
    """Those that are given and other than in the rulebook, in declared order. Raises BadOption."""
    values = {
        name: _check_value(name, parameter, given[name])
        for name, parameter in parameters.items()
        if name in given
    }
    return {name: value for name, value in values.items() if value != parameters[name].default}


def _check_value(name: str, parameter: Parameter, value: Any) -> Any:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if value == parameter.default and (whole or value is None):
        return value
    if not whole or not parameter.least <= value <= parameter.most:
        raise bad_value(name, parameter, value)
    return int(value)


def bad_value(name: str, parameter: Parameter, value: Any) -> BadOption:
    """The sentence for a value that a parameter cannot have."""
    usual = _BOARDS if parameter.default is None else _RANGE
    return BadOption(
        usual, name=name, value=value, least=parameter.least, most=parameter.most, usual=parameter.default
    )


_RANGE = N_(
    "Parameter “{name}” must be a whole number from {least} to {most}, not “{value}”. The rulebook’s "
    "value is {usual}."
)
_BOARDS = N_(
    "Parameter “{name}” must be a whole number from {least} to {most}, not “{value}”. By default, the "
    "board sets it."
)
