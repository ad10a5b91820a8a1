"""What single rulebooks say and show; `quartier.conformance` looks at all of them."""

import json
import re

import pytest

import quartier
from quartier.games.city_blocks.drawing import pictures
from quartier.games.city_blocks.rules.state import OPEN
from quartier.games.city_blocks.rules.streets import sum_of


@pytest.mark.parametrize(
    ("title", "kind", "rules"),
    [
        ("city_blocks", "reading", (4, 5, 8, 10, 11, 12, 22)),
        ("city_blocks", "elsewhere", (6,)),
        ("block_city", "reading", (1, 2, 3, 6, 7, 8, 10, 11, 12, 15, 16, 19)),
        ("block_city", "elsewhere", ()),
        ("neue_heimat", "reading", (3, 10, 12, 23)),
        ("neue_heimat", "elsewhere", (1, 2, 3, 4, 6, 7, 8, 12, 14, 24, 31, 32)),
    ],
)
def test_what_is_not_in_the_source_is_reported_of_these_rules(
    title: str, kind: str, rules: tuple[int, ...]
) -> None:
    game = quartier.load(title)
    marks = json.loads((game.spec.data / "marks.json").read_text("utf-8"))
    missing = {int(mark["id"].rpartition("-")[2]) for mark in marks if mark["kind"] == kind}
    assert missing == set(rules)


@pytest.mark.rules("CB-16", "CB-17", "CB-18", "CB-19")
def test_the_awarded_streets_are_the_worked_examples() -> None:
    s = pictures.position_with_awards()
    sums = [(sum_of(s, street, 0), sum_of(s, street, 1)) for street in range(3)]
    assert sums == [(5, 6), (1, 0), (3, 0)]
    assert [s.award[street] for street in range(4)] == [1, 0, 0, OPEN]


@pytest.mark.parametrize("name", ["turn", "street", "cancelled", "swap", "end"])
def test_the_pictures_can_lie_beside_a_table(name: str) -> None:
    picture = quartier.load("city_blocks").picture(name, "en")
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert all(own.startswith(f"{name}-") for own in ids)
    assert "data-touch" not in picture
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(ids)
    assert {used for used in re.findall(r'href="#([^"]+)"', picture) if not used.startswith("icon-")} <= set(
        ids
    )
