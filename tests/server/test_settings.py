"""A setting is declared once: option, variable, default and conversion follow from the field."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from quartier.server import settings
from quartier.server.limits import Limits
from quartier.server.settings import Settings

DEFAULTS = {option.name: option.default for option in settings.options()}


def test_the_options_defaults_are_those_of_the_settings() -> None:
    chosen = settings.from_options(DEFAULTS)
    assert {field.name: getattr(chosen, field.name) for field in fields(Settings)} == {
        field.name: getattr(Settings(), field.name) for field in fields(Settings)
    }


def test_callers_without_a_language_get_english() -> None:
    assert Settings().lang == "en"


def test_no_two_options_have_a_variable_in_common() -> None:
    variables = [variable for option in settings.options() for variable in option.variables]
    assert len(variables) == len(set(variables))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("hosts", " a.example.org, ,b.example.org", ("a.example.org", "b.example.org")),
        ("worker_memory", 64, 64 << 20),
        ("limits", 0.0, Limits().times(0)),
        ("away_after", 60, 60.0),
        ("issuers", Path("issuers.toml"), Path("issuers.toml")),
        ("lobby", False, False),
        ("port", 0, 0),
    ],
)
def test_a_value_of_the_command_line_becomes_a_setting(name: str, value: Any, expected: Any) -> None:
    assert getattr(settings.from_options({**DEFAULTS, name: value}), name) == expected


def test_a_setting_without_an_option_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        settings.option("poll")
