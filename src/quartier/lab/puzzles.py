"""Finding daily puzzles: positions of games between bots with one clearly best move, which a greedy player misses.

Each game gives one puzzle at most. A quick search looks at every decision for moves that are better than all others and
than the greedy one. The most promising positions are then searched deeply, several times with other random numbers, and
played to the end many times after each of the leading moves: only where all of that agrees there is a puzzle. Titles
without a network are not played to the end, for nobody there plays well enough fast enough, and those whose games may go on
for ever are not either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from quartier import bots
from quartier.bots import model_functions
from quartier.bots.analysis import Analysis
from quartier.bots.explanations import against
from quartier.bots.settings import Settings
from quartier.bots.weights import Weights, learned, net_for
from quartier.core.engine.bits import next64
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.game.puzzles import Puzzle, Worth
from quartier.core.game.state import State

SEATS = 2
PLAYER = "3"
"""The level that plays the games: good enough for real positions, and wrong often enough for chances to be left."""
GREEDY = "greedy"
"""What a greedy player does: the move after which the title's own hints like the position best."""
QUICK, DEEP = "learned:200", "learned:2500"
SEARCHES = 3
"""Deep searches, each with its own random numbers."""
ROUND, PLAYED_OUT = 20, 100
"""Games that are played to the end after each move: so many at once, and at most."""
FEWEST = 5
"""Legal moves; with fewer there is nothing to find."""
LEADING = 6
"""Moves that are compared, beside the greedy one."""
MOST_BEST = 3
"""Moves that may solve a puzzle."""
SAME = 0.02
"""Moves whose shares of the win are so close are worth the same."""
GLIMPSED, CLEAR, SURE = 0.08, 0.06, 0.03
"""By how much the best move is better than every other one: in the quick search, in the mean of the deep ones, in each."""
OPEN = 0.12, 0.95
"""What the best move promises: the game is neither won nor lost."""
MOST_ALIKE = 1 / 3
"""The part of the puzzles that should be solved by the same kind of move: above it others are looked at first."""
LOOKED_AT = 10
"""Decisions of a game at which the quick search looks, in titles with a network; else at all."""
MOST_EVENTS = 600
"""Events of a game: twice as many as any puzzle that was found had before it."""
TRIES = 3
"""Positions of a game that are looked at deeply."""
DEVIATIONS, OBVIOUS = 2.0, 4.0
"""Standard errors by which the best move does better than the greedy one in the games played out, and by which it need
not be asked any further."""


def find(game: Game, seed: int, known: Sequence[Puzzle] = ()) -> Iterator[Puzzle | None]:
    """Endlessly what each game gives: a puzzle or None. It goes on after the `known` ones, which had the same seed.

    Slow unless the game is compiled.
    """
    kinds = Counter(kind_of(each.best[0]) for each in known)
    number = known[-1].game + 1 if known else 0
    while True:
        dice = Dice(seed * _STRIDE + number)
        puzzle = _of_game(_played(game, dice), number, kinds, dice)
        kinds.update([kind_of(puzzle.best[0])] if puzzle else [])
        yield puzzle
        number += 1


def prove_again(game: Game, puzzle: Puzzle, seed: int) -> Puzzle | None:
    """The same position with what the bots of today say of it; None if no move is clearly best, or the greedy one is."""
    dice = Dice(seed * _STRIDE + puzzle.game)
    state = puzzle.position(game)
    known = state.concealed(puzzle.seat)
    greedy = bots.make(GREEDY, game).choose(known, puzzle.seat, dice)
    return _proved(state, Glimpse(0.0, len(state.past), puzzle.seat, greedy, greedy), puzzle.game, dice)


def kind_of(move: str) -> str:
    """What one does, where the notation has a word for that ("pass"): else nothing."""
    word = re.match("[a-z]+", move)
    return word[0] if word else ""


def _is_frequent(glimpse: Glimpse, kinds: Counter[str]) -> bool:
    """Whether so many puzzles ask for the same kind of move that another one would be no surprise."""
    kind = kind_of(glimpse.best)
    return kind != "" and kinds[kind] > MOST_ALIKE * (kinds.total() + _FIRST)


_FIRST = 4
_STRIDE = 1_000_003


