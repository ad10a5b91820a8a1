"""The title's functions for a search, over positions as raw bytes (uint8, shape (record size,)).

All titles' functions have the same types here, so one compiled search takes those of any title as arguments.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from quartier.bots import network
from quartier.bots.network import decision_value, has_action_values, worth
from quartier.bots.policies import error
from quartier.core.engine.bits import any_of, below, popcount
from quartier.core.engine.contract import (
    CHANCE,
    choose,
    conceal,
    determinize,
    draw,
    kind,
    legal,
    observes_draw,
    outcomes,
    play,
    rival_weight,
    score,
    to_act,
    winners,
)
from quartier.core.engine.networks import Net, is_trained
from quartier.core.engine.raw import copy_record, open_record
from quartier.core.engine.signatures import Fields, Types
from quartier.core.game.ruleset import Ruleset

HIDDEN = -1
"""The outcome of a chance event that is hidden from the searching seat."""
MAX_LINE_LENGTH = 2000
"""Maximum number of events that a search looks ahead."""


class Workspace(NamedTuple):
    """Scratch space of a search or of rollouts, one for each thread; `new_workspace` makes it."""

    net: Any
    """`quartier.core.engine.networks.Net`; the first field, because priors take up to twice as long if it is the last one"""
    world: Any
    """uint8, (bytes of a record,): the position that these functions play on"""
    scratch: Any
    spare: Any
    """uint8, (bytes of a record,)"""
    rng: Any
    """uint64, (1,)"""
    actions: Any
    """int64, (alphabet,)"""
    priors: Any
    """float64, (alphabet,)"""
    weights: Any
    """int64, (alphabet,)"""
    values: Any
    """float64, (3 * seats,): results, scratch space, and corrections of evaluations (see `control_variate`)"""
    path: Any
    """int64, (MAX_LINE_LENGTH,): the nodes of a simulation"""
    children: Any
    """int64, (alphabet,); all 0 between uses"""


def new_workspace(game: Ruleset, seats: int, net: Net) -> Workspace:
    """Make the scratch space for games with this number of seats."""
    size, actions = game.spec.record_class.dtype.itemsize, game.actions
    return Workspace(
        net=net,
        world=np.zeros(size, np.uint8),
        scratch=np.zeros(size, np.uint8),
        spare=np.zeros(size, np.uint8),
        rng=np.zeros(1, np.uint64),
        actions=np.zeros(actions, np.int64),
        priors=np.zeros(actions),
        weights=np.zeros(actions, np.int64),
        values=np.zeros(3 * seats),
        path=np.zeros(MAX_LINE_LENGTH, np.int64),
        children=np.zeros(actions, np.int64),
    )


def sample_world(world: Any, root: Any, seat: int, rng: Any) -> int:
    """Fill `world` with a determinization for `seat`, for which `root` is concealed; return who is to act."""
    copy_record(world, root)
    s = open_record(world)
    determinize(s, seat, rng)
    return to_act(s)


def redeterminize(world: Any, seat: int, rng: Any) -> None:
    """Resample a world from what `seat` observes of it."""
    s = open_record(world)
    conceal(s, seat)
    determinize(s, seat, rng)


def actors_of(world: Any) -> int:
    """Return who is to act, as `to_act` does."""
    return to_act(open_record(world))


def winners_of(world: Any) -> int:
    """Return the winners of a finished game, as `winners` does."""
    return winners(open_record(world))


def legal_actions(world: Any, seat: int, out: Any) -> int:
    """Call `legal`."""
    return legal(open_record(world), seat, out)


def step(world: Any, actor: int, action: int) -> int:
    """Play an action; return who is to act then."""
    s = open_record(world)
    play(s, actor, action)
    return to_act(s)


def step_chance(world: Any, seat: int, rng: Any, out: Any, weights: Any) -> int:
    """Play the chance event now due; return its outcome, or HIDDEN if `seat` may not see it."""
    s = open_record(world)
    visible = observes_draw(s, seat)
    outcome = draw(s, rng, out, weights)
    # Not CHANCE itself: for a constant Numba would compile `play` a second time.
    play(s, to_act(s), outcome)
    return outcome if visible else HIDDEN


def list_outcomes(work: Workspace) -> int:
    """Write the outcomes of the chance event now due and their weights into the workspace; return how many there are."""
    return outcomes(open_record(work.world), work.actions, work.weights)


def can_win_now(work: Workspace, seat: int) -> int:
    """Return 1 if an action of a seat ends the game with it as the only winner, else 0."""
    count = legal(open_record(work.world), seat, work.actions)
    s = open_record(work.spare)
    for i in range(count):
        copy_record(work.spare, work.world)
        play(s, seat, work.actions[i])
        if to_act(s) == 0 and winners(s) == 1 << seat:
            return 1
    return 0


def kind_of(world: Any, seat: int, action: int) -> int:
    """Call `kind`."""
    return kind(open_record(world), seat, action)


def priors(
    work: Workspace, seat: int, seats: int, redeterminized: int, count: int, scale: float, noise: float
) -> int:
    """Write into the workspace's priors the probability that each of its first `count` actions is a good move of `seat`.

    They sum to 1.

    A move's weight falls with its value's distance from the best one's, in units of `scale` (0: all are
    equal). The value of the move for the best rival counts against it by `rival_weight`; `noise` is the
    standard deviation of a random error in points that is added to its value. With `redeterminized` it is
    evaluated in another world consistent with the knowledge of `seat`: no seat uses information that it
    cannot have.
    """
    scratch, spare, actions, net, out = work.scratch, work.spare, work.actions, work.net, work.priors
    if scale > 0.0:
        copy_record(scratch, work.world)
        if redeterminized:
            redeterminize(scratch, seat, work.rng)
        if not has_action_values(open_record(scratch), seat, actions, count, net, out):
            minded = rival_weight(open_record(work.world)) if not is_trained(net) else 0.0
            for i in range(count):
                out[i] = worth_after(scratch, spare, seat, actions[i], net)
                if minded > 0.0:
                    out[i] -= minded * best_rival(spare, seat, seats, net)
        disturb(out, count, noise, work.rng)
        to_priors(out, count, scale)
    else:
        for i in range(count):
            out[i] = 1.0 / count
    return count


def disturb(out: Any, count: int, noise: float, rng: Any) -> None:
    """Add errors of about `noise` points to evaluations; 0: none."""
    if noise > 0.0:
        for i in range(count):
            out[i] += noise * error(rng)


def to_priors(out: Any, count: int, scale: float) -> None:
    """Convert evaluations to weights that sum to 1. No exponentials: both modes must agree to the last bit."""
    best = out[0]
    for i in range(1, count):
        best = max(best, out[i])
    total = 0.0
    for i in range(count):
        distance = 1.0 + (best - out[i]) / scale
        out[i] = 1.0 / (distance * distance)
        total += out[i]
    for i in range(count):
        out[i] /= total


def rollout(work: Workspace, horizon: int, greedy: float, scale: float, margin: float) -> int:
    """Play a rollout of `horizon` moves (-1: to the end), write its value for each seat, and return the moves left.

    The workspace's values begin with the result: shares of the win that sum to 1, for one seat alone its
    points. Then comes scratch space, then the corrections of each seat's evaluation. `scale`: the lead in
    points that is worth 85 % of the win; `margin`: the fraction of a finished game's value that depends on
    points; `greedy`: the fraction of moves that have the best evaluation, the others are from the title's
    `choose`. Chance events due after the last move are still played, unless the network is trained: its
    inputs are positions before chance.
    """
    s = open_record(work.world)
    rng, net, out = work.rng, work.net, work.actions
    keen = int(greedy * (1 << 20))
    actors = to_act(s)
    while actors != 0 and (horizon != 0 or (actors == CHANCE and not is_trained(net))):
        if actors == CHANCE:
            play(s, actors, draw(s, rng, out, work.weights))
        else:
            seat = any_of(rng, actors)
            if keen > 0 and below(rng, 1 << 20) < keen:
                action = greedy_action(work.world, work.spare, seat, net, out)
            else:
                action = choose(s, seat, rng, out)
            play(s, seat, action)
            horizon -= 1
        actors = to_act(s)
    leaf_values(s, actors, scale, margin, net, work.values)
    return horizon


def greedy_action(world: Any, spare: Any, seat: int, net: Net, out: Any) -> int:
    """Return the action after which the position has the highest value for `seat`; the first of several."""
    s = open_record(world)
    count = legal(s, seat, out)
    has_values = has_action_values(s, seat, out, count, net, net.action_values)
    best, best_value = 0, -1e300
    for i in range(count):
        value = net.action_values[i] if has_values else worth_after(world, spare, seat, out[i], net)
        if value > best_value:
            best, best_value = i, value
    action: int = out[best]
    return action


def worth_after(world: Any, spare: Any, seat: int, action: int, net: Net) -> float:
    """Return the value of a world to `seat` after one of its actions, as in `decision_value`."""
    copy_record(spare, world)
    s = open_record(spare)
    play(s, seat, action)
    return decision_value(s, seat, net)


def best_rival(world: Any, seat: int, seats: int, net: Net) -> float:
    """Return the value of a world to the rival who values it most; 0 if there is none."""
    s, best, rivals = open_record(world), 0.0, 0
    for rival in range(seats):
        if rival != seat:
            value = worth(s, rival, net)
            best = value if rivals == 0 else max(best, value)
            rivals += 1
    return best


def evaluate_seats(world: Any, net: Net, values: Any) -> int:
    """Write the value of a world for each seat into the first of `values` (as in `rollout`); return the number of seats."""
    s = open_record(world)
    seats = len(values) // 3
    for seat in range(seats):
        values[seat] = worth(s, seat, net)
    return seats


def leaf_values(s: Any, actors: int, scale: float, margin: float, net: Net, values: Any) -> None:
    """Write the value of a position for each seat, as `rollout` does."""
    seats = len(values) // 3
    over = seats > 1 and actors == 0
    if not over or margin > 0.0:
        for seat in range(seats):
            values[seat] = (
                score(s, seat) if actors == 0 else decision_value(s, seat, net) + values[2 * seats + seat]
            )
        if seats > 1:
            to_shares(values, seats, scale)
    if over:
        won = winners(s)
        rest = (1.0 - margin) / popcount(won)
        for seat in range(seats):
            values[seat] = (margin * values[seat] if margin > 0.0 else 0.0) + (
                rest if won >> seat & 1 else 0.0
            )


def to_shares(values: Any, seats: int, scale: float) -> None:
    """Convert points to shares of the win in place: the product of a seat's chances against each rival, normalised to 1."""
    total = 0.0
    for seat in range(seats):
        values[seats + seat] = 1.0
        for rival in range(seats):
            if rival != seat:
                values[seats + seat] *= chance_to_lead((values[seat] - values[rival]) / scale)
        total += values[seats + seat]
    for seat in range(seats):
        values[seat] = values[seats + seat] / total


