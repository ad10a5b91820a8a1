"""Digests identify a position, independent of how a release stores it: caches may be added and removed."""

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, get_type_hints

import numpy as np

from quartier import Dice, State
from quartier.conformance.suite.subject import Subject
from quartier.conformance.transpositions import raw_positions, seen_and_imagined, with_events_exchanged
from quartier.core.engine.records import DERIVED, Cells, RecordBase
from quartier.core.game.game import Game


def with_cache(record_class: type[RecordBase]) -> type[RecordBase]:
    """Return the same record with an additional derived field in front of all others."""
    hints = get_type_hints(record_class, include_extras=True)
    cache = Annotated[Cells, np.int64, 3, "what a later release might add", DERIVED]
    fields = {"cache": cache, **{field.name: hints[field.name] for field in record_class.fields}}
    return type("Later", (RecordBase,), {"__annotations__": fields})


def differences(record_class: type[RecordBase], one: bytes, other: Any) -> list[str]:
    """Return the fields in which two positions differ."""
    position = record_class.from_bytes(one)
    return [
        field.name
        for field in record_class.fields
        if position[field.name].tobytes() != other[field.name].tobytes()
    ]


def derived_records(state: State, random: Random) -> Iterator[Any]:
    """Return records of a game as it was played, in another order, and as its seats know or sample it."""
    positions = raw_positions(state)
    yield from (state.game.spec.record_class.from_bytes(position) for position in positions)
    yield from with_events_exchanged(state, pairs=400, random=random)
    for position in random.sample(positions, min(20, len(positions))):
        yield from seen_and_imagined(state.game, position, state.seats, Dice(random.randrange(1 << 32)))


class Digests(Subject):
    """Digests identify a position, independent of how a release stores it: caches may be added and removed."""

    def test_what_is_derived_changes_no_digest(self, game: Game) -> None:
        record_class = game.spec.record_class
        for state in self.positions(game, games=1, per_game=1, seed=3):
            for field in record_class.fields:
                twin = state.copy()
                twin.array[field.name] += 1
                assert (twin.digest() == state.digest()) == field.derived, field.name

    def test_what_is_derived_follows_from_the_rest(self, game: Game) -> None:
        """If the setup and everything in a digest are equal, the caches are too, whatever the history."""
        record_class, random = game.spec.record_class, Random(4)
        records_by_digest: dict[tuple[str, str], bytes] = {}
        for state in self.games(game, count=12, seed=4):
            setup = repr((state.rules, state.seats, state.options, state.board.name))
            for position in derived_records(state, random):
                key, record = (setup, record_class.digest(position)), position.tobytes()
                assert records_by_digest.setdefault(key, record) == record, differences(
                    record_class, records_by_digest[key], position
                )

    def test_a_new_cache_changes_no_digest(self, game: Game) -> None:
        record_class = game.spec.record_class
        later = with_cache(record_class)
        for state in self.positions(game, games=1, per_game=2, seed=5):
            position = later.new()
            for field in record_class.fields:
                position[field.name] = state.array[field.name]
            position["cache"] = 7
            assert later.digest(position) == state.digest()
