"""Balance report as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from quartier.lab.balance.figures import Figure
from quartier.lab.balance.usage import Use
from quartier.lab.balance.variants import Variant


@dataclass(frozen=True)
class Mirror:
    """Games of a bot against itself: nobody is stronger, so what differs is the game's doing."""

    bot: str
    games: int
    seat_share: list[Figure]
    """By seat; the first one is not the one that begins where the title draws who does."""
    measures: dict[str, Figure]
    """By the names of `metrics.MEASURES`, as far as there is something to measure."""
    differences: dict[str, Figure]
    """How much more than in the base, game by game on the same deals; of the base nothing."""
    sources: dict[str, Figure]
    """Points of a seat by category."""
    uses: list[Use]
    """Of everything that the title's `count_stats` counts, in its order; nothing where it counts nothing."""


@dataclass(frozen=True)
class Duel:
    """Games of one bot against another in all other seats, every deal in all seatings: how much skill is worth."""

    bot: str
    others: str
    games: int
    share: Figure
    """Of the wins; `1 / seats` would be even."""
    deal: float | None
    """With two seats, the part of the variance of the margin that goes with the deal: by how much the two games of a deal
    agree. The rest is skill, and chance that is not the deal's."""


@dataclass(frozen=True)
class Findings:
    """Results of one variant."""

    variant: Variant
    mirrors: list[Mirror]
    duels: list[Duel]
    silent: list[str]
    """The rules whose sentences nothing that was tried has called for, by their ids."""
    forfeits: int


@dataclass(frozen=True)
class Balance:
    """A balance report; the base comes first. Deterministic for the same seed."""

    title: str
    seats: int
    board: str
    options: dict[str, Any]
    bots: list[str]
    games: int
    seed: int
    findings: list[Findings]

    def as_dict(self) -> dict[str, Any]:
        """Return the report for JSON; a figure is [value, low, high]."""
        return asdict(self)
