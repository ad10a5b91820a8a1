"""Your own networks in files, for `learned@PATH`: read with every check, or written from any framework's arrays.

A network is `NAME.npz` with a card `NAME.json` beside it, as `quartier train` writes them; a folder may hold several.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike

from quartier.bots import network
from quartier.bots.weights import Networks, Weights, features
from quartier.core.engine import networks
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import HIDDEN, ONE
from quartier.core.game.ruleset import Ruleset
from quartier.core.provenance import provenance
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quartier.core.game.game import Game
    from quartier.core.game.state import State

_CARD_FIELDS = {"title", "seats", "rules", "told"}


def read_networks(path: str, game: Ruleset) -> Networks:
    """Return the networks of a file or folder, each checked to be for this title as it is now.

    Raises BadOption, which says what is wrong: no file, no card, another title, other features.
    """
    there = Path(path).expanduser()
    cards = sorted(there.glob("*.json")) if there.is_dir() else [there.with_suffix(".json")]
    cards = [card for card in cards if card.is_file() and card.with_suffix(".npz").is_file()]
    if not cards:
        raise BadOption(_NO_CARD if there.is_file() else _NO_NETWORK, file=path)
    return Networks(path, tuple(_read(card, card.stat().st_mtime_ns, game) for card in cards))


@lru_cache(maxsize=64)
def _read(card: Path, changed: int, game: Ruleset) -> Weights:
    """Return the weights with a card; `changed` is when it was, so that a changed file is read again."""
    try:
        weights = Weights.read(card)
        is_complete = weights.card.keys() >= _CARD_FIELDS
    except (OSError, ValueError, KeyError, AttributeError, BadZipFile) as error:
        raise BadOption(_UNREADABLE, file=str(card), reason=f"{type(error).__name__}: {error}") from error
    if not is_complete:
        raise BadOption(_NO_CARD, file=str(card))
    if weights.card["title"] != game.name:
        raise BadOption(_OTHER_TITLE, file=str(card), title=weights.card["title"], game=game.title())
    shape = (features(game) + 1, HIDDEN + 1)
    fits = weights.rows.shape == shape and weights.rows.dtype == np.int16 and weights.head.shape == (HIDDEN,)
    if not fits or weights.card["told"] != feature_hash(game, _start(game, weights)):
        raise BadOption(_OTHER_FEATURES, file=str(card), game=game.title())
    return weights


def _start(game: Any, weights: Weights) -> State:
    """Return the first position of the first kind of games that weights were trained for."""
    first = {name: values[0] for name, values in weights.trained_games.items()}
    start: State = game.new(chance="manual", **first)
    return start


def save_network(
    path: str | Path,
    game: Game,
    rows: ArrayLike,
    head: ArrayLike,
    seats: Sequence[int] = (2,),
    **options: Any,
) -> None:
    """Save a network that was trained elsewhere, such as with PyTorch or JAX, for the bot `learned@PATH`.

    The value of a position is 16 * (relu(x @ rows[:-1, :64] + rows[-1, :64]) @ head + x @ rows[:-1, 64] + rows[-1, 64])
    points on top of the seat's `points_so_far`, where x are the title's network features. Weights are rounded to
    1/4096.

    Args:
        path: The file to write, without or with ".npz"; a card is written beside it.
        game: The game.
        rows: The first layer: floats of shape (features + 1, 65). The last row is the bias, the last column goes
            directly to the output.
        head: The weights of the 64 hidden units in the output: floats of shape (64,).
        seats: The numbers of seats for which it was trained.
        **options: The options for which it was trained, by default the usual ones, and `board`.

    Raises:
        BadOption: A shape is wrong, a weight isn't between -8 and 8, or an option is invalid.
        BadBoard: There is no such board.
    """
    first, last = np.asarray(rows, float), np.asarray(head, float)
    shape = (features(game) + 1, HIDDEN + 1)
    if first.shape != shape or last.shape != (HIDDEN,):
        raise BadOption(_SHAPES, rows=shape, head=(HIDDEN,), given=f"{first.shape}, {last.shape}")
    whole = [np.rint(array * ONE) for array in (first, last)]
    # Not for numbers that are none, either.
    if not all((np.abs(array) < 1 << 15).all() for array in whole):
        raise BadOption(_TOO_LARGE)
    start = game.new(seats[0], chance="manual", **options)
    card = {
        "title": game.name,
        "board": game.spec.boards.name_or_data(start.board),
        "seats": list(seats),
        "options": start.options,
        "rules": start.rules,
        "features": features(game),
        "told": feature_hash(game, start),
        "provenance": provenance(),
    }
    Weights(whole[0].astype(np.int16), whole[1].astype(np.int64), card).write_as(
        Path(path).with_suffix(".json")
    )


def feature_hash(game: Ruleset, start: State) -> str:
    """Return a hash of the features in one random game: a network fits only features with the same hash."""
    digest, dice, state = hashlib.sha256(), Dice(1), start.copy()
    net = networks.untrained_net()
    while not state.over:
        for seat in range(state.seats):
            concealed = state.concealed(seat).array
            count = game.bound(network).features_at(concealed, seat, net.indices, net.values)
            digest.update(net.indices[:count].tobytes() + net.values[:count].tobytes())
        _play_on(state, dice)
    return digest.hexdigest()[:16]


def _play_on(state: State, dice: Dice) -> None:
    seats = sorted(state.seats_to_act())
    if not seats:
        state.draw(dice)
        return
    actions, _ = state.buffers()
    sampled = state.game.kernels.sample_at(state.array, seats[0], dice.state, actions)
    state.play_action(seats[0], int(sampled))


_NO_NETWORK = N_("There’s no network in {file}. `quartier train` writes one.")
_NO_CARD = N_(
    "{file} needs both files of a network: weights (.npz) and a card (.json) that says what it’s for."
)
_UNREADABLE = N_("Can’t read the network {file}: {reason}.")
_OTHER_TITLE = N_("{file} is a network for {title}, not for {game}.")
_OTHER_FEATURES = N_(
    "{file} was trained with other features of {game} than this version has. Train it again."
)
_SHAPES = N_("The arrays must have the shapes {rows} and {head}, not {given}.")
_TOO_LARGE = N_("All weights must be between −8 and 8. Train with weight decay, or clip them.")