def chance_to_lead(lead: float) -> float:
    """Return a number between 0 and 1 that grows with the lead; a lead of 1 gives 0.85."""
    return 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)


def observation_hash(world: Any, scratch: Any, seat: int) -> int:
    """Return a hash (FNV-1a) of the observation of `seat`: it is equal for positions that the seat can't tell apart."""
    copy_record(scratch, world)
    conceal(open_record(scratch), seat)
    result = _FNV_OFFSET
    for i in range(len(scratch)):
        result = ((result ^ scratch[i]) * _FNV_PRIME) & _LOW63
    return result


_FNV_OFFSET, _FNV_PRIME, _LOW63 = 0x4BF29CE484222325, 0x100000001B3, 0x7FFFFFFFFFFFFFFF

TYPES: Types = {
    **network.TYPES,
    "Workspace": Fields(Workspace, "Net, raw, raw, raw, rng, ints, floats, ints, floats, ints, ints"),
}
SIGNATURES = {
    "sample_world": "int64(raw, raw, int64, rng)",
    "redeterminize": "void(raw, int64, rng)",
    "actors_of": "int64(raw)",
    "winners_of": "int64(raw)",
    "legal_actions": "int64(raw, int64, ints)",
    "step": "int64(raw, int64, int64)",
    "step_chance": "int64(raw, int64, rng, ints, ints)",
    "list_outcomes": "int64(Workspace)",
    "can_win_now": "int64(Workspace, int64)",
    "kind_of": "int64(raw, int64, int64)",
    "priors": "int64(Workspace, int64, int64, int64, int64, float64, float64)",
    "rollout": "int64(Workspace, int64, float64, float64, float64)",
    "evaluate_seats": "int64(raw, Net, floats)",
    "observation_hash": "int64(raw, raw, int64)",
}
"""The entry points and their types, in the words of `quartier.core.engine.signatures`."""
