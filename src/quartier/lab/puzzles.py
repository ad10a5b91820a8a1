"""Puzzle generator: positions of games between bots with one clearly best move, which a greedy player misses.

Each game gives one puzzle at most. A quick search looks at every decision for moves that are better than all
others and than the greedy one. The most promising positions are then searched deeply, several times with
other random numbers, and played to the end many times after each of the leading moves: only if all of that
agrees is it a puzzle. Titles without a network are not played to the end, because no bot there is both strong
and fast enough, and neither are those whose games may continue forever.
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
from quartier.bots.weights import Weights, find_weights, net_for
from quartier.core.engine.bits import next64
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.dice import Dice
from quartier.core.game.game import Game
from quartier.core.game.puzzles import Puzzle, Worth
from quartier.core.game.state import State

SEATS = 2
PLAYER = "3"
"""The level that plays the games: strong enough for realistic positions, and wrong often enough to leave chances."""
GREEDY = "greedy"
"""The greedy player: it chooses the move with the best position by the title's own evaluation."""
QUICK_SEARCH, DEEP_SEARCH = "learned:200", "learned:2500"
SEARCHES = 3
"""Deep searches, each with its own random numbers."""
ROUND, PLAYED_OUT = 20, 100
"""Rollouts to the end after each move: games per round, and in total."""
MIN_LEGAL_MOVES = 5
"""Minimum number of legal moves; with fewer there is nothing to find."""
LEADING = 6
"""Moves that are compared with the greedy one."""
MAX_SOLUTIONS = 3
"""Maximum number of solutions of a puzzle."""
SAME = 0.02
"""Moves whose shares of the win are this close count as equal."""
MIN_QUICK_GAP, MIN_MEAN_GAP, MIN_GAP = 0.08, 0.06, 0.03
"""The minimum lead of the best move over all others: in the quick search, in the mean of the deep ones, in each."""
OPEN = 0.12, 0.95
"""The range of the best move's share of the win: the game is neither won nor lost."""
MAX_KIND_SHARE = 1 / 3
"""The maximum share of puzzles solved by the same kind of move; above it others are preferred."""
LOOKED_AT = 10
"""Decisions per game that the quick search looks at, in titles with a network; otherwise all."""
MAX_EVENTS = 600
"""Maximum events of a game: twice as many as before any puzzle found so far."""
TRIES = 3
"""Positions of a game that are searched deeply."""
DEVIATIONS, OBVIOUS = 2.0, 4.0
"""Standard errors by which the best move must beat the greedy one in the rollouts, and by which it is decided early."""


def find(game: Game, seed: int, existing: Sequence[Puzzle] = ()) -> Iterator[Puzzle | None]:
    """Yield endlessly the result of each game, a puzzle or None, after the `existing` ones, which had the same seed.

    Slow unless the game is compiled.
    """
    kinds = Counter(kind_of(earlier.best[0]) for earlier in existing)
    number = existing[-1].game + 1 if existing else 0
    while True:
        dice = Dice(seed * _STRIDE + number)
        puzzle = _of_game(_play_game(game, dice), number, kinds, dice)
        kinds.update([kind_of(puzzle.best[0])] if puzzle else [])
        yield puzzle
        number += 1


def verify_again(game: Game, puzzle: Puzzle, seed: int) -> Puzzle | None:
    """Search a puzzle's position again with today's bots; return None if no move is clearly best, or the greedy one is."""
    dice = Dice(seed * _STRIDE + puzzle.game)
    state = puzzle.position(game)
    concealed = state.concealed(puzzle.seat)
    greedy = bots.make(GREEDY, game).choose(concealed, puzzle.seat, dice)
    return _verify(
        state, PuzzleCandidate(0.0, len(state.past), puzzle.seat, greedy, greedy), puzzle.game, dice
    )


def kind_of(move: str) -> str:
    """Return the kind of a move, if the notation has a word for it ("pass"), else ""."""
    match = re.match("[a-z]+", move)
    return match[0] if match else ""


def _is_frequent(candidate: PuzzleCandidate, kinds: Counter[str]) -> bool:
    """Return whether this kind of move already solves too large a share of the puzzles."""
    kind = kind_of(candidate.best)
    return kind != "" and kinds[kind] > MAX_KIND_SHARE * (kinds.total() + _FIRST)


_FIRST = 4
_STRIDE = 1_000_003


