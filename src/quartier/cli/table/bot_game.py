"""A game of one seat against bots, for the terminal and for language models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from quartier import Dice, QuartierError, State, bots
from quartier.bots import Bot
from quartier.bots.names import names as names_of_bots
from quartier.bots.registry import Searcher
from quartier.cli.console import say
from quartier.cli.progress import compile_search_visibly
from quartier.cli.table import record_file
from quartier.core.text.errors import nearest
from quartier.core.text.languages import N_
from quartier.lab.bot_errors import play_bot


@dataclass
class BotGame:
    """A game, the seat of the player, and the bots of the others."""

    state: State
    seat: int
    bots: dict[int, str]
    dice: Dice
    _loaded: dict[str, Bot] = field(default_factory=dict, init=False, repr=False)

    def load_bots(self) -> None:
        """Check the bots, and compile the rules if one searches; other bots are fast enough without."""
        loaded = [bots.make(name, self.state.game, self.state) for name in set(self.bots.values())]
        if any(isinstance(bot, Searcher) for bot in loaded):
            compile_search_visibly(self.state.game)

    def bot_for(self, bot: str) -> Bot:
        """Return one bot for all its seats, so that it keeps its search tree."""
        return self._loaded.setdefault(bot, bots.make(bot, self.state.game))

    def play_other(self) -> None:
        """Let the first of the bots that may act play a move."""
        other = min(self.state.seats_to_act())
        play_bot(self.state, other, self.bot_for(self.bots[other]), self.bots[other], self.dice)

    def explain(self, move: str, refusal: QuartierError, others: Iterable[str] = ()) -> str:
        """Return why a move was refused, and what is most similar: a legal move, or one of `others`."""
        near: str | None = self.state.suggestion(self.seat, move)
        near = near or nearest(move, [*others, *self.state.moves(self.seat)])
        return f"{refusal} {say(_SUGGESTION, near=near)}" if near else str(refusal)


def seat_bots(state: State, levels: Mapping[int, str]) -> None:
    """Give the bots their names, also in the record."""
    for seat, name in names_of_bots(state.game, levels).items():
        state.headers[f"Seat{seat}"] = name
    record_file.mark_bots(state, dict(levels))


def typed_move(line: str, moves: Sequence[str]) -> str:
    """Return the legal move that was typed, ignoring case; the line itself if there is none."""
    fitting = [move for move in moves if move.casefold() == line.casefold()]
    return line if line in moves or len(fitting) != 1 else fitting[0]


_SUGGESTION = N_("Did you mean {near}?")
