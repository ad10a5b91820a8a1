"""Lines differ without their colours: each has a pattern that no other line has."""

import re
from importlib.resources import files

import quartier
from quartier.games.metromania.drawing.symbols import line_classes, rail

THEME = files("quartier.games.metromania.drawing").joinpath("theme.css").read_text("utf-8")
LINES = range(2 * quartier.load("metromania").seats[1])


def test_no_two_lines_have_the_same_pattern() -> None:
    rules = [re.search(rf"\.metro {_selector(line)} \.pattern {{([^}}]+)}}", THEME) for line in LINES]
    patterns = [{part.strip() for part in rule[1].split(";") if part.strip()} for rule in rules if rule]
    assert len(patterns) == len(LINES)
    assert len({tuple(sorted(pattern)) for pattern in patterns}) == len(LINES)


def test_a_stretch_of_line_shows_its_pattern() -> None:
    for line in LINES:
        stretch = rail("M0 0H9", line)
        assert f'class="{line_classes(line)}"' in stretch
        assert 'class="pattern"' in stretch


def _selector(line: int) -> str:
    return "".join(rf"\.{name}" for name in line_classes(line).split())