def _play_game(game: Game, dice: Dice) -> State:
    """Play a game to its end or to MAX_EVENTS: some titles can continue forever."""
    state, player = game.new(SEATS, seed=int(next64(dice.state))), bots.make(PLAYER, game)
    while not state.over and len(state.past) < MAX_EVENTS:
        seat = min(state.seats_to_act())
        state.play(seat, player.choose(state.concealed(seat), seat, dice))
    return state


def _of_game(state: State, number: int, kinds: Counter[str], dice: Dice) -> Puzzle | None:
    candidates = sorted(
        _puzzle_candidates(state, dice),
        key=lambda candidate: (
            _is_frequent(candidate, kinds),
            -candidate.gap,
            candidate.at,
        ),
    )
    tried = (_verify(state.at(candidate.at), candidate, number, dice) for candidate in candidates[:TRIES])
    return next(filter(None, tried), None)


# ----- candidates -----


class PuzzleCandidate(NamedTuple):
    """A decision where one move seems far ahead of the greedy one."""

    gap: float
    at: int
    seat: int
    greedy: str
    best: str


def _puzzle_candidates(state: State, dice: Dice) -> Iterator[PuzzleCandidate]:
    """Yield decisions where a quick search finds one move far ahead of all others."""
    surprises = sorted(_surprises(state, dice), reverse=True)
    surprises = surprises[:LOOKED_AT] if find_weights(state) else surprises
    for surprise in surprises:
        analysis = bots.analyse(
            state.at(surprise.at).concealed(surprise.seat), surprise.seat, QUICK_SEARCH, dice
        )
        gap = _gap(analysis, surprise.greedy)
        if gap >= MIN_QUICK_GAP:
            yield surprise._replace(gap=gap, best=analysis.best.move)


def _surprises(state: State, dice: Dice) -> Iterator[PuzzleCandidate]:
    """Yield decisions at which the network prefers another move to the greedy one, with the gap in points."""
    bot, weights = bots.make(GREEDY, state.game), find_weights(state)
    for at, past in enumerate(state.past):
        if past.actor == CHANCE:
            continue
        concealed = state.at(at).concealed(past.actor)
        actions = concealed.legal(past.actor)
        if len(actions) < MIN_LEGAL_MOVES:
            continue
        greedy = bot.choose(concealed, past.actor, dice)
        worth = _worth(concealed, past.actor, actions, weights)
        best = max(worth)
        gap = best - worth[actions.index(concealed.read(greedy))]
        if gap > 0.0 or weights is None:
            yield PuzzleCandidate(gap, at, past.actor, greedy, concealed.write(actions[worth.index(best)]))


def _worth(concealed: State, seat: int, actions: list[int], weights: Weights | None) -> list[float]:
    """Return the network's value of the position after each action."""
    model, net, values = (
        concealed.game.bound(model_functions),
        net_for(concealed, weights),
        np.zeros(3 * concealed.seats),
    )
    root = np.frombuffer(concealed.to_bytes(), np.uint8)
    after, result = root.copy(), []
    for action in actions:
        after[:] = root
        model.step(after, seat, action)
        model.evaluate_seats(after, net, values)
        result.append(float(values[seat]))
    return result


