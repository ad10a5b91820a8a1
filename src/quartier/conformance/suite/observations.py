"""Observations: numbers in their ranges, the same in both modes, and nothing that a seat cannot know."""

import numpy as np

from quartier import Dice
from quartier.conformance.positions import with_position
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game


class Observations(Subject):
    """What a seat's observation says: what its parts declare, and nothing that the seat cannot know."""

    def test_parts_have_names_and_meanings_of_their_own(self, game: Game) -> None:
        parts = game.observation.parts
        assert len({part.name for part in parts}) == len(parts) > 0
        for part in parts:
            assert part.meaning
            assert part.size > 0
            assert part.low < part.high

    def test_numbers_are_in_the_range_of_their_part(self, game: Game) -> None:
        low, high = game.observation.low, game.observation.high
        for state in self.positions(game, games=16, each=8, seed=161):
            for seat in range(state.seats):
                told = state.observation(seat)
                wrong = np.flatnonzero((told < low) | (told > high))
                assert wrong.size == 0, game.observation.split(told)

    def test_worlds_that_a_seat_cannot_tell_apart_are_told_alike(self, game: Game) -> None:
        dice = Dice(162)
        for state in self.positions(game, games=8, each=4, seed=162):
            for seat in range(state.seats):
                told = state.observation(seat).tobytes()
                assert state.concealed(seat).observation(seat).tobytes() == told
                for _ in range(2):
                    world = with_position(state, state.determinize(seat, dice).position)
                    assert world.observation(seat).tobytes() == told

    def test_both_modes_tell_the_same(self, game: Game, plain: Game) -> None:
        for state in self.positions(game, games=4, each=3, seed=163):
            again = plain.from_bytes(
                state.to_bytes(), state.seats, state.options, board=state.board, rules=state.rules
            )
            for seat in range(state.seats):
                assert again.observation(seat).tobytes() == state.observation(seat).tobytes()
