"""Languages come from catalogues: plural forms, fallbacks, and the conventions for numbers."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest

import quartier
from quartier.core.text import languages
from quartier.core.text.languages import language_name, translator
from quartier.core.text.numbers import day, dollars, figure, percent

LOCALES = Path(__file__).parents[1] / "fixtures" / "locales"


@pytest.fixture
def polish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Polish as a host adds it: the commonest messages of the page, and nothing else."""
    monkeypatch.setenv("QUARTIER_LOCALES", str(LOCALES))
    _forget_languages()
    yield
    _forget_languages()


def _forget_languages() -> None:
    languages._translator.cache_clear()
    languages._translations.cache_clear()


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1 punkt"), (2, "2 punkty"), (5, "5 punktów"), (22, "22 punkty"), (112, "112 punktów")],
)
@pytest.mark.usefixtures("polish")
def test_a_language_has_its_own_plural_forms(count: int, text: str) -> None:
    form = translator("pl").ngettext("{count} point", "{count} points", count)
    assert form.format(count=count) == text


@pytest.mark.usefixtures("polish")
def test_the_client_gets_the_forms_by_their_category() -> None:
    assert translator("pl").plural_forms("{count} point", "{count} points") == {
        "one": "{count} punkt",
        "few": "{count} punkty",
        "many": "{count} punktów",
    }


@pytest.mark.usefixtures("polish")
def test_what_is_not_translated_is_english() -> None:
    t = translator("pl")
    assert t("Confirm") == "Potwierdź"
    assert t("No match.") == "No match."
    assert t.ngettext("{count} event", "{count} events", 5) == "{count} events"


@pytest.mark.parametrize("title", quartier.titles())
@pytest.mark.usefixtures("polish")
def test_a_game_without_the_language_is_played_in_english(title: str) -> None:
    game = quartier.load(title)
    labels = [
        [choice.label for choice in game.new(seed=1).seen_by(0, lang).choices()] for lang in ("pl", "en")
    ]
    assert labels[0] == labels[1]
    assert game.rulebook("pl").startswith("# ")
    assert game.spec.languages == quartier.load(title).spec.languages


@pytest.mark.usefixtures("polish")
def test_a_language_names_itself() -> None:
    assert languages.languages() == ("en", "de", "pl")
    assert [language_name(lang) for lang in languages.languages()] == ["English", "Deutsch", "Polski"]


def test_numbers_follow_the_language() -> None:
    assert [figure(-1234.5, 1, lang) for lang in ("en", "de")] == ["−1,234.5", "−1.234,5"]
    assert [percent(0.675, 1, lang) for lang in ("en", "de")] == ["67.5%", "67,5\u00a0%"]
    assert [dollars(10, lang) for lang in ("en", "de")] == ["$10", "10\u00a0$"]
    date = datetime.date(2026, 11, 29)
    assert [day(date, lang) for lang in ("en", "de")] == ["29 November 2026", "29. November 2026"]
