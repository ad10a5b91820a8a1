"""Balance lab: effect of rule variants on fairness and scores, on the same deals, for bots of several strengths."""

from quartier.lab.balance.report import (
    Balance,
    Duel,
    Findings,
    Mirror,
)
from quartier.lab.balance.runner import balance

__all__ = ["Balance", "Duel", "Findings", "Mirror", "balance"]
