"""Players for tests: they choose among legal actions with a random generator, and some love what is rare."""

from collections.abc import Callable
from random import Random

from quartier import Dice, State
from quartier.conformance.games import load_compiled
from quartier.core.engine.contract import CHANCE
from quartier.games.city_blocks.rules.moves import REBUILD, SWAP

Player = Callable[[Random, list[int]], int]


def any_move(random: Random, actions: list[int]) -> int:
    """A uniformly random move."""
    return random.choice(actions)


def rebuilder(random: Random, actions: list[int]) -> int:
    """Rebuilds whenever it can, nine times of ten."""
    rebuilds = [action for action in actions if REBUILD <= action < SWAP]
    return random.choice(rebuilds if rebuilds and random.random() < 0.9 else actions)


def hoarder(random: Random, actions: list[int]) -> int:
    """Keeps special tiles to the end, so that courthouses and schools are laid last."""
    ordinary = [action for action in actions if action % REBUILD // 30 < 15]
    return random.choice(ordinary or actions)


PLAYERS: dict[str, Player] = {"any move": any_move, "rebuilder": rebuilder, "hoarder": hoarder}


def play_game(player: Player, seed: int, on_event: Callable[[State], None] = lambda state: None) -> State:
    """A whole game of one player against itself; `on_event` looks at the state after every event."""
    random, dice = Random(seed), Dice(seed)
    state = load_compiled("city_blocks").new(chance="manual")
    out, _ = state.buffers()
    while not state.over:
        actors = int(state.game.kernels.to_act_at(state.array))
        if actors == CHANCE:
            state.draw(dice)
        else:
            seat = actors >> 1
            count = state.game.kernels.legal_at(state.array, seat, out)
            state.play_action(seat, player(random, out[:count].tolist()))
        on_event(state)
    return state
