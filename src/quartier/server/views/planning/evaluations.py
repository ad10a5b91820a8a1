"""View models of the bots' opinion for spectators."""

from __future__ import annotations

from collections.abc import Sequence

from quartier.core.text.languages import translator
from quartier.server.domain.table import Table
from quartier.server.views import messages
from quartier.server.views.learning.hints import promise
from quartier.server.views.planning.models import Evaluation
from quartier.server.workers.evaluations import DELAY


def evaluation_view(table: Table, values: Sequence[float], lang: str) -> Evaluation:
    """Return what each seat may hope for; of no values: nothing yet."""
    t = translator(lang)
    names, looks = messages.player_names(table, t), table.state.looks()
    return {
        "behind": DELAY,
        "chances": [
            {
                "seat": seat,
                "look": looks[seat],
                "name": names[seat],
                "value": round(value, 4),
                "text": promise(value, table.seats, t),
            }
            for seat, value in enumerate(values)
        ],
    }
