"""What single rulebooks say and show; `quartier.conformance` looks at all of them."""

import re

import pytest

import quartier
from quartier.games.city_blocks.drawing import pictures
from quartier.games.city_blocks.rules.state import OPEN
from quartier.games.city_blocks.rules.streets import sum_of

READING = {"en": "our reading", "de": "unsere Lesart"}


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