def _played(game: Game, dice: Dice) -> State:
    """A game, to its end or until nothing more can be expected of it: some titles can go on for ever."""
    state, player = game.new(SEATS, seed=int(next64(dice.state))), bots.make(PLAYER, game)
    while not state.over and len(state.past) < MOST_EVENTS:
        seat = min(state.seats_to_act())
        state.play(seat, player.choose(state.concealed(seat), seat, dice))
    return state


def _of_game(state: State, number: int, kinds: Counter[str], dice: Dice) -> Puzzle | None:
    glimpses = sorted(
        _glimpses(state, dice), key=lambda each: (_is_frequent(each, kinds), -each.gap, each.at)
    )
    tried = (_proved(state.at(glimpse.at), glimpse, number, dice) for glimpse in glimpses[:TRIES])
    return next(filter(None, tried), None)


# ----- looking -----


class Glimpse(NamedTuple):
    """A decision where one move seems far ahead of the greedy one."""

    gap: float
    at: int
    seat: int
    greedy: str
    best: str


def _glimpses(state: State, dice: Dice) -> Iterator[Glimpse]:
    """What a quick search sees where the network sees most: by how much one move is ahead of all others."""
    surprises = sorted(_surprises(state, dice), reverse=True)
    surprises = surprises[:LOOKED_AT] if learned(state) else surprises
    for surprise in surprises:
        found = bots.analyse(state.at(surprise.at).concealed(surprise.seat), surprise.seat, QUICK, dice)
        gap = _gap(found, surprise.greedy)
        if gap >= GLIMPSED:
            yield surprise._replace(gap=gap, best=found.best.move)


def _surprises(state: State, dice: Dice) -> Iterator[Glimpse]:
    """The decisions at which the greedy move is not the one that the network likes best: by how many points."""
    bot, weights = bots.make(GREEDY, state.game), learned(state)
    for at, past in enumerate(state.past):
        if past.actor == CHANCE:
            continue
        known = state.at(at).concealed(past.actor)
        actions = known.legal(past.actor)
        if len(actions) < FEWEST:
            continue
        greedy = bot.choose(known, past.actor, dice)
        worth = _worth(known, past.actor, actions, weights)
        best = max(worth)
        gap = best - worth[actions.index(known.read(greedy))]
        if gap > 0.0 or weights is None:
            yield Glimpse(gap, at, past.actor, greedy, known.write(actions[worth.index(best)]))


def _worth(known: State, seat: int, actions: list[int], weights: Weights | None) -> list[float]:
    """What a network thinks of the position after each action."""
    model, net, values = known.game.bound(model_functions), net_for(known, weights), np.zeros(3 * known.seats)
    root = np.frombuffer(known.to_bytes(), np.uint8)
    after, result = root.copy(), []
    for action in actions:
        after[:] = root
        model.step(after, seat, action)
        model.evaluate_seats(after, net, values)
        result.append(float(values[seat]))
    return result


