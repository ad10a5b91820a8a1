"""What a move reveals to its own seat is declared by `reveals`, which the server uses to refuse a free undo."""

from collections.abc import Iterator

from quartier import Dice, State
from quartier.conformance.positions import random_game, setups
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game

WORLDS, FEWEST_GAMES = 6, 6


def full_tables(game: Game) -> Iterator[State]:
    """Play random games of every setup with the most seats: with two, each can often infer what is hidden."""
    kinds = setups(game)
    for number in range(max(FEWEST_GAMES, len(kinds))):
        yield random_game(game, 6700 + number, **{"seats": game.seats[1], **kinds[number % len(kinds)]})


def known_after(world: State, seat: int, action: int) -> bytes:
    """Return what `seat` knows after its action in this world."""
    world.play_action(seat, action)
    return world.concealed(seat).to_bytes()


class Reveals(Subject):
    """What a move reveals to its own seat is declared by `reveals`, which the server uses to refuse a free undo."""

    def test_a_move_after_which_worlds_differ_is_declared(self, game: Game) -> None:
        dice, reveals = Dice(67), 0
        for finished in full_tables(game):
            for index, past in enumerate(finished.past):
                before = finished.at(index)
                if past.actor == CHANCE or before.concealed(past.actor).to_bytes() == before.to_bytes():
                    continue
                worlds = [before.copy(), *(before.determinize(past.actor, dice) for _ in range(WORLDS))]
                after = {known_after(world, past.actor, past.action) for world in worlds}
                assert len(after) == 1 or finished.has_revealed(index)
                reveals += len(after) > 1
        assert reveals > 0 or game.name != "neue_heimat"

    def test_what_is_declared_is_known_to_the_seat(self, game: Game) -> None:
        """Whether a move can be undone reveals nothing by itself."""
        dice = Dice(68)
        for finished in full_tables(game):
            for index, past in enumerate(finished.past[::3]):
                if past.actor == CHANCE:
                    continue
                before, kernels = finished.at(3 * index), game.kernels
                worlds = [before, before.concealed(past.actor), before.determinize(past.actor, dice)]
                declared = {kernels.reveals_at(world.array, past.actor, past.action) for world in worlds}
                assert len(declared) == 1
