"""Recorded games of Metromania, one for every way to end and every option, and the digests that they had.

To record what has no file yet, and to take the digests of all as right after a meant change:

PYTHONPATH=src python -m tests.games.metromania.recorded
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quartier import Dice, State
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import step
from quartier.games.metromania.rules.endings import hopeless, is_blocked
from quartier.games.metromania.rules.lines import is_finished
from quartier.games.metromania.rules.state import ENOUGH_LINES
from tests.games.recordings import Recordings, digest

RECORDED = Recordings("metromania")
FOLDER, names, text_of = RECORDED.folder, RECORDED.names, RECORDED.text_of
digests = RECORDED.digests
REASONS = ("both lines", "last station", "enough lines")
SEATS = (2, 3, 4)

__all__ = [
    "FOLDER",
    "REASONS",
    "RECORDED",
    "SPECS",
    "GameSpec",
    "at_the_end",
    "digest",
    "digests",
    "names",
    "text_of",
]


def at_the_end(state: State) -> State:
    """A game as it was when its building ended: after the turn that was the reason."""
    return next(state.at(i) for i in range(len(state.past) + 1) if state.at(i).open_record().reason)


def by_reason(reason: str) -> Callable[[State], bool]:
    """Whether a game ended for a reason."""
    return lambda state: state.view(None)["end"] == reason


def with_blocked(state: State) -> bool:
    """MM-26: enough lines were finished or blocked, and one of them could not be dug on, with counters left."""
    s = at_the_end(state).open_record()
    stuck = [line for line in range(2 * s.players) if is_blocked(s, line) and s.length[line] < s.tunnels]
    return s.reason == ENOUGH_LINES and bool(stuck)


def with_hopeless(state: State) -> bool:
    """MM-27: without the lines that can be dug on, but not finished any more, there were not enough."""
    s = at_the_end(state).open_record()
    lines = range(2 * s.players)
    before = sum(is_finished(s, line) or is_blocked(s, line) for line in lines)
    return s.reason == ENOUGH_LINES and before < s.enough <= before + sum(
        hopeless(s, line) and not is_blocked(s, line) for line in lines
    )


def with_finished(state: State) -> bool:
    """MM-27: the finished lines alone were enough."""
    s = at_the_end(state).open_record()
    return s.reason == ENOUGH_LINES and sum(is_finished(s, line) for line in range(2 * s.players)) >= s.enough


def barred_some(state: State) -> bool:
    """MM-12: strict_dig forbade counters in many positions of the game."""
    return sum(any(state.at(i).open_record().barred) for i in range(len(state.past))) >= 4


@dataclass(frozen=True)
class GameSpec:
    """A game to be recorded: its file, its setup, what it must show, and whether its players finish when they can."""

    name: str
    seats: int
    is_wanted: Callable[[State], bool]
    rules: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    eager: bool = False

    def play(self, seed: int) -> State:
        """A random game of this setup."""
        dice = Dice(seed)
        state = load_compiled("metromania").new(self.seats, chance="manual", rules=self.rules, **self.options)
        while not state.over:
            finishes = [move for move in moves(state) if move.startswith("finish")] if self.eager else []
            if finishes:
                state.play(min(state.seats_to_act()), finishes[0])
            else:
                step(state, dice)
        return state

    def record(self) -> None:
        """Search random games until one shows it."""
        seed = 0
        while not self.is_wanted(state := self.play(seed)):
            seed += 1
        state.headers["Event"] = f"{self.name.replace('_', ' ')}"
        (FOLDER / f"{self.name}.txt").write_text(state.record(), encoding="utf-8")


def moves(state: State) -> list[str]:
    """The moves of whoever is in turn."""
    return [move for seat in state.seats_to_act() for move in state.moves(seat)]


SPECS = [
    *(GameSpec(f"{reason.replace(' ', '_')}_{seats}", seats, by_reason(reason), rules=1)
      for reason in REASONS for seats in SEATS),
    *(GameSpec(f"v1_blocked_{seats}", seats, with_blocked, rules=1) for seats in SEATS),
    *(GameSpec(f"v2_{reason.replace(' ', '_')}_{seats}", seats, by_reason(reason), eager=reason == "both lines")
      for reason in REASONS[:2] for seats in SEATS),
    *(GameSpec(f"v2_hopeless_{seats}", seats, with_hopeless) for seats in SEATS),
    # Default figures are more than the players: one of them has finished both lines before so many are finished.
    *(GameSpec(f"v2_finished_3_of_{2 * seats}", seats, with_finished, options={"lines_to_end": 3}, eager=True)
      for seats in SEATS[1:]),
    *(GameSpec(f"v2_lines_to_end_{lines}_of_{2 * seats}", seats, by_reason("enough lines"),
             options={"lines_to_end": lines})
      for lines, seats in ((4, 2), (4, 3), (6, 3), (4, 4), (5, 4), (6, 4))),
    *(GameSpec(f"v2_strict_dig_{seats}", seats, barred_some, options={"strict_dig": True}) for seats in SEATS),
    *(GameSpec(f"v2_hidden_markers_{seats}", seats, with_hopeless, options={"hidden_markers": True})
      for seats in SEATS[1:]),
]  # fmt: skip


def main() -> None:
    """Write missing games and all digests."""
    for spec in SPECS:
        if spec.name not in names():
            spec.record()
    RECORDED.write_digests()


if __name__ == "__main__":
    main()
