"""A look at a title from outside when it is loaded: the beginning of a game, for promises that only play can test."""

from functools import cache

from quartier.core.engine.dice import Dice
from quartier.core.game.base_state import SPECTATOR
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.game.title_checks import BrokenTitle
from quartier.core.game.view_codec import RESERVED
from quartier.core.rule_errors import check_fields, explain_failure
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_

EVENTS = 20
"""Maximum number of events that are played: enough for every seat to have a hand, and interpreted in milliseconds."""


@cache
def try_out(game: Game) -> None:
    """Play the first events of a game. BrokenTitle or BrokenRule names the file and what is wrong."""
    spec = game.spec
    check_fields((spec.rules, spec.bots), [field.name for field in spec.record_class.fields])
    try:
        _play(game.new(chance="manual"), Dice(1))
    except QuartierError:
        raise
    except Exception as error:
        raise explain_failure(error, spec.folder) from error


def _play(state: State, dice: Dice) -> None:
    """Play and check the first events."""
    sample, buffer = state.game.kernels.sample_at, state.buffers()[0]
    for _ in range(EVENTS):
        _check(state)
        seats = sorted(state.seats_to_act())
        if seats:
            state.play_action(seats[0], int(sample(state.array, seats[0], dice.state, buffer)))
        elif state.over:
            return
        else:
            state.draw(dice)


def _check(state: State) -> None:
    """Raise BrokenTitle if a view has a key that every view has, or a score depends on what someone doesn't know."""
    spec, scores = state.game.spec, state.scores()
    for viewer in (None, *range(state.seats)):
        concealed = state.concealed(viewer)
        view = spec.text.view(concealed.open_record(), SPECTATOR if viewer is None else viewer)
        if reserved := RESERVED & view.keys():
            raise BrokenTitle(_RESERVED, file=spec.folder, keys=", ".join(sorted(reserved)))
        if concealed.scores() != scores:
            raise BrokenTitle(_HIDDEN_SCORES, file=spec.folder, scores=scores, concealed=concealed.scores())


_RESERVED = N_("In {file}, `view` returns {keys}. Every view has these keys already, so choose other names.")
_HIDDEN_SCORES = N_(
    "In {file}, `score` depends on hidden information: it is {scores}, but {concealed} after `conceal`. Scores are "
    "public, so until hidden cards are shown count only what everyone knows."
)
