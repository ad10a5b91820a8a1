"""How often a search asked for priors is read from its tree; here it is counted, too."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from priors import positions, times_asked
from quartier import Dice
from quartier.bots.mcts.search import Search
from quartier.conformance.games import load_interpreted


@pytest.mark.parametrize("title", ["neue_heimat", "block_city"])
def test_a_tree_tells_how_often_it_asked(title: str) -> None:
    """Neue Heimat's nodes get all children at once, BlockCity's more with their visits, and none before the eighth."""
    position, seat = next(iter(positions(load_interpreted(title), 3)))
    search, counted = Search(position.game, "learned:300"), 0
    (branch,) = search._branches_for(position, seat, np.frombuffer(position.to_bytes(), np.uint8), Dice(1))
    priors = branch._model.priors

    def counting(*args: Any) -> int:
        nonlocal counted
        counted += 1
        return int(priors(*args))

    branch._model = branch._model._replace(priors=counting)
    search.run(position, seat, Dice(1))
    (grown,) = search.trees()
    assert counted > 1
    assert times_asked(grown) == pytest.approx(counted, rel=0.15)
