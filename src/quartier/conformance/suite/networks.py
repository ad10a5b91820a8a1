"""A title's network features: equal in both modes, without hidden information, and matching the trained weights."""

from typing import Any

import numpy as np

from quartier import Dice, State
from quartier.bots import model_functions, network
from quartier.bots.network_files import feature_hash
from quartier.bots.weights import features, shipped_weights
from quartier.conformance import network_kernels
from quartier.conformance.suite.subject import Subject
from quartier.core.engine import networks
from quartier.core.engine.networks import HIDDEN, MAX_FEATURES, ONE, Net
from quartier.core.game.game import Game

MAX_BYTES = 1_000_000
"""Maximum size of weights in bytes."""
MAX_TOTAL = (1 << 16) - ONE
"""Maximum sum of all features: times weights of 16 bits, plus the bias row, it stays below 32 bits."""


def any_net(game: Game) -> Net:
    """Return an untrained network: random weights up to 1."""
    random = np.random.default_rng(1)
    rows = random.integers(-ONE, ONE, (features(game) + 1, HIDDEN + 1)).astype(np.int16)
    return networks.make_net(rows, random.integers(-ONE, ONE, HIDDEN), game.actions)


def features_of(game: Game, position: Any, seat: int) -> dict[int, int]:
    """Return the features of a record with their values."""
    indices, values = np.zeros(MAX_FEATURES, np.int64), np.zeros(MAX_FEATURES, np.int64)
    count = game.bound(network).features_at(position, seat, indices, values)
    assert count <= MAX_FEATURES
    assert abs(values[:count]).sum() <= MAX_TOTAL, "sums of 32 bits could overflow"
    result: dict[int, int] = {}
    for index, amount in zip(indices[:count].tolist(), values[:count].tolist(), strict=True):
        result[index] = result.get(index, 0) + amount
    return result


def worth(game: Game, position: Any, seats: int, net: Net) -> list[float]:
    """Return the value of a record for each seat."""
    values: Any = np.zeros(3 * seats)
    raw: Any = np.frombuffer(bytearray(position.tobytes()), np.uint8)
    if game.is_interpreted:
        game.bound(model_functions).evaluate_seats(memoryview(raw), networks.plain(net), memoryview(values))
    else:
        game.bound(model_functions).evaluate_seats(raw, net, values)
    return list(values[:seats])


def worth_of_moves(state: State, seat: int, net: Net) -> tuple[list[float], list[float]]:
    """Return the values of a seat's moves: as evaluated together (None if the title cannot), and one by one."""
    loops, position, actions = state.game.bound(network_kernels), state.array, state.legal(seat)
    given: Any = np.array(actions, np.int64)
    result: tuple[Any, Any] = np.zeros(len(actions)), np.zeros(len(actions))
    buffers = result
    if state.game.is_interpreted:
        given, net = memoryview(given), networks.plain(net)
        buffers = memoryview(result[0]), memoryview(result[1])
    count = loops.evaluate_together(position, seat, given, len(actions), net, buffers[0])
    loops.evaluate_each(position, position.copy(), seat, given, len(actions), net, buffers[1])
    return (result[0].tolist() if count else []), result[1].tolist()


class Networks(Subject):
    """A title's network features, and the evaluations of networks."""

    def test_features_have_numbers_that_the_title_declares(self, game: Game) -> None:
        for state in self.positions(game, games=8, per_game=4, seed=131):
            for seat in range(state.seats):
                before = state.to_bytes()
                result = features_of(game, state.concealed(seat).array, seat)
                assert all(0 <= index < features(game) for index in result)
                assert all(0 < abs(amount) <= ONE for amount in result.values())
                assert state.to_bytes() == before

    def test_a_network_judges_by_what_its_seat_knows(self, game: Game) -> None:
        net, dice = any_net(game), Dice(132)
        for state in self.positions(game, games=8, per_game=4, seed=132):
            for seat in range(state.seats):
                self._alike_in_every_world(state, seat, net, dice)

    def _alike_in_every_world(self, state: State, seat: int, net: Net, dice: Dice) -> None:
        game, concealed = state.game, state.concealed(seat)
        if not features(game):
            return
        assert isinstance(game, Game)
        expected = (
            features_of(game, concealed.array, seat),
            worth(game, concealed.array, state.seats, net)[seat],
        )
        for world in (concealed.determinize(seat, dice) for _ in range(3)):
            result = worth(game, world.array, state.seats, net)[seat]
            assert (features_of(game, world.array, seat), result) == expected

    def test_all_moves_at_once_are_worth_what_each_is_alone(self, game: Game, plain: Game) -> None:
        net, dice, answered = any_net(game), Dice(134), 0
        for number, state in enumerate(self.positions(game, games=6, per_game=4, seed=134)):
            for seat in state.seats_to_act():
                concealed = state.concealed(seat)
                before, (together, alone) = concealed.to_bytes(), worth_of_moves(concealed, seat, net)
                assert concealed.to_bytes() == before
                assert together in ([], alone)
                answered += bool(together)
                # The result of a move may depend on what its seat does not know, such as whether another one
                # can pay.
                in_a_world, weights = worth_of_moves(concealed.determinize(seat, dice), seat, net)
                assert in_a_world in ([], weights)
                if together and number % 6 == 0:
                    twin = plain.from_bytes(before, concealed.seats, concealed.options, seat)
                    assert worth_of_moves(twin, seat, net)[0] == together
        assert answered or not hasattr(game.spec.bots, "evaluate_actions"), (
            "`evaluate_actions` answered nothing"
        )

    def test_both_modes_judge_the_same_to_the_last_bit(self, game: Game, plain: Game) -> None:
        for net in (any_net(game), networks.untrained_net()):
            for state in self.positions(game, games=4, per_game=3, seed=133):
                concealed = state.concealed(0).array
                assert worth(game, concealed, state.seats, net) == worth(plain, concealed, state.seats, net)

    def test_shipped_weights_have_learned_what_the_title_tells(self, game: Game) -> None:
        result = shipped_weights(game)
        assert len(result) == len(list(game.spec.data.glob("network-*.json")))
        for weights in result:
            first = {name: values[0] for name, values in weights.trained_games.items()}
            assert feature_hash(game, game.new(chance="manual", **first)) == weights.card["told"]
            assert (game.spec.data / f"{weights.name}.npz").stat().st_size < MAX_BYTES
