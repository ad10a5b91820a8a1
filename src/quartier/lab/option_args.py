"""Command line arguments of a title's options, for the commands that reproduce a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def option_args(options: Mapping[str, Any]) -> list[str]:
    """Return `--option name=value` for each option, with all values of a list, and `--board name` for `board`."""
    result: list[str] = []
    for name, given in options.items():
        values = ",".join(map(option_value, given if isinstance(given, list) else [given]))
        result += ["--board", values] if name == "board" else ["--option", f"{name}={values}"]
    return result


def option_value(value: bool | int | str) -> str:
    """Format a value as it is written after the name of its option."""
    return str(value).lower() if isinstance(value, bool) else str(value)
