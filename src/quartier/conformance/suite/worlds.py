"""Sampled worlds agree with what a seat knows, and have their true probabilities."""

import json
from typing import Any

import numpy as np

from quartier import Dice, State
from quartier.conformance.positions import step
from quartier.conformance.suite.subject import Subject
from quartier.conformance.worlds import hidden_draws, rejection_sample, seen_events
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game
from quartier.core.game.view_codec import RESERVED


def viewers(state: State) -> list[int | None]:
    """Return a spectator and every seat."""
    return [None, *range(state.seats)]


def before_others_move(state: State, viewer: int) -> State:
    """Return the last position in which everything hidden from the viewer comes from chance alone.

    Later, a world's probability depends on how the others choose; a title's own tests cover that.
    """
    others = (index for index, past in enumerate(state.past) if past.actor not in (CHANCE, viewer))
    return state.at(next(others, len(state.past)))


def as_rows(worlds: list[Any]) -> Any:
    """Return the positions as uint8, shape (worlds, bytes)."""
    return np.frombuffer(b"".join(world.tobytes() for world in worlds), np.uint8).reshape(len(worlds), -1)


def frequencies(worlds: Any, weights: Any) -> Any:
    """Return how often each bit is set, shape (bits,): any hidden information affects some of them."""
    return weights @ np.unpackbits(worlds, axis=1) / weights.sum()


def assert_close(true: Any, imagined: Any, samples: float, tries: int) -> None:
    """Check that the measured probabilities of each bit differ by less than five standard deviations."""
    mean = (true * samples + imagined * tries) / (samples + tries)
    deviation = np.sqrt(np.clip(mean * (1 - mean), 0, 1) * (1 / samples + 1 / tries))
    assert (abs(true - imagined) <= 5 * deviation + 1e-9).all()


class Worlds(Subject):
    """Sampled worlds agree with what a seat knows, and have their true probabilities."""

    def test_concealing_twice_changes_nothing(self, game: Game) -> None:
        for state in self.positions(game, games=20, per_game=6, seed=61):
            for viewer in viewers(state):
                concealed = state.concealed(viewer)
                assert concealed.concealed(viewer).to_bytes() == concealed.to_bytes()

    def test_a_view_is_what_the_seat_knows_wherever_it_goes(self, game: Game) -> None:
        """A remote program has the same position as one at the table, and continues from it in the same way."""
        for state in self.positions(game, games=12, per_game=4, seed=65):
            for viewer in viewers(state):
                concealed, far = (
                    state.concealed(viewer),
                    game.from_view(json.loads(json.dumps(state.view(viewer)))),
                )
                assert far == concealed
                assert far.determinize(viewer, Dice(5)) == concealed.determinize(viewer, Dice(5))
                if viewer is not None:
                    assert far.legal(viewer) == state.legal(viewer)

    def test_the_titles_own_part_of_a_view_has_names_of_its_own(self, game: Game) -> None:
        for state in self.positions(game, games=4, per_game=2, seed=67):
            for viewer in viewers(state):
                record, number = state.concealed(viewer).open_record(), CHANCE if viewer is None else viewer
                assert not RESERVED & game.spec.text.view(record, number).keys()

    def test_worlds_agree_with_what_is_known(self, game: Game) -> None:
        dice = Dice(62)
        for state in self.positions(game, games=20, per_game=6, seed=62):
            for viewer in viewers(state):
                world = state.determinize(viewer, dice)
                assert world.concealed(viewer) == state.concealed(viewer)
                assert world.to_act() == state.to_act()
                assert world.scores() == state.scores()

    def test_what_is_known_decides_the_worlds(self, game: Game) -> None:
        """Sampling uses nothing but the concealed position."""
        for state in self.positions(game, games=10, per_game=4, seed=63):
            for viewer in viewers(state):
                other = state.determinize(viewer, Dice(1))
                assert other.determinize(viewer, Dice(2)) == state.determinize(viewer, Dice(2))

    def test_a_seat_may_play_the_same_moves_in_every_world(self, game: Game) -> None:
        dice = Dice(64)
        for state in self.positions(game, games=20, per_game=6, seed=64):
            for seat in range(state.seats):
                world = state.determinize(seat, dice)
                assert world.moves(seat) == state.moves(seat) == state.concealed(seat).moves(seat)

    def test_imagined_games_can_be_played_to_the_end(self, game: Game) -> None:
        dice = Dice(65)
        for state in self.positions(game, games=20, per_game=3, seed=65):
            for viewer in viewers(state):
                world = state.determinize(viewer, dice)
                while not world.over:
                    step(world, dice)
                assert len(state.past) + len(world.past) <= game.max_events

    def test_worlds_are_as_frequent_as_true(self, game: Game) -> None:
        """Sampled worlds agree with resampled chance, rejecting draws after which a known event could not follow."""
        dice, tries = Dice(66), 6000 if self.thorough else 1500
        for finished in self.games(game, count=2, seed=66):
            for viewer in range(finished.seats):
                state = before_others_move(finished, viewer)
                if not hidden_draws(state, viewer):
                    continue
                start, events, buffers = state.at(0), seen_events(state, viewer), state.buffers()
                samples = [rejection_sample(start, events, dice, buffers) for _ in range(tries)]
                accepted = [sample for sample in samples if sample]
                weights = np.array([weight for _, weight in accepted])
                true = as_rows([position for position, _ in accepted])
                imagined = as_rows([state.determinize(viewer, dice).array for _ in range(tries)])
                open_bytes = (true != true[0]).any(axis=0) | (imagined != true[0]).any(axis=0)
                assert_close(
                    frequencies(true[:, open_bytes], weights),
                    frequencies(imagined[:, open_bytes], np.ones(tries)),
                    weights.sum() ** 2 / (weights**2).sum(),
                    tries,
                )
