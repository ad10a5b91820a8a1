"""A game of buttons alone that shows its hidden cards passes the suite; what it shows too early is found."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from quartier.conformance.suite.choices import Choices
from quartier.conformance.suite.goals import Goals
from quartier.conformance.suite.leaks import Leaks
from quartier.conformance.suite.places import PlaceNames
from quartier.conformance.suite.playing import Playing
from quartier.conformance.suite.reveals import Reveals
from quartier.conformance.suite.scores import Scores
from quartier.conformance.suite.worlds import Worlds
from quartier.core.game.game import Game
from quartier.core.game.title_spec import TitleSpec
from quartier.games.registry import GROUP
from tests.plugins.packages import install_package
from tests.titles.high_card import rules
from tests.titles.high_card.rules import FOLD, STAY, conceal, reveals

Rules = dict[str, Callable[..., Any]]


@pytest.fixture(scope="class")
def high_card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """High Card is installed."""
    folder = tmp_path_factory.mktemp("high-card")
    with install_package(folder, "high-card", GROUP, {"high_card": "tests.titles.high_card"}):
        yield


@pytest.mark.usefixtures("high_card")
class TestHighCard(Playing, Worlds, Leaks, Goals, Scores, Reveals, Choices, PlaceNames):
    title, thorough = "high_card", False


def shows_all_along(s: Any, seat: int) -> None:
    """Wrong: nothing is hidden."""


def shows_who_has_stayed(s: Any, seat: int) -> None:
    """Wrong: the second seat sees the card of the first before it has chosen."""
    stayed = s.turn == 1 and not s.folded & 1
    card = s.card[0]
    conceal(s, seat)
    if stayed:
        s.card[0] = card


def shows_whether_it_is_high(s: Any, seat: int) -> None:
    """Wrong: a little of what is hidden is too much."""
    is_high = s.card[0] > 3
    conceal(s, seat)
    if is_high and s.card[0] == 0 and s.dealt == 2:
        s.card[0] = 6


def reveals_nothing(s: Any, seat: int, action: int) -> int:
    """Wrong: cards are shown, and nothing says so."""
    return 0


def reveals_only_at_the_end(s: Any, seat: int, action: int) -> int:
    """Wrong: a card that is shown to the others before the end."""
    return reveals(s, seat, STAY)


def high_card_with(monkeypatch: pytest.MonkeyPatch, changed: Rules) -> Game:
    """High Card with these functions."""
    for name, function in changed.items():
        monkeypatch.setattr(rules, name, function)
    return Game(TitleSpec("tests.titles.high_card"))


@pytest.mark.parametrize(
    "changed",
    [
        {"conceal": shows_all_along},
        {"conceal": shows_who_has_stayed},
        {"conceal": shows_whether_it_is_high},
        {"reveals": reveals_nothing},
        {"reveals": reveals_only_at_the_end},
    ],
    ids=["all along", "before the end", "a little", "nothing declared", "only the end declared"],
)
def test_what_is_shown_too_early_is_found(monkeypatch: pytest.MonkeyPatch, changed: Rules) -> None:
    leaks = Leaks()
    with pytest.raises(AssertionError):
        leaks.test_games_that_a_viewer_cannot_tell_apart_look_the_same_all_along(
            high_card_with(monkeypatch, changed)
        )


def test_a_showdown_that_is_not_declared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the page never lets a player see the others' cards and take the move back."""
    with pytest.raises(AssertionError):
        Reveals().test_a_move_after_which_worlds_differ_is_declared(
            high_card_with(monkeypatch, {"reveals": reveals_nothing})
        )


def test_nobody_sees_the_card_of_a_seat_that_has_folded() -> None:
    state = Game(TitleSpec("tests.titles.high_card")).new(chance="manual")
    for actor, move in (("*", "draw 5"), ("*", "draw 2"), (0, "fold"), (1, "stay")):
        state.play(actor, move)
    assert [state.view(viewer)["cards"] for viewer in (None, 0, 1)] == [[0, 2], [5, 2], [0, 2]]
    assert state.read("fold") == FOLD
