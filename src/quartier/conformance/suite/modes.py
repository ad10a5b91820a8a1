"""Compiled, interpreted, bounds-checked: all ways to run the rules give the same bits; cached or new, the same drawing."""

import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper
from random import Random

import numpy as np
import pytest

from quartier import Dice, State
from quartier.bots import policies, styles
from quartier.conformance import random_walks
from quartier.conformance.positions import some_actions
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.networks import untrained_net
from quartier.core.game.choices import choice_cache
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption

GREEDY = 8
"""Number of choices made in both modes: interpreted, one among hundreds of moves takes seconds."""


def answers(game: Game, state: State, seed: int) -> list[object]:
    """Return the output of every read-only kernel for a position."""
    position, kernels = state.array, game.kernels
    out, weights = state.buffers()
    result: list[object] = [kernels.to_act_at(position)]
    for seat in range(state.seats):
        result += [list(out[: kernels.legal_at(position, seat, out)]), kernels.score_at(position, seat)]
        result += [kernels.decides_at(position, seat, out)]
        result += [kernels.evaluate_at(state.concealed(seat).array, seat)]
    if result[0] == CHANCE:
        count = kernels.outcomes_at(position, out, weights)
        result += [list(out[:count]), list(weights[:count])]
        result += [kernels.draw_at(position, Dice(seed).state, out, weights)]
    if result[0] == 0:
        result.append(kernels.winners_at(position))
    for viewer in (CHANCE, *range(state.seats)):
        record, rng = position.copy(), Dice(seed).state
        result.append(kernels.observes_draw_at(position, viewer))
        kernels.conceal_at(record, viewer)
        result += [record.tobytes(), game.derived_values(record, viewer)]
        kernels.determinize_at(record, viewer, rng)
        result += [record.tobytes(), int(rng[0])]
    return result


def numbers_outside(first: int, end: int, random: Random) -> list[int]:
    """Return integers of all sizes outside a range: its neighbours, powers of two, and random ones."""
    powers = [
        sign * (1 << bits) + near
        for bits in (15, 31, 40, 62, 63, 64, 80)
        for sign in (1, -1)
        for near in (-1, 0, 1)
    ]
    randoms = [random.choice((1, -1)) * random.getrandbits(random.randint(1, 70)) for _ in range(20)]
    numbers = [first - 1, end, end + 1, first - end, -750, -(10**6), *powers, *randoms]
    return [number for number in numbers if not first <= number < end]


def assert_refused(ask: Callable[..., object], *numbers: int) -> None:
    """Assert that a method raises BadOption for these numbers."""
    with pytest.raises(BadOption):
        ask(*numbers)


