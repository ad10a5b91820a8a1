"""Verdicts on decisions of a review: a grade for each, the turning point, and the key moments."""

from __future__ import annotations

from typing import Any

from quartier.core.text.languages import N_
from quartier.server.views.finished.models import Verdict

VERDICT_NAMES: dict[Verdict, str] = {
    "best": N_("best move"),
    "good": N_("good"),
    "slip": N_("inaccuracy"),
    "mistake": N_("mistake"),
    "turning": N_("turning point"),
}
FINE: tuple[Verdict, ...] = ("best", "good")
"""Verdicts on decisions that cost nothing worth a word."""
MAX_KEY_MOMENTS = 5
"""Moments that are picked of a whole game."""

_LOSSES: tuple[tuple[float, Verdict], ...] = ((0.01, "best"), (0.03, "good"), (0.1, "slip"))
"""Below which loss, as a share of the win, a decision is called so: the first that holds; else it was a mistake."""
_LOSSES_ALONE: tuple[tuple[float, Verdict], ...] = ((0.5, "best"), (1.0, "good"), (4.0, "slip"))
"""The same in points, for one seat alone."""


def grade(data: dict[str, Any], seats: int) -> list[Verdict]:
    """Return a verdict for each decision of a review (`lab.review.Review.as_dict`), in order."""
    decisions = data["decisions"]
    result = [_of_loss(decision["loss"], seats) for decision in decisions]
    turning = _turning(decisions, result)
    if turning is not None:
        result[turning] = "turning"
    return result


def _of_loss(loss: float, seats: int) -> Verdict:
    limits = _LOSSES if seats > 1 else _LOSSES_ALONE
    return next((verdict for most, verdict in limits if loss < most), "mistake")


def _turning(decisions: list[dict[str, Any]], verdicts: list[Verdict]) -> int | None:
    """Of the mistakes that took the lead from a seat and gave it to another, the one that cost most."""
    lost = [
        index
        for index, decision in enumerate(decisions)
        if verdicts[index] == "mistake" and _leader(decision["best_values"]) != _leader(decision["values"])
    ]
    return max(lost, key=lambda index: float(decisions[index]["loss"]), default=None)


def _leader(values: list[float]) -> int:
    """The seat that can expect most."""
    return max(range(len(values)), key=values.__getitem__)


def select_moments(data: dict[str, Any], verdicts: list[Verdict], bots: list[bool]) -> list[int]:
    """Return the key decisions in order, at most `MAX_KEY_MOMENTS`: the turning point, then the costliest, people's first.

    Args:
        data: The review.
        verdicts: A verdict for each decision.
        bots: By seat, whether a bot sat there.
    """
    decisions = data["decisions"]

    def weight(index: int) -> tuple[bool, bool, float]:
        decision = decisions[index]
        return verdicts[index] != "turning", bots[decision["seat"]], -decision["loss"]

    costly = (index for index, verdict in enumerate(verdicts) if verdict not in FINE)
    return sorted(sorted(costly, key=weight)[:MAX_KEY_MOMENTS])