def _gap(found: Analysis, greedy: str) -> float:
    """By how much the best move is ahead of the greedy one, and of all that were looked at more than once or twice."""
    best, least = found.best.values[found.seat], max(2, found.simulations // 40)
    if found.best.move == greedy or not OPEN[0] <= best <= OPEN[1]:
        return 0.0
    rivals = [
        candidate
        for candidate in found.candidates[1:]
        if candidate.visits >= least or candidate.move == greedy
    ]
    return best - max((rival.values[found.seat] for rival in rivals), default=0.0)


# ----- proving -----


def _proved(state: State, glimpse: Glimpse, number: int, dice: Dice) -> Puzzle | None:
    known, seat, greedy = state.concealed(glimpse.seat), glimpse.seat, glimpse.greedy
    shares = _shares(known, seat, greedy, dice)
    best, others = _apart(shares)
    if not others or set(best) & _greedy_moves(known, seat):
        return None
    to_the_end = learned(known) and not known.game.ending
    gain = _gain(known, seat, best[0], list(dict.fromkeys([greedy, others[0]])), dice) if to_the_end else 0
    if gain is None:
        return None
    moves = tuple(Worth(move, round(100 * shares[move].mean())) for move in [*best, *others])
    why = tuple(each for each in against(known, seat, best[0], greedy) if each[1])
    return Puzzle(number, state.record(), seat, tuple(best), greedy, gain, moves, why)


def _greedy_moves(known: State, seat: int) -> set[str]:
    """The moves among which a greedy player chooses by lot."""
    actions = known.legal(seat)
    worth = _worth(known, seat, actions, None)
    return {known.write(action) for action, each in zip(actions, worth, strict=True) if each == max(worth)}


def _shares(known: State, seat: int, greedy: str, dice: Dice) -> dict[str, Any]:
    """By move, what each deep search says that it promises: of the moves that lead in the first one, and the greedy one.

    Once one of the searches sees no move clearly ahead, there are no others.
    """
    first = bots.analyse(known, seat, DEEP, dice, include=[greedy])
    leading = _leading(first, greedy)
    shares = {move: np.array([share]) for move, share in _promised(first, leading).items()}
    while _apart(shares)[1] and shares[greedy].size < SEARCHES:
        found = _promised(bots.analyse(known, seat, DEEP, dice, include=leading), leading)
        shares = {move: np.append(shares[move], found[move]) for move in leading}
    return shares


def _promised(found: Analysis, moves: list[str]) -> dict[str, float]:
    """By move, the share of the win after it."""
    shares = {candidate.move: candidate.values[found.seat] for candidate in found.candidates}
    return {move: shares[move] for move in moves}


def _apart(shares: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The moves that are worth as much as the best one, and the others, best first; nothing if they are not far apart."""
    ranked = sorted(shares, key=lambda move: -shares[move].mean())
    top = shares[ranked[0]]
    best = [move for move in ranked if shares[move].mean() > top.mean() - SAME]
    gaps = [top - shares[move] for move in ranked[len(best) :]]
    clear = all(gap.mean() >= CLEAR and gap.min() >= SURE for gap in gaps)
    if len(best) > MOST_BEST or not clear or not OPEN[0] <= top.mean() <= OPEN[1]:
        return [], []
    return best, ranked[len(best) :]


def _leading(found: Analysis, greedy: str) -> list[str]:
    return list(dict.fromkeys([*(candidate.move for candidate in found.candidates[:LEADING]), greedy]))


def _gain(known: State, seat: int, best: str, rivals: list[str], dice: Dice) -> int | None:
    """By how many tenths of a point a move leads further at the end than the first of its rivals; None if it does not
    clearly, or not further than the others.
    """
    leads = np.zeros((1 + len(rivals), 0))
    ahead = noise = 0.0
    while ahead <= OBVIOUS * noise and leads.shape[1] < PLAYED_OUT:
        leads = np.append(leads, _leads(known, seat, [best, *rivals], dice), axis=1)
        gaps = leads[0] - leads[1:]
        ahead, noise = float(gaps[0].mean()), float(gaps[0].std()) / leads.shape[1] ** 0.5
    return round(10 * ahead) if ahead > DEVIATIONS * noise and gaps.mean(axis=1).min() > 0.0 else None


def _leads(known: State, seat: int, moves: list[str], dice: Dice) -> Any:
    """Float64, (moves, ROUND): the lead of `seat` over the best of the others at the end of games that go on from it.

    All moves are tried in the same worlds, with the same random numbers; everybody plays what the network likes best.
    """
    model, game = known.game.bound(model_functions), known.game
    root = np.frombuffer(known.to_bytes(), np.uint8).copy()
    worlds, spare = game.declared.state.new(2), np.zeros_like(root)
    world, start = worlds[:1].view(np.uint8), worlds[1:].view(np.uint8)
    net, lead = net_for(known, learned(known)), Settings.of(game, True).lead
    values, (actions, weights) = np.zeros(3 * known.seats), known.buffers()
    result = np.zeros((len(moves), ROUND))
    for number in range(ROUND):
        model.determinize(start, root, seat, dice.state)
        seed = next64(dice.state)
        for index, move in enumerate(moves):
            world[:] = start
            rng = np.array([seed], np.uint64)
            model.step(world, seat, known.read(move))
            model.rollout(world, spare, rng, -1, 1.0, lead, 0.0, net, actions, weights, values)
            points = [int(game.kernels.score_at(worlds[:1], each)) for each in range(known.seats)]
            result[index, number] = points[seat] - max(points[:seat] + points[seat + 1 :])
    return result
