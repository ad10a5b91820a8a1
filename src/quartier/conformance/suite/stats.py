"""Statistics of the balance lab have names: every number that `count_stats` writes is a member of the title's `tallies`."""

import numpy as np

from quartier.conformance.suite.subject import Subject
from quartier.core.engine.contract import CHANCE, MAX_STATS
from quartier.core.game.game import Game
from quartier.core.text.languages import languages, translator

SAMPLED_EVENTS = 12
"""Maximum number of legal moves checked per position."""


class Uses(Subject):
    """Statistics of the balance lab have names."""

    def test_what_a_move_uses_has_a_name(self, game: Game) -> None:
        """Each is counted once."""
        title = game.spec
        named = np.zeros(MAX_STATS, np.int64)
        uses = getattr(title.rules, "count_stats", None)
        for finished in self.games(game, 8, 69):
            count = sum(len(tally.members) for tally in title.tallies(finished.board, translator("en")))
            for index, past in enumerate(finished.past):
                if past.actor == CHANCE or uses is None:
                    continue
                before = finished.at(index)
                s, legal = title.record_class.open(before.array), before.legal(past.actor)
                for action in {past.action, *legal[:: max(1, len(legal) // SAMPLED_EVENTS)]}:
                    counted = list(named[: uses(s, past.actor, action, named)])
                    assert counted, action
                    assert len(set(counted)) == len(counted), action
                    assert min(counted) >= 0, action
                    assert max(counted) < count, action

    def test_names_are_different(self, game: Game) -> None:
        title, board = game.spec, game.new(game.seats[1], chance="manual").board
        for lang in languages():
            tallies = title.tallies(board, translator(lang, title.folder))
            for names in ([tally.name for tally in tallies], *(tally.members for tally in tallies)):
                assert len(set(names)) == len(names), names
