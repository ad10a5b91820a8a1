"""Conformance tests for every title, for pytest (`pip install quartier[conformance]`).

A class that names your own title tests it::

    class TestMyTitle(Conformance):
        title = "my_title"
"""

import pytest

pytest.register_assert_rewrite("quartier.conformance.suite")

from quartier.conformance.suite.batches import Batches  # noqa: E402 (asserts are rewritten on import)
from quartier.conformance.suite.chance import Chance  # noqa: E402
from quartier.conformance.suite.choices import Choices  # noqa: E402
from quartier.conformance.suite.digests import Digests  # noqa: E402
from quartier.conformance.suite.goals import Goals  # noqa: E402
from quartier.conformance.suite.leaks import Leaks  # noqa: E402
from quartier.conformance.suite.lessons import Lessons  # noqa: E402
from quartier.conformance.suite.modes import Bounds, CachedDrawings, Modes  # noqa: E402
from quartier.conformance.suite.networks import Networks  # noqa: E402
from quartier.conformance.suite.notation import Notation  # noqa: E402
from quartier.conformance.suite.observations import Observations  # noqa: E402
from quartier.conformance.suite.places import PlaceNames  # noqa: E402
from quartier.conformance.suite.playing import Playing  # noqa: E402
from quartier.conformance.suite.reveals import Reveals  # noqa: E402
from quartier.conformance.suite.rulebooks import Rulebooks  # noqa: E402
from quartier.conformance.suite.rules import ProvedRules  # noqa: E402
from quartier.conformance.suite.scores import Scores  # noqa: E402
from quartier.conformance.suite.stats import Uses  # noqa: E402
from quartier.conformance.suite.tooltips import Things  # noqa: E402
from quartier.conformance.suite.translations import Translations  # noqa: E402
from quartier.conformance.suite.worlds import Worlds  # noqa: E402

__all__ = ["Conformance", "ProvedRules", "SampledConformance"]


class SampledConformance(
    Playing,
    Notation,
    Chance,
    Worlds,
    Leaks,
    Goals,
    Scores,
    Digests,
    Reveals,
    Uses,
    Choices,
    PlaceNames,
    Things,
    CachedDrawings,
    Modes,
    Networks,
    Observations,
    Batches,
    Translations,
    Rulebooks,
    Lessons,
):
    """Everything of `Conformance` except the bounds checks, over fewer games: for a run on every change of a large title."""

    thorough = False


class Conformance(SampledConformance, Bounds):
    """All tests that need no knowledge of a title's rules, over all numbers of seats, boards and options."""

    thorough = True
