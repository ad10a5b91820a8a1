"""What was drawn before is not drawn again: each cache is asked with keys that are equal the next time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

import quartier
from quartier.core.game.state import State
from quartier.games.registry import OURS


def _caches(title: str) -> Iterator[tuple[str, Any]]:
    for name, module in list(sys.modules.items()):
        if name.startswith(f"quartier.games.{title}."):
            for function in vars(module).values():
                if hasattr(function, "cache_info"):
                    yield f"{name}.{function.__name__}", function


def _draw(state: State) -> None:
    for lang in ("en", "de"):
        state.svg(0, lang)


@pytest.mark.parametrize("title", OURS)
def test_a_position_is_drawn_once(title: str) -> None:
    state = quartier.load(title).new(seats=2, seed=4)
    _draw(state)
    before = {name: function.cache_info().misses for name, function in _caches(title)}
    assert sum(before.values()) > 10
    _draw(state)
    again = {name: function.cache_info().misses - before[name] for name, function in _caches(title)}
    assert {name: count for name, count in again.items() if count} == {}


@pytest.mark.parametrize("title", OURS)
def test_a_view_searches_no_folders(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It did for the languages that there are, which cost a tenth of a watched move."""
    state = quartier.load(title).new(seats=2, seed=4)
    _draw(state)
    for function in ("scandir", "listdir"):
        monkeypatch.setattr(os, function, _refuse)
    state.seen_by(1, "de").fragments()


def _refuse(folder: object) -> NoReturn:
    raise AssertionError(f"searched {folder}")
