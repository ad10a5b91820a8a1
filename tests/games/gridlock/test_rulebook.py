"""What the rulebook shows: its worked example, played again with its numbers, and its pictures."""

import re

import pytest

import quartier
from quartier.games.gridlock.drawing.pictures import EXAMPLE, PICTURES
from quartier.games.gridlock.rules.tiles import COUNTS, NAMES
from tests.games.gridlock.table import refusal, stops

# Before which move each row of the example's table stands, from the second one on, and who has visited how much by then.
ROWS = (
    ("1 lay 5@5,11=5", (1, 1)),
    ("0 uncone 4,4", (1, 1)),
    ("1 stop 5,11", (1, 1)),
    ("0 stop 5,1", (1, 2)),
    ("1 lay 9@5,7=9", (3, 2)),
    ("0 stop 4,4", (3, 2)),
)


@pytest.mark.rules("GL-8", "GL-21", "GL-22", "GL-23")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_table_of_the_example_counts_what_was_visited(lang: str) -> None:
    scores = [tuple(EXAMPLE.before(move).scores()) for move, _ in ROWS] + [tuple(EXAMPLE.whole.scores())]
    assert scores == [*(numbers for _, numbers in ROWS), (4, 2)]
    rows = re.findall(r"\| (\d) \| (\d) \|$", quartier.load("gridlock").rulebook(lang), re.MULTILINE)
    assert [(int(red), int(green)) for red, green in rows] == scores


@pytest.mark.rules("GL-9", "GL-14", "GL-16", "GL-17", "GL-19", "GL-22")
def test_the_turns_of_the_example_go_as_they_are_reported() -> None:
    assert refusal(EXAMPLE.before("0 uncone 4,4"), 0, "turn 4,4=19") == "GL-14"
    assert stops(EXAMPLE.before("0 uncone 4,4")) == set()
    built = EXAMPLE.before("1 stop 5,11")
    assert built.to_act() == {1}, "four actions end a turn"
    assert refusal(EXAMPLE.before("1 stop 5,11"), 1, "stop 5,9") == "GL-19"
    assert stops(EXAMPLE.before("0 stop 5,1")) == {
        "4,4", "5,3", "4,2", "4,0", "1,11", "5,5", "5,1", "6,4", "2,10",
    }  # fmt: skip
    assert refusal(EXAMPLE.before("0 stop 4,4"), 0, "stop 2,10") == "GL-19"
    assert EXAMPLE.whole.winners() == [0]


@pytest.mark.rules("GL-4")
def test_the_kinds_are_shown_with_their_names_and_copies() -> None:
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", quartier.load("gridlock").picture("kinds", "en"))
    assert labels == [
        label for name, count in zip(NAMES, COUNTS, strict=True) for label in (name, f"× {count}")
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_can_lie_beside_a_table(name: str) -> None:
    picture = quartier.load("gridlock").picture(name, "en")
    ids = re.findall(r'\bid="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert all(rule.startswith(f"{name}-") for rule in ids)
    used = set(re.findall(r'(?:url\(#|href="#)([\w-]+)', picture))
    assert all(rule.startswith("icon-") for rule in used - set(ids))
    assert "data-touch" not in picture
