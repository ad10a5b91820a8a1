"""The rulebooks: every rule, once, in both languages, with pictures that can be drawn."""

import re
from xml.etree import ElementTree

import pytest

from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game

PARTS = (r"^#+ ", r"^\|", r"^- ", r"`[^`]+`", r"picture:\w+")


def paragraphs(game: Game, lang: str) -> list[str]:
    """Ids of the rules in the order of their paragraphs."""
    return re.findall(r"^\*\*([A-Z]\w*-\d+)\*\* \S", game.rulebook(lang), re.MULTILINE)


def shape(text: str) -> list[int]:
    """How many headings, lines of tables, items, words of notation and pictures a rulebook has."""
    return [len(re.findall(pattern, text, re.MULTILINE)) for pattern in PARTS]


class Rulebooks(Subject):
    """The rulebooks: every rule, once, in both languages, with pictures that can be drawn."""

    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_every_rule_has_its_paragraph_in_order(self, game: Game, lang: str) -> None:
        assert paragraphs(game, lang) == game.rule_ids(), "a rule is a paragraph that begins with **ID**"

    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_a_rule_is_not_mentioned_before_its_paragraph(self, game: Game, lang: str) -> None:
        """The first mention of an id is what links to it (`[zone](#GL-14)`) lead to."""
        text = game.rulebook(lang)
        for rule in game.rule_ids():
            first = re.search(rf"(?<!#){rule}\b", text)
            assert first
            assert first.start() == text.index(f"**{rule}**") + 2

    def test_both_languages_have_the_same_parts(self, game: Game) -> None:
        assert shape(game.rulebook("en")) == shape(game.rulebook("de"))

    def test_the_pictures_of_a_rulebook_are_drawn(self, game: Game) -> None:
        for lang in ("en", "de"):
            for name in re.findall(r"\(picture:(\w+)\)", game.rulebook(lang)):
                assert ElementTree.fromstring(game.picture(name, lang)).get("viewBox")

    def test_marks_say_where_each_rule_comes_from(self, game: Game) -> None:
        """A title may leave them out; once it says where a rule comes from it does so of all, in both languages."""
        english, spoken = game.marks("en"), game.marks("de")
        assert {mark.rule for mark in english} in (set(), set(game.rule_ids()))
        for mark, german in zip(english, spoken, strict=True):
            assert (mark.rule, mark.kind, mark.option) == (german.rule, german.kind, german.option)
            if mark.kind != "source":
                assert mark.sentence != german.sentence or "de" not in game.spec.languages, mark
                assert all(
                    text.rstrip("”“)").endswith((".", "?")) for text in (mark.sentence, german.sentence)
                ), mark
                assert german.sentence.count("„") == german.sentence.count("“"), german

    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_marks_stand_at_their_rules(self, game: Game, lang: str) -> None:
        for mark in game.marks(lang):
            rules = game.rule(mark.rule, lang)
            assert mark.symbol in rules.split(maxsplit=2)[1]
            assert mark.sentence in rules
            assert f"`{mark.option}`" in rules or not mark.option

    @pytest.mark.parametrize("lang", ["en", "de"])
    def test_books_have_no_marks_of_their_own(self, game: Game, lang: str) -> None:
        """They stand in `marks.json` alone."""
        text = game.spec.rulebook(lang).read_text(encoding="utf-8")
        assert not game.marks(lang) or not set("●○◆") & set(text)
