"""The rulebooks: every rule, once, in all languages, with pictures that can be drawn."""

import re
from xml.etree import ElementTree

import pytest

from quartier.conformance.suite.subject import Subject
from quartier.conformance.suite.translations import QUOTATION_MARKS
from quartier.core.game.game import Game
from quartier.core.text.languages import languages

PARTS = (r"^#+ ", r"^\|", r"^- ", r"`[^`]+`", r"picture:\w+")


def paragraphs(game: Game, lang: str) -> list[str]:
    """Return the ids of the rules in the order of their paragraphs."""
    return re.findall(r"^\*\*([A-Z]\w*-\d+)\*\* \S", game.rulebook(lang), re.MULTILINE)


def shape(text: str) -> list[int]:
    """Return how many headings, table rows, items, words of notation and pictures a rulebook has."""
    return [len(re.findall(pattern, text, re.MULTILINE)) for pattern in PARTS]


class Rulebooks(Subject):
    """The rulebooks: every rule, once, in all languages, with pictures that can be drawn."""

    @pytest.mark.parametrize("lang", languages())
    def test_every_rule_has_its_paragraph_in_order(self, game: Game, lang: str) -> None:
        assert paragraphs(game, lang) == game.rule_ids(), "a rule is a paragraph that begins with **ID**"

    @pytest.mark.parametrize("lang", languages())
    def test_a_rule_is_not_mentioned_before_its_paragraph(self, game: Game, lang: str) -> None:
        """Links to a rule (`[zone](#GL-14)`) lead to the first mention of its id."""
        text = game.rulebook(lang)
        for rule in game.rule_ids():
            first = re.search(rf"(?<!#){rule}\b", text)
            assert first
            assert first.start() == text.index(f"**{rule}**") + 2

    def test_all_languages_have_the_same_parts(self, game: Game) -> None:
        assert len({tuple(shape(game.rulebook(lang))) for lang in game.spec.languages}) == 1

    def test_the_pictures_of_a_rulebook_are_drawn(self, game: Game) -> None:
        for lang in game.spec.languages:
            for name in re.findall(r"\(picture:(\w+)\)", game.rulebook(lang)):
                assert ElementTree.fromstring(game.picture(name, lang)).get("viewBox")

    def test_marks_say_where_each_rule_comes_from(self, game: Game) -> None:
        """A title may omit sources; if it gives the source of one rule it does so for all, in all languages."""
        english = game.marks("en")
        assert {mark.rule for mark in english} in (set(), set(game.rule_ids()))
        for lang in self.translations(game):
            for mark, translated in zip(english, game.marks(lang), strict=True):
                assert (mark.rule, mark.kind, mark.option) == (
                    translated.rule,
                    translated.kind,
                    translated.option,
                )
                assert mark.kind == "source" or mark.sentence != translated.sentence, mark
        for lang in game.spec.languages:
            opening, closing = QUOTATION_MARKS.get(lang, ("", ""))
            for mark in game.marks(lang):
                sentence = mark.sentence
                assert mark.kind == "source" or sentence.rstrip("”“)").endswith((".", "?")), mark
                assert sentence.count(opening) == sentence.count(closing) or not opening, mark

    @pytest.mark.parametrize("lang", languages())
    def test_marks_stand_at_their_rules(self, game: Game, lang: str) -> None:
        for mark in game.marks(lang):
            rules = game.rule(mark.rule, lang)
            assert mark.symbol in rules.split(maxsplit=2)[1]
            assert mark.sentence in rules
            assert f"`{mark.option}`" in rules or not mark.option

    @pytest.mark.parametrize("lang", languages())
    def test_books_have_no_marks_of_their_own(self, game: Game, lang: str) -> None:
        """They are in `marks.json` alone."""
        text = game.spec.rulebook(lang).read_text(encoding="utf-8")
        assert not game.marks(lang) or not set("●○◆") & set(text)
