"""The suite finds a cache that does not follow from the rest of its record, whatever gives it away."""

from collections.abc import Callable
from typing import Any

import pytest

from quartier.conformance.suite.digests import Digests, with_cache
from quartier.core.game.game import Game
from quartier.core.game.title_spec import TitleSpec
from tests.titles.sticks import rules
from tests.titles.sticks.rules import begin, play

Rules = dict[str, Callable[..., None]]


def with_the_rest_begun(s: Any, seats: int, options: Any, board: Any) -> None:
    """Right: it follows from the sticks on the table."""
    begin(s, seats, options, board)
    s.cache[0] = s.left


def with_the_rest(s: Any, actor: int, action: int) -> None:
    """Right, as above."""
    play(s, actor, action)
    s.cache[0] = s.left


def with_the_version(s: Any, seats: int, options: Any, board: Any) -> None:
    """Right: it follows from the version of the rules."""
    begin(s, seats, options, board)
    s.cache[0] = s.version


def with_the_last_move(s: Any, actor: int, action: int) -> None:
    """Wrong: two ways to the same sticks may end with other moves."""
    play(s, actor, action)
    s.cache[0] = action


def with_sums(s: Any, actor: int, action: int) -> None:
    """Wrong: of the sticks that are gone, a seat may have taken more or fewer."""
    play(s, actor, action)
    s.cache[actor] += action + 1


def forgotten_by_a_seat(s: Any, seat: int) -> None:
    """Wrong where a move has set it."""
    s.cache[0] = 0


def forgotten_in_a_world(s: Any, seat: int, rng: Any) -> None:
    """Wrong where a move has set it."""
    s.cache[0] = 0


RIGHT: Rules = {"begin": with_the_rest_begun, "play": with_the_rest}


def sticks(monkeypatch: pytest.MonkeyPatch, changed: Rules) -> Game:
    """Sticks with a derived field more, and with these functions."""
    monkeypatch.setattr(rules, "Record", with_cache(rules.Record))
    for name, function in changed.items():
        monkeypatch.setattr(rules, name, function)
    return Game(TitleSpec("tests.titles.sticks"))


@pytest.mark.parametrize(
    "changed",
    [
        {"play": with_the_last_move},
        {"play": with_sums},
        {**RIGHT, "conceal": forgotten_by_a_seat},
        {**RIGHT, "determinize": forgotten_in_a_world},
    ],
    ids=["last move", "sums", "concealed", "imagined"],
)
def test_a_wrong_cache_is_found(monkeypatch: pytest.MonkeyPatch, changed: Rules) -> None:
    with pytest.raises(AssertionError, match="cache"):
        Digests().test_what_is_derived_follows_from_the_rest(sticks(monkeypatch, changed))


@pytest.mark.parametrize("changed", [RIGHT, {"begin": with_the_version}], ids=["rest", "version"])
def test_a_right_cache_passes(monkeypatch: pytest.MonkeyPatch, changed: Rules) -> None:
    Digests().test_what_is_derived_follows_from_the_rest(sticks(monkeypatch, changed))
