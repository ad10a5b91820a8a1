"""Random moves and draws have the probabilities defined by the contract."""

from collections import Counter

from quartier import Dice, State
from quartier.conformance.chi_square import fits
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game

TRIALS = 4000


def count_samples(state: State, seat: int, dice: Dice) -> Counter[int]:
    """Return how often `sample` chose each move."""
    out, _ = state.buffers()
    sample = state.game.kernels.sample_at
    return Counter(int(sample(state.array, seat, dice.state, out)) for _ in range(TRIALS))


def count_draws(state: State, dice: Dice) -> Counter[int]:
    """Return how often `draw` drew each outcome."""
    buffers = state.buffers()
    draw = state.game.kernels.draw_at
    return Counter(int(draw(state.array, dice.state, *buffers)) for _ in range(TRIALS))


class Chance(Subject):
    """Random moves and draws have the probabilities defined by the contract."""

    def test_a_random_move_is_uniform_over_the_legal_ones(self, game: Game) -> None:
        dice = Dice(51)
        for state in self.positions(game, games=20, per_game=6, seed=51):
            for seat in state.to_act() - {"*"}:
                weights = dict.fromkeys(state.legal(int(seat)), 1.0)
                assert fits(count_samples(state, int(seat), dice), weights, TRIALS), repr(state)

    def test_a_draw_follows_its_weights(self, game: Game) -> None:
        dice = Dice(52)
        for state in self.positions(game, games=20, per_game=6, seed=52):
            if state.to_act() == {"*"}:
                weights = {state.read(text): float(weight) for text, weight in state.chances().items()}
                assert fits(count_draws(state, dice), weights, TRIALS), repr(state)

    def test_outcomes_have_positive_weights(self, game: Game) -> None:
        for state in self.positions(game, games=20, per_game=6, seed=53):
            chances = state.chances()
            assert all(weight > 0 for weight in chances.values())
            assert sorted(chances) == state.moves("*")
            assert sorted(chances) == sorted(state.write(action) for action in state.legal(CHANCE))
