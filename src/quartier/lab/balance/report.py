"""Balance report as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from quartier.lab.balance.figures import Figure
from quartier.lab.balance.usage import Use
from quartier.lab.balance.variants import Variant


@dataclass(frozen=True)
class Mirror:
    """Games of a bot against itself: strength is equal, so differences are due to the game."""

    bot: str
    games: int
    seat_share: list[Figure]
    """By seat; if the title draws the start player, the first seat is not the one that begins."""
    measures: dict[str, Figure]
    """By the names of `metrics.MEASURES`, as far as they apply."""
    differences: dict[str, Figure]
    """The change relative to the base, game by game on the same deals; empty for the base."""
    sources: dict[str, Figure]
    """Points of a seat by category."""
    uses: list[Use]
    """The usage of everything that the title's `count_stats` counts, in its order; empty if it counts nothing."""


@dataclass(frozen=True)
class Duel:
    """Games of one bot against another in all other seats, every deal in all seatings: the value of skill."""

    bot: str
    others: str
    games: int
    share: Figure
    """Its share of the wins; `1 / seats` would be even."""
    deal: float | None
    """With two seats, the fraction of the variance of the margin explained by the deal: the correlation of its two games.

    The rest is skill, and chance independent of the deal.
    """


@dataclass(frozen=True)
class Findings:
    """Results of one variant with a number of seats."""

    seats: int
    variant: Variant
    mirrors: list[Mirror]
    duels: list[Duel]
    silent: list[str]
    """The ids of the rules whose violation messages never occurred."""
    forfeits: int


@dataclass(frozen=True)
class Balance:
    """A balance report; for each number of seats the base comes first. Deterministic for the same seed."""

    title: str
    seats: list[int]
    board: str
    options: dict[str, Any]
    bots: list[str]
    games: int
    seed: int
    findings: list[Findings]

    def bases(self) -> list[Findings]:
        """Return the results of the base for each number of seats."""
        return [finding for finding in self.findings if not finding.variant.name]

    def as_dict(self) -> dict[str, Any]:
        """Return the report for JSON; a figure is [value, low, high]."""
        return asdict(self)
