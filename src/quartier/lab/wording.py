"""Options as the command line takes them: for the commands that make again what was measured or learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def option_words(options: Mapping[str, Any]) -> list[str]:
    """`--option name=value` for each option, with all values of a list, and `--board name` for `board`."""
    result: list[str] = []
    for name, given in options.items():
        values = ",".join(map(value_word, given if isinstance(given, list) else [given]))
        result += ["--board", values] if name == "board" else ["--option", f"{name}={values}"]
    return result


def value_word(value: bool | int | str) -> str:
    """A value as it is written behind the name of its option."""
    return str(value).lower() if isinstance(value, bool) else str(value)
