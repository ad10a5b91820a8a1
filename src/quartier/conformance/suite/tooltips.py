"""Every drawn object has a tooltip: what it is, what it does, and the rule."""

import re
from html import unescape

import pytest

from quartier import State
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.text.languages import languages
from quartier.core.text.tooltips import Tooltip

_TAG = re.compile(r"<(?!svg)\w+ [^>]*>")
_NAME = re.compile(r' data-about="([^"]+)"')
_TOUCH = re.compile(r' data-touch="([^"]+)"')
_SPOKEN = re.compile(r' aria-label="([^"]+)"')


def drawn_things(state: State, viewer: int | None) -> dict[str, str]:
    """Return the drawn objects that a viewer can touch or ask about, with their accessible names."""
    result = {}
    for svg in state.parts(viewer, "en").values():
        for tag in _TAG.findall(svg):
            name, spoken = _NAME.search(tag) or _TOUCH.search(tag), _SPOKEN.search(tag)
            if name or spoken:
                result[unescape(name[1]) if name else ""] = unescape(spoken[1]) if spoken else ""
    return result


def tooltips_of(state: State, viewer: int | None, lang: str) -> dict[str, Tooltip | None]:
    """Return the tooltip of each of them."""
    view = state.seen_by(viewer, lang)
    return {name: view.tooltip(name) for name in drawn_things(state, viewer)}


class Things(Subject):
    """Every drawn object has a tooltip: what it is, what it does, and the rule."""

    def test_everything_drawn_is_explained(self, game: Game) -> None:
        _explains(game)
        for state in self.positions(game, games=3, per_game=3, seed=131):
            for viewer in (0, state.seats - 1, None):
                things = drawn_things(state, viewer)
                assert "" not in things, things[""]  # text on something that has no id to ask about
                for lang in languages():
                    silent = {
                        name for name, rules in tooltips_of(state, viewer, lang).items() if rules is None
                    }
                    assert silent == set()

    def test_an_explanation_is_sentences_with_rules_that_there_are(self, game: Game) -> None:
        _explains(game)
        for state in self.positions(game, games=2, per_game=2, seed=132):
            for lang in languages():
                for rules in filter(None, tooltips_of(state, 0, lang).values()):
                    assert rules.rules
                    assert set(rules.rules) <= set(game.rule_ids())
                    assert rules.name[0].isupper()
                    assert rules.sentence.endswith(".")
                    assert not rules.now or rules.now.endswith(".")

    def test_what_is_not_there_is_not_explained(self, game: Game) -> None:
        _explains(game)
        for state in self.positions(game, games=1, per_game=1, seed=133):
            view = state.seen_by(0)
            assert [view.tooltip(name) for name in ("", "no-such", "-", "block-", "hand-X", "\u00b2")] == [
                None
            ] * 6


def _explains(game: Game) -> None:
    """Skip titles without tooltips."""
    if game.spec.tooltips is None:
        pytest.skip("the title explains nothing")