class Modes(Subject):
    """Compiled, interpreted, bounds-checked: every way to run the same rules gives the same bits."""

    def test_both_modes_say_the_same_about_a_position(self, game: Game, plain: Game) -> None:
        assert game.is_compiled
        assert not plain.is_compiled
        for seed, state in enumerate(self.positions(game, games=15, per_game=6, seed=41)):
            assert answers(plain, state, seed) == answers(game, state, seed)

    def test_both_modes_forbid_the_same(self, game: Game, plain: Game) -> None:
        random = Random(42)
        for state in self.positions(game, games=4, per_game=4, seed=42):
            for actor in (CHANCE, *range(state.seats)):
                for action in some_actions(game, random):
                    arguments = (state.array, actor, action)
                    assert plain.kernels.explain_illegal_at(*arguments) == game.kernels.explain_illegal_at(
                        *arguments
                    )

    def test_neither_mode_plays_a_number_that_is_no_action(self, game: Game, plain: Game) -> None:
        random = Random(45)
        for state in self.positions(game, games=3, per_game=3, seed=45):
            for one in (state, plain.replay(state.record())):
                before, past = one.to_bytes(), list(one.past)
                for wrong in numbers_outside(0, game.actions, random):
                    for ask in (one.play_action, one.refusal):
                        for actor in (CHANCE, *range(state.seats)):
                            assert_refused(ask, actor, wrong)
                    assert_refused(one.write, wrong)
                for wrong in numbers_outside(CHANCE, state.seats, random):
                    assert_refused(one.play_action, wrong, 0)
                    assert_refused(one.refusal, wrong, 0)
                assert (one.to_bytes(), one.past) == (before, past)

    def test_both_modes_sample_the_same_moves(self, game: Game, plain: Game) -> None:
        for seed, state in enumerate(self.positions(game, games=20, per_game=6, seed=43)):
            for seat in state.to_act() - {"*"}:
                streams = [Dice(seed).state, Dice(seed).state]
                moves = [
                    one.kernels.sample_at(state.array, seat, rng, state.buffers()[0])
                    for one, rng in zip((plain, game), streams, strict=True)
                ]
                assert moves[0] == moves[1]
                assert streams[0] == streams[1]

    def test_both_modes_replay_a_game_through_the_same_positions(self, game: Game, plain: Game) -> None:
        for state in self.games(game, count=12, seed=44):
            again = plain.replay(state.record())
            assert [past.before for past in again.past] == [past.before for past in state.past]
            assert again.to_bytes() == state.to_bytes()
            assert again.record() == state.record()

    def test_both_modes_walk_and_play_out_alike(self, game: Game, plain: Game) -> None:
        seeds, playouts = (range(12), 5) if self.thorough else (range(0, 12, 4), 1)
        assert random_walks.digests(game, seeds) == random_walks.digests(plain, seeds)
        assert random_walks.playout_totals(game, playouts) == random_walks.playout_totals(plain, playouts)

    def test_both_modes_are_greedy_alike(self, game: Game, plain: Game) -> None:
        waiting = [
            (state, seat)
            for state in self.positions(game, games=20, per_game=8, seed=45)
            for seat in sorted(state.to_act() - {"*"})
        ]
        assert len(waiting) >= GREEDY
        for number, (state, seat) in enumerate(waiting[:: len(waiting) // GREEDY][:GREEDY]):
            noise, style = 1.5 * (number % 2), number % (len(styles.of(game)) + 1)
            record, out = state.concealed(int(seat)).array, np.empty(game.actions, np.int64)
            chosen = [
                one.bound(policies).greedy(
                    record.copy(), record.copy(), seat, Dice(number).state, untrained_net(), noise, style, out
                )
                for one in (plain, game)
            ]
            assert chosen[0] == chosen[1]

    def test_a_process_without_the_compiler_agrees(self, game: Game) -> None:
        seeds = range(6) if self.thorough else range(2)
        assert random_walks.digests_of_a_process(game, seeds, "NUMBA_DISABLE_JIT") == random_walks.digests(
            game, seeds
        )


class Bounds(Subject):
    """Compiled with bounds checks: an index out of range raises. Compiling a title so takes up to a minute."""

    def test_a_process_with_bounds_checks_agrees(self, game: Game) -> None:
        seeds = range(24)
        assert random_walks.digests_of_a_process(game, seeds, "NUMBA_BOUNDSCHECK") == random_walks.digests(
            game, seeds
        )


class CachedDrawings(Subject):
    """The cache keys of a title's drawing must cover everything that it shows."""

    def test_kept_fragments_are_what_is_drawn_afresh(self, game: Game) -> None:
        walks = list(self.positions(game, games=2, per_game=4, seed=131))
        cached = [_all_drawings(state) for state in walks]
        for state, drawing in zip(walks, cached, strict=True):
            _forget(game)
            assert _all_drawings(state) == drawing


def _all_drawings(state: State) -> list[object]:
    """Return everything that anyone sees of a position, in all languages."""
    views = [
        state.seen_by(viewer, lang)
        for viewer in (None, *range(state.seats))
        for lang in state.game.spec.languages
    ]
    return [(view.parts(), view.choices()) for view in views]


def _forget(game: Game) -> None:
    """Clear every cache of the title's own modules, and that of its choices."""
    choice_cache.cache_clear()
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{game.spec.package}."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
