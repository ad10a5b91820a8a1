"""Bots know what their seat knows, play legally, and are as strong as their place on the ladder says."""

from collections.abc import Iterator
from itertools import islice

import pytest

import quartier
from quartier import Dice, bots, lab
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.errors import BadOption, QuartierError
from tests.conformance.titles import TITLES


@pytest.fixture(params=TITLES)
def game(request: pytest.FixtureRequest) -> Game:
    return load_compiled(request.param)


NAMES = ("random", "novice", "greedy", "greedy~3", "mcts:12")
"""A bot of each sort."""


def turns(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """The first positions of a random game in which a seat must move."""
    return islice(all_turns(game, seed), 60)


def all_turns(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """The positions of a random game in which a seat must move."""
    state, dice = game.new(seed=seed, **game.ending), Dice(seed)
    player = bots.make("random", game)
    while not state.over:
        for seat in sorted(state.to_act()):
            yield state, seat
        state.play(seat, player.choose(state.concealed(seat), seat, dice))


@pytest.mark.parametrize("level", NAMES)
def test_a_bot_plays_legal_moves_and_leaves_the_position_alone(game: Game, level: str) -> None:
    bot, dice = bots.make(level, game), Dice(1)
    for state, seat in turns(game, seed=5):
        position = state.concealed(seat)
        before = position.to_bytes()
        assert bot.choose(position, seat, dice) in state.moves(seat)
        assert position.to_bytes() == before


@pytest.mark.parametrize("level", NAMES)
def test_compiled_and_interpreted_bots_choose_the_same(game: Game, level: str) -> None:
    slow = load_interpreted(game.name)
    bot, slow_bot = bots.make(level, game), bots.make(level, slow)
    for number, (state, seat) in enumerate(islice(turns(game, seed=6), 3, 24, 20)):
        view = state.concealed(seat)
        twin = slow.from_bytes(view.to_bytes(), state.seats, state.options, seat)
        assert slow_bot.choose(twin, seat, Dice(number)) == bot.choose(view, seat, Dice(number))


@pytest.mark.parametrize("level", NAMES)
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(game: Game, level: str) -> None:
    for number, (state, seat) in enumerate(turns(game, seed=7)):
        other = state.determinize(seat, Dice(number))
        moves = [
            bots.make(level, game).choose(world.concealed(seat), seat, Dice(3)) for world in (state, other)
        ]
        assert moves[0] == moves[1]


def test_greedy_takes_a_move_of_the_highest_evaluation(game: Game) -> None:
    bot = bots.make("greedy", game)
    for number, (state, seat) in enumerate(turns(game, seed=8)):
        position = state.concealed(seat)
        values = {move: value_after(position, seat, move) for move in position.moves(seat)}
        assert values[bot.choose(position, seat, Dice(number))] == max(values.values())


def value_after(position: State, seat: int, move: str) -> float:
    after = position.copy()
    after.play(seat, move)
    return float(position.game.kernels.evaluate_at(after.array, seat))


def test_random_takes_every_move_sometimes() -> None:
    game = load_compiled("connect_four")
    state, dice, bot = game.new(), Dice(2), bots.make("random", game)
    (seat,) = state.to_act()
    chosen = {bot.choose(state.concealed(seat), seat, dice) for _ in range(200)}
    assert chosen == set(state.moves(seat))


@pytest.mark.parametrize("viewer", ["everything", "spectator", "the other"])
def test_a_bot_refuses_what_its_seat_does_not_see(viewer: str) -> None:
    state = load_compiled("city_blocks").new(seed=1)
    (seat,) = state.to_act()
    views = {
        "everything": state,
        "spectator": state.concealed(None),
        "the other": state.concealed(1 - seat),
    }[viewer]
    bot = bots.make("greedy", state.game)
    with pytest.raises(QuartierError, match=rf"state\.concealed\({seat}\)"):
        bot.choose(views, seat, Dice(1))


def test_a_bot_refuses_to_move_out_of_turn() -> None:
    state = load_compiled("city_blocks").new(seed=1)
    (seat,) = state.to_act()
    bot = bots.make("random", state.game)
    with pytest.raises(QuartierError, match="isn’t seat"):
        bot.choose(state.concealed(1 - seat), 1 - seat, Dice(1))


def test_a_bot_refuses_another_game() -> None:
    state = load_compiled("connect_four").new()
    bot = bots.make("random", load_compiled("city_blocks"))
    with pytest.raises(QuartierError, match="plays City Blocks, not Connect Four"):
        bot.choose(state.concealed(0), 0, Dice(1))


def test_an_unknown_level_suggests_the_nearest() -> None:
    game = load_compiled("city_blocks")
    with pytest.raises(BadOption, match="Did you mean greedy"):
        bots.make("gredy", game)
    with pytest.raises(BadOption, match="Available: 1, 2, 3, 4, 5, 6, random"):
        bots.make("zzz", game)


def test_a_bot_says_what_it_is() -> None:
    bot = bots.make("greedy", quartier.load("city_blocks"))
    assert repr(bot) == "quartier.bots.make('greedy', quartier.load('city_blocks'))"


def test_greedy_beats_random_from_both_seats() -> None:
    greedy, _ = lab.arena("city_blocks", ["greedy", "random"], games=600, seed=11, workers=1).standings
    assert greedy.share >= 0.95
    assert all(share is not None and share >= 0.95 for share in greedy.share_by_seat)
