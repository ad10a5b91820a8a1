"""Parameters of a title's rules, for experiments: hand sizes, bonuses, limits, thresholds.

They are data of the record, so a non-standard value needs no recompilation. People play with the rulebook's
values; a record lists those that differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quartier.core.text.errors import BadOption
from quartier.core.text.integers import is_integer
from quartier.core.text.languages import N_


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules: from `least` to `most`, its default, and its meaning (a message id).

    `default` None: the board's value, for which the rules get AS_THE_BOARD.
    """

    least: int
    most: int
    default: int | None
    help: str

    def encode(self, value: bool | int | str | None) -> int:
        """Return the rules' number for a value; None: the default."""
        number = self.default if value is None else value
        return AS_THE_BOARD if number is None else int(number)

    def read(self, text: str) -> int:
        """Return the value of a text; ValueError if there is none."""
        value = int(text) if text.isascii() else None
        if value is None or not self.least <= value <= self.most:
            raise ValueError(text)
        return value


AS_THE_BOARD = -(1 << 40)
"""The rules' number for a parameter that is not set and is defined by the board."""


def varied_parameters(parameters: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, int]:
    """Return the given parameters that differ from the rulebook, in declared order. Raises BadOption."""
    values = {
        name: _check_value(name, parameter, given[name])
        for name, parameter in parameters.items()
        if name in given
    }
    return {name: value for name, value in values.items() if value != parameters[name].default}


def _check_value(name: str, parameter: Parameter, value: Any) -> Any:
    whole = is_integer(value)
    if value == parameter.default and (whole or value is None):
        return value
    if not whole or not parameter.least <= value <= parameter.most:
        raise bad_value(name, parameter, value)
    return int(value)


def bad_value(name: str, parameter: Parameter, value: Any) -> BadOption:
    """Return the error for a value that a parameter cannot have."""
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
