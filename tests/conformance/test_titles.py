"""The suite that every title has to pass, for ours; Connect Four passes it in a package of its own (examples/)."""

from pathlib import Path

import pytest

from quartier.conformance import Conformance, ProvedRules, SampledConformance
from quartier.games.registry import OURS


class Ours(SampledConformance, ProvedRules):
    """A share of the games in every run; what proves a title's rules lies anywhere in our tests."""

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


@pytest.mark.soak
class TestCityBlocksThroughout(Conformance):
    title = "city_blocks"


@pytest.mark.soak
class TestBlockCityThroughout(Conformance):
    title = "block_city"


@pytest.mark.soak
class TestMetromaniaThroughout(Conformance):
    title = "metromania"


@pytest.mark.soak
class TestNeueHeimatThroughout(Conformance):
    title = "neue_heimat"


@pytest.mark.soak
class TestGridlockThroughout(Conformance):
    title = "gridlock"


def test_every_title_is_in_the_suite() -> None:
    for kind in (Ours, Conformance):
        assert {suite.title for suite in kind.__subclasses__() if suite.__module__ == __name__} == set(OURS)
