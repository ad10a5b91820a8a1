"""Players for tests: they choose among legal moves with a random generator, and some love what is rare."""

from collections.abc import Callable
from random import Random

from quartier import Dice, State
from quartier.conformance.games import load_compiled
from quartier.core.engine.contract import CHANCE
from quartier.games.neue_heimat.rules.moves import BID, OFFER, OFFER_PERMIT, OFFER_ROOF, PASS, TO_BOX

Player = Callable[[Random, list[int]], int]


def any_move(random: Random, actions: list[int]) -> int:
    """A uniformly random move."""
    return random.choice(actions)


def thrifty(random: Random, actions: list[int]) -> int:
    """Bids little, and boxes seldom."""
    low = [action for action in actions if action != TO_BOX and not BID + 2 < action < PASS]
    return random.choice(low or actions)


def roofer(random: Random, actions: list[int]) -> int:
    """Offers roofs and cubes, and builds up rather than along, so that games get long."""
    liked = [action for action in actions if action == OFFER_ROOF or OFFER <= action < OFFER_PERMIT]
    return random.choice(liked) if liked and random.random() < 0.7 else thrifty(random, actions)


def spender(random: Random, actions: list[int]) -> int:
    """Bids nearly all it has, so that others cannot pay."""
    high = [action for action in actions if BID <= action < PASS][-2:]
    return random.choice(high) if high and random.random() < 0.8 else random.choice(actions)


PLAYERS: dict[str, Player] = {"any move": any_move, "thrifty": thrifty, "roofer": roofer, "spender": spender}


def play_game(
    player: Player, seed: int, on_event: Callable[[State], None] = lambda state: None, **setup: object
) -> State:
    """A whole game of one player against itself; `on_event` looks at the state after every event."""
    random, dice = Random(seed), Dice(seed)
    state = load_compiled("neue_heimat").new(chance="manual", **{"seats": 2 + seed % 4, **setup})
    out, _ = state.buffers()
    while not state.over:
        actors = int(state.game.kernels.to_act_at(state.array))
        if actors == CHANCE:
            state.draw(dice)
        else:
            seat = actors.bit_length() - 1
            count = state.game.kernels.legal_at(state.array, seat, out)
            state.play_action(seat, player(random, out[:count].tolist()))
        on_event(state)
    return state