def _gap(analysis: Analysis, greedy: str) -> float:
    """Return the lead of the best move over the greedy one and over all that were visited more than once or twice."""
    best, least = analysis.best.values[analysis.seat], max(2, analysis.simulations // 40)
    if analysis.best.move == greedy or not OPEN[0] <= best <= OPEN[1]:
        return 0.0
    rivals = [
        candidate
        for candidate in analysis.candidates[1:]
        if candidate.visits >= least or candidate.move == greedy
    ]
    return best - max((rival.values[analysis.seat] for rival in rivals), default=0.0)


# ----- verification -----


def _verify(state: State, candidate: PuzzleCandidate, number: int, dice: Dice) -> Puzzle | None:
    concealed, seat, greedy = (
        state.concealed(candidate.seat),
        candidate.seat,
        candidate.greedy,
    )
    shares = _shares(concealed, seat, greedy, dice)
    best, others = _separate(shares)
    if not others or set(best) & _greedy_moves(concealed, seat):
        return None
    to_the_end = find_weights(concealed) and not concealed.game.ending
    gain = (
        _gain(concealed, seat, best[0], list(dict.fromkeys([greedy, others[0]])), dice) if to_the_end else 0
    )
    if gain is None:
        return None
    moves = tuple(Worth(move, round(100 * shares[move].mean())) for move in [*best, *others])
    why = tuple(reason for reason in against(concealed, seat, best[0], greedy) if reason[1])
    return Puzzle(number, state.record(), seat, tuple(best), greedy, gain, moves, why)


def _greedy_moves(concealed: State, seat: int) -> set[str]:
    """Return the moves among which a greedy player chooses at random."""
    actions = concealed.legal(seat)
    worth = _worth(concealed, seat, actions, None)
    return {
        concealed.write(action) for action, value in zip(actions, worth, strict=True) if value == max(worth)
    }


def _shares(concealed: State, seat: int, greedy: str, dice: Dice) -> dict[str, Any]:
    """Return by move the win share in each deep search, for the leading moves of the first search and the greedy one.

    The searches stop as soon as one of them sees no clear leader.
    """
    first = bots.analyse(concealed, seat, DEEP_SEARCH, dice, include=[greedy])
    leading = _leading(first, greedy)
    shares = {move: np.array([share]) for move, share in _win_shares(first, leading).items()}
    while _separate(shares)[1] and shares[greedy].size < SEARCHES:
        promised = _win_shares(bots.analyse(concealed, seat, DEEP_SEARCH, dice, include=leading), leading)
        shares = {move: np.append(shares[move], promised[move]) for move in leading}
    return shares


def _win_shares(analysis: Analysis, moves: list[str]) -> dict[str, float]:
    """Return the share of the win after each move."""
    shares = {candidate.move: candidate.values[analysis.seat] for candidate in analysis.candidates}
    return {move: shares[move] for move in moves}


def _separate(shares: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the moves as good as the best one, and the others, best first; two empty lists if there is no clear gap."""
    ranked = sorted(shares, key=lambda move: -shares[move].mean())
    top = shares[ranked[0]]
    best = [move for move in ranked if shares[move].mean() > top.mean() - SAME]
    gaps = [top - shares[move] for move in ranked[len(best) :]]
    clear = all(gap.mean() >= MIN_MEAN_GAP and gap.min() >= MIN_GAP for gap in gaps)
    if len(best) > MAX_SOLUTIONS or not clear or not OPEN[0] <= top.mean() <= OPEN[1]:
        return [], []
    return best, ranked[len(best) :]


def _leading(analysis: Analysis, greedy: str) -> list[str]:
    return list(dict.fromkeys([*(candidate.move for candidate in analysis.candidates[:LEADING]), greedy]))


def _gain(concealed: State, seat: int, best: str, rivals: list[str], dice: Dice) -> int | None:
    """Return by how many tenths of a point a move beats the first rival at the end; None if not clearly."""
    leads = np.zeros((1 + len(rivals), 0))
    ahead = noise = 0.0
    while ahead <= OBVIOUS * noise and leads.shape[1] < PLAYED_OUT:
        leads = np.append(leads, _leads(concealed, seat, [best, *rivals], dice), axis=1)
        gaps = leads[0] - leads[1:]
        ahead, noise = float(gaps[0].mean()), float(gaps[0].std()) / leads.shape[1] ** 0.5
    return round(10 * ahead) if ahead > DEVIATIONS * noise and gaps.mean(axis=1).min() > 0.0 else None


def _leads(concealed: State, seat: int, moves: list[str], dice: Dice) -> Any:
    """Return the final lead of `seat` in rollouts after each move: float64, (moves, ROUND).

    All moves are tried in the same determinizations with the same random numbers; all seats play the network's
    favourite.
    """
    model, game = concealed.game.bound(model_functions), concealed.game
    root = np.frombuffer(concealed.to_bytes(), np.uint8).copy()
    net, lead = net_for(concealed, find_weights(concealed)), Settings.of(game, True).lead
    work, start = model_functions.new_workspace(game, concealed.seats, net), np.zeros_like(root)
    position = work.world.view(game.spec.record_class.dtype)
    result = np.zeros((len(moves), ROUND))
    for number in range(ROUND):
        model.sample_world(start, root, seat, dice.state)
        seed = next64(dice.state)
        for index, move in enumerate(moves):
            work.world[:], work.rng[0] = start, seed
            model.step(work.world, seat, concealed.read(move))
            model.rollout(work, -1, 1.0, lead, 0.0)
            points = [int(game.kernels.score_at(position, other)) for other in range(concealed.seats)]
            result[index, number] = points[seat] - max(points[:seat] + points[seat + 1 :])
    return result
