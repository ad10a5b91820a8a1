"""The suite that every title has to pass, for ours; Connect Four passes it in a package of its own (examples/)."""

from pathlib import Path

from quartier.conformance import Conformance, ProvedRules
from quartier.games.registry import OURS


class Ours(Conformance, ProvedRules):
    """All of it; what proves a title's rules lies anywhere in our tests."""

    tests = Path(__file__).parents[1]


class TestCityBlocks(Ours):
    title = "city_blocks"


class TestBlockCity(Ours):
    title = "block_city"


class TestMetromania(Ours):
    title = "metromania"


class TestNeueHeimat(Ours):
    title = "neue_heimat"


class TestGridlock(Ours):
    title = "gridlock"


def test_every_title_is_in_the_suite() -> None:
    assert {suite.title for suite in Ours.__subclasses__()} == set(OURS)
