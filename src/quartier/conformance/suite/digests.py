"""Digests say which position it is, and nothing of how a release stores it: caches come and go without a change."""

from typing import Annotated, get_type_hints

import numpy as np

from quartier.conformance.positions import random_positions
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.records import DERIVED, Cells, Record
from quartier.core.play.game import Game


def with_cache(declared: type[Record]) -> type[Record]:
    """The same record with a derived field more, in front of all others."""
    hints = get_type_hints(declared, include_extras=True)
    cache = Annotated[Cells, np.int64, 3, "what a later release might add", DERIVED]
    fields = {"cache": cache, **{field.name: hints[field.name] for field in declared.fields}}
    return type("Later", (Record,), {"__annotations__": fields})


class Digests(Subject):
    """Digests say which position it is, and nothing of how a release stores it: caches come and go without a change."""

    def test_what_is_derived_changes_no_digest(self, game: Game) -> None:
        declared = game.declared.state
        for state in random_positions(game, games=1, each=1, seed=3):
            for field in declared.fields:
                twin = state.copy()
                twin.position[field.name] += 1
                assert (twin.digest() == state.digest()) == field.derived, field.name

    def test_what_is_derived_follows_from_the_rest(self, game: Game) -> None:
        """Where the setup and all that a digest holds are equal, the caches are: also by another way to the position."""
        known: dict[tuple[str, str], bytes] = {}
        for state in random_positions(game, games=12, each=30, seed=4):
            setup = repr((state.seats, state.options, state.board.name))
            assert known.setdefault((setup, state.digest()), state.to_bytes()) == state.to_bytes()

    def test_a_new_cache_changes_no_digest(self, game: Game) -> None:
        declared = game.declared.state
        later = with_cache(declared)
        for state in random_positions(game, games=1, each=2, seed=5):
            position = later.new()
            for field in declared.fields:
                position[field.name] = state.position[field.name]
            position["cache"] = 7
            assert later.digest(position) == state.digest()
