"""The rulebooks: every rule, once, in both languages, with pictures that show what is played."""

import re
from xml.etree import ElementTree

import pytest

import quartier
from quartier.core.play.game import Game
from quartier.games.city_blocks.drawing import pictures
from quartier.games.city_blocks.rules.state import OPEN
from quartier.games.city_blocks.rules.streets import sum_of

READING = {"en": "our reading", "de": "unsere Lesart"}


@pytest.fixture(params=quartier.titles())
def game(request: pytest.FixtureRequest) -> Game:
    return quartier.load(request.param)


def paragraphs(game: Game, lang: str) -> list[str]:
    """Ids of the rules in the order of their paragraphs."""
    return re.findall(r"^\*\*([A-Z]+-\d+)\*\* \S", game.rulebook(lang), re.MULTILINE)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_has_its_paragraph_in_order(game: Game, lang: str) -> None:
    assert paragraphs(game, lang) == game.rule_ids()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_rule_is_not_mentioned_before_its_paragraph(game: Game, lang: str) -> None:
    """The first mention of an id is what links to it lead to."""
    text = game.rulebook(lang)
    for rule in game.rule_ids():
        assert re.search(rf"{rule}\b", text).start() == text.index(f"**{rule}**") + 2  # type: ignore[union-attr]


def test_both_languages_have_the_same_parts(game: Game) -> None:
    shapes = [
        [
            len(re.findall(pattern, game.rulebook(lang), re.MULTILINE))
            for pattern in (r"^#+ ", r"^\|", r"^- ", r"`[^`]+`", r"picture:\w+")
        ]
        for lang in ("en", "de")
    ]
    assert shapes[0] == shapes[1]


def test_the_pictures_of_a_rulebook_are_drawn(game: Game) -> None:
    for lang in ("en", "de"):
        for name in re.findall(r"\(picture:(\w+)\)", game.rulebook(lang)):
            assert ElementTree.fromstring(game.picture(name, lang)).get("viewBox")


def test_readings_of_city_blocks_are_told_as_such_in_the_same_rules() -> None:
    game = quartier.load("city_blocks")
    told = {}
    for lang, words in READING.items():
        blocks = re.split(r"\n(?=\*\*CB-)", game.rulebook(lang))[1:]
        told[lang] = {re.match(r"\*\*(CB-\d+)", block)[1] for block in blocks if words in block}  # type: ignore[index]
    assert told["en"] == told["de"] == {f"CB-{number}" for number in (4, 8, 10, 11, 12, 22)}


@pytest.mark.rules("CB-16", "CB-17", "CB-18", "CB-19")
def test_the_awarded_streets_are_the_worked_examples() -> None:
    s = pictures.awarded()
    sums = [(sum_of(s, street, 0), sum_of(s, street, 1)) for street in range(3)]
    assert sums == [(5, 6), (1, 0), (3, 0)]
    assert [s.award[street] for street in range(4)] == [1, 0, 0, OPEN]


def test_the_picture_can_lie_beside_a_table() -> None:
    picture = quartier.load("city_blocks").picture("award", "en")
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert all(name.startswith("award-") for name in ids)
    assert "data-touch" not in picture
    assert all(
        f"url(#{name})" not in picture or name in ids for name in re.findall(r"url\(#([^)]+)\)", picture)
    )
