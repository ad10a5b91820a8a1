"""Metrics of games of one line-up: each game is played, then analysed event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from quartier.core.engine.contract import CHANCE, MAX_STATS
from quartier.core.engine.dice import Dice
from quartier.core.engine.networks import untrained_net
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.text.languages import N_, translator
from quartier.core.text.stat_labels import Tally
from quartier.games.registry import load
from quartier.lab.balance import replay_kernels
from quartier.lab.game_buffers import new_buffers
from quartier.lab.matches import Ended, Match

MEASURES = {
    "beginner": N_("Start player’s win rate"),
    "margin": N_("Winning margin, in points"),
    "score": N_("Score per seat, in points"),
    "moves": N_("Moves per game"),
    "choices": N_("Legal moves per decision"),
    "forced": N_("Forced moves"),
    "lead_changes": N_("Lead changes"),
    "settled": N_("Progress when the winner took the lead for good"),
    "decided": N_("Progress when the game was decided"),
    "hopeless": N_("Losers’ decisions after the game was decided"),
}
"""The metrics of every game, by name. For solo games those about several seats are missing (NaN)."""
SHARES = {"beginner", "forced", "settled", "decided", "hopeless"}
"""Those that are between 0 and 1."""
WINS = {"beginner"}
"""Those of them that are a share of the win in each game."""
DECIDED_SHARE = 0.9
"""A game is decided once the leader wins this share of rollouts."""
_LOOKS, _PLAYOUTS, _REFUSED_IN = 16, 24, 8
"""Number of positions played on from per game, of rollouts each, and of positions in which all actions are tried."""


class Measurements(NamedTuple):
    """Metrics of some games, in their order."""

    table: Any
    """The rows of `quartier.lab.loops.contests`."""
    course: Any
    """float64, (games, MEASURES)"""
    sources: Any
    """Points by category at the end: int64, (games, seats, categories)."""
    uses: Any
    """Uses: int64, (games, uses, seats, COUNTS), see `replay_kernels`."""
    refused: Any
    """Counts of the answers of `explain_illegal`: int64."""
    forfeits: int

    @classmethod
    def concatenate(cls, parts: list[Measurements]) -> Measurements:
        """Concatenate several in order."""
        return cls(
            np.concatenate([part.table for part in parts]),
            np.concatenate([part.course for part in parts]),
            np.concatenate([part.sources for part in parts]),
            np.concatenate([part.uses for part in parts]),
            np.sum([part.refused for part in parts], axis=0),
            sum(part.forfeits for part in parts),
        )


@dataclass(frozen=True)
class Bout:
    """Games of one line-up; picklable."""

    match: Match

    def measure(self, first: int, last: int) -> Measurements:
        """Play the games first..last-1 and measure them."""
        game = load(self.match.title)
        ended = list(self.match.games(game, first, last))
        streams = self.match.plan.streams(first, last)
        analyses = [
            _GameAnalysis(game, result, int(choice))
            for result, (_, choice) in zip(ended, streams, strict=True)
        ]
        return Measurements(
            np.array([result.row for result in ended], np.int64),
            np.array([analysis.course() for analysis in analyses], np.float64),
            np.array([sources(result.state) for result in ended], np.int64),
            np.array([analysis.uses for analysis in analyses], np.int64),
            np.sum([analysis.refusals() for analysis in analyses], axis=0),
            sum(result.forfeit is not None for result in ended),
        )


class _GameAnalysis:
    """Event-by-event analysis of one finished game."""

    def __init__(self, game: Game, ended: Ended, seed: int) -> None:
        self.game, self.state, self.seed = game, ended.state, seed
        self.loops = game.bound(replay_kernels)
        self.start = ended.state.at(0).array
        self.events = np.array([(past.actor, past.action) for past in self.state.past], np.int64).reshape(
            -1, 2
        )
        self.moves = np.flatnonzero(self.events[:, 0] != CHANCE)
        self.won = ended.row[self.state.seats]
        count = sum(len(tally.members) for tally in tallies(self.state))
        notes = replay_kernels.Survey(
            choices=np.zeros(len(self.events), np.int64),
            scores=np.zeros((len(self.events) + 1, self.state.seats), np.int64),
            counts=np.zeros((count, self.state.seats * replay_kernels.COUNTS), np.int64),
            stamps=np.zeros(count, np.int64),
            named=np.zeros(MAX_STATS, np.int64),
            legal=np.zeros(game.actions, np.int64),
        )
        self.loops.survey(game.spec.record_class.new(), self.start, self.events, notes)
        self.choices, self.scores = notes.choices, notes.scores
        self.uses = notes.counts.reshape(count, self.state.seats, replay_kernels.COUNTS)

    def course(self) -> list[float]:
        """Return the metrics, in the order of MEASURES."""
        choices = self.choices[self.moves]
        final = np.sort(self.scores[-1])[::-1]
        alone = self.state.seats == 1
        leaders = self._leaders()
        decided = np.nan if alone else self._decided_at()
        late = self.events[self.moves[self.moves >= decided * len(self.events)], 0] if not alone else ()
        values = {
            "beginner": np.nan if alone else self._beginners_share(),
            "margin": np.nan if alone else final[0] - final[1],
            "score": final.mean(),
            "moves": len(self.moves),
            "choices": choices.mean() if len(choices) else np.nan,
            "forced": (choices == 1).mean() if len(choices) else np.nan,
            "lead_changes": np.nan if alone else np.count_nonzero(np.diff(leaders)),
            "settled": np.nan if alone else self._lead_settled_at(leaders),
            "decided": decided,
            "hopeless": np.nan
            if alone
            else sum(not self.won >> int(seat) & 1 for seat in late) / max(1, len(choices)),
        }
        return [float(values[name]) for name in MEASURES]

    def _beginners_share(self) -> float:
        """Return the win share of the seat that was the first to act alone when all had acted equally often."""
        acted = [0] * self.state.seats
        for event in self.moves:
            seat = int(self.events[event, 0])
            before = self.game.spec.record_class.from_bytes(self.state.past[event].before)
            if len(set(acted)) == 1 and self.game.kernels.to_act_at(before) == 1 << seat:
                return (self.won >> seat & 1) / max(1, self.won.bit_count())
            acted[seat] += 1
        return np.nan

    def _leaders(self) -> Any:
        """Return the sequence of seats that were alone in the lead: int64."""
        best = self.scores.max(axis=1, keepdims=True)
        alone = (self.scores == best).sum(axis=1) == 1
        return self.scores[alone].argmax(axis=1)

    def _lead_settled_at(self, leaders: Any) -> float:
        """Return the share of the game after which the final leader was always ahead; 1 without one."""
        best = self.scores.max(axis=1)
        top = np.flatnonzero(self.scores[-1] == best[-1])
        if len(top) > 1:
            return 1.0
        behind = np.flatnonzero((self.scores[:, [top[0]]] <= np.delete(self.scores, top[0], 1)).any(axis=1))
        return (int(behind[-1]) + 1 if len(behind) else 0) / len(self.events)

    def _decided_at(self) -> float:
        """Return the share of the game after which the winner was almost certain; 1 if never, or if the win is shared."""
        seat = self.won.bit_length() - 1
        if self.won != 1 << seat:
            return 1.0
        sampled = self._sample_moves(_LOOKS)
        win_shares = np.zeros((len(sampled), self.state.seats))
        board, buffers = self.game.spec.record_class.new(), new_buffers(self.state, untrained_net())
        dice = Dice(self.seed).state
        self.loops.prospects(board, self.start, self.events, sampled, _PLAYOUTS, dice, win_shares, buffers)
        unsure = np.flatnonzero(win_shares[:, seat] < DECIDED_SHARE)
        if len(unsure) == 0:
            return float(sampled[0]) / len(self.events)
        following = int(unsure[-1]) + 1
        return float(sampled[following]) / len(self.events) if following < len(sampled) else 1.0

    def _sample_moves(self, most: int) -> Any:
        """Return indices of some moves of seats, spread evenly over the game."""
        indices = np.linspace(0, len(self.moves) - 1, min(most, len(self.moves))).round().astype(np.int64)
        return self.moves[indices]

    def refusals(self) -> Any:
        """Count the answers of `explain_illegal` in some positions."""
        result = np.zeros(10 * (self.game.spec.rules.RULES + 1), np.int64)
        board = self.game.spec.record_class.new()
        # Some at random, not only before moves: setup and end have rules, too.
        some = np.random.default_rng(self.seed).integers(0, len(self.events) + 1, _REFUSED_IN)
        sampled = np.unique(np.append(some, len(self.events)))
        self.loops.refusals(
            board, self.start, self.events, sampled, self.state.seats, self.game.actions, result
        )
        return result


def sources(state: State) -> list[list[int]]:
    """Return by seat the points of each category at the end; they add up to the score."""
    spectator = state.seen_by(None, "en")
    categories = spectator.categories()
    result = []
    for seat in range(state.seats):
        by_category = [0] * (len(categories) + 1)
        for label, points in spectator.sources(seat):
            column = next(
                (at for at, category in enumerate(categories) if label.startswith(category.labels)),
                len(categories),
            )
            by_category[column] += points
        result.append(by_category)
    return result


def category_names(state: State) -> list[str]:
    """Return the names of the categories of `sources` in the current language; the last one, "", is the rest."""
    return [*(category.name for category in state.seen_by(None).categories()), ""]


def tallies(state: State) -> list[Tally]:
    """Return what the title counts, in the current language."""
    title = state.game.spec
    return title.tallies(state.board, translator(folder=title.folder))
