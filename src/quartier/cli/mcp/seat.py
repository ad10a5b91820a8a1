"""A seat of a language model at a game against bots: everything it reads starts from what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

from rich.console import Console

import quartier
from quartier import IllegalMove, QuartierError, lab
from quartier.cli.commands.review import show as show_review
from quartier.cli.console import say
from quartier.cli.messages import goal, names, score_breakdown, standing
from quartier.cli.progress import compile_search_visibly
from quartier.cli.table import listing
from quartier.cli.table.bot_game import BotGame, typed_move
from quartier.core.text.languages import N_, current
from quartier.server.views.learning.hints import hint_view
from quartier.server.workers.jobs import HintJob, JobContext, concealed_view, own_recent

_PLAIN, _NO_WRAPPING = 100, 100_000
"""Widths of what is printed for a model: tables, and lists whose lines may have any length."""


class Seat(BotGame):
    """One seat of a game, with all that its player can ask for, as text in the current language."""

    def play_bots(self) -> None:
        """Draw what is due and let the bots play until the seat may act, or the game is over."""
        self.state.settle(self.dice)
        while not self.state.over and self.seat not in self.state.seats_to_act():
            self.play_other()
            self.state.settle(self.dice)

    # ----- the position -----

    def position(self) -> str:
        """Return who plays, what to do, what has happened since the last own move, the scores, and the table.

        The table is in characters, which show what moves name, and in words.
        """
        parts = ["\n".join(self._players()), self._now(), self._news(self._last_own() + 1)]
        parts += ["\n".join(self._scores()), f"```\n{self.state.concealed(self.seat)}\n```"]
        described = self.state.seen_by(self.seat).description(names(self.state))
        parts += [_section(heading, lines) for heading, lines in described]
        return "\n\n".join(filter(None, parts))

    def _players(self) -> Iterator[str]:
        named = names(self.state)
        yield say(_YOU, game=self.state.game.title(), name=named[self.seat], seat=self.seat)
        for seat, bot in sorted(self.bots.items()):
            yield say(_BOT, name=named[seat], seat=seat, bot=bot)

    def _now(self) -> str:
        """Return what the seat is asked to do, and the goal; of a game that is over the result."""
        if self.state.over:
            return standing(self.state)
        return f"{self.state.seen_by(self.seat).prompt()}\n{goal(self.state)}"

    def _scores(self) -> Iterator[str]:
        if not self.state.over:
            yield standing(self.state)
        yield from score_breakdown(self.state)

    def _last_own(self) -> int:
        """Return the index of the seat's last move; -1 if there is none."""
        own = (index for index, past in enumerate(self.state.past) if past.actor == self.seat)
        return max(own, default=-1)

    def _news(self, first: int) -> str:
        """Return the log from an event on; "" if nothing has happened."""
        view, named = self.state.seen_by(self.seat), names(self.state)
        lines = [view.log_line(index, named).text for index in range(first, len(self.state.past))]
        return _section(say(N_("Since your last move")), list(filter(None, lines)))

    # ----- moves -----

    def moves(self, beginning: str) -> str:
        """Return the legal moves that begin so, in groups by their kind, with their meaning."""
        if self.state.over:
            raise QuartierError(standing(self.state))
        state = self.state.concealed(self.seat)
        legal = state.moves(self.seat)
        fitting = [move for move in legal if move.casefold().startswith(beginning.casefold())]
        if not fitting:
            raise QuartierError(N_("No move starts with “{beginning}”."), beginning=beginning)
        return _plain_text(lambda console: listing.show(state, self.seat, fitting, console), _NO_WRAPPING)

    def play(self, move: str) -> str:
        """Play a move, then the bots; return what has happened, and what to do now."""
        first, concealed = len(self.state.past), self.state.concealed(self.seat)
        move = typed_move(move.strip(), concealed.moves(self.seat))
        try:
            # From what the seat knows, so that a refusal says no more.
            refusal = concealed.refusal(self.seat, concealed.read(move))
        except IllegalMove as unreadable:
            refusal = unreadable
        if refusal:
            raise QuartierError("{reason}", reason=self.explain(move, refusal))
        self.state.play(self.seat, move)
        self.play_bots()
        return "\n\n".join([self._news(first), self._now(), "\n".join(self._scores())])

    def hint(self) -> str:
        """Return a few good moves, best first: what each promises, and why."""
        if self.state.over:
            raise QuartierError(standing(self.state))
        compile_search_visibly(self.state.game)
        result = self.hint_job().work(
            quartier.load(self.state.game.name), JobContext(lambda part: None, lambda: False)
        )
        concealed, choices = self.state.concealed(self.seat), self.state.seen_by(self.seat).choices()
        hints = hint_view(result, concealed, self.seat, choices, current(), names(self.state))
        lines = [
            f"{number}. {hint['move']}: {' · '.join(filter(None, (hint['label'], hint['promise'], hint['why'])))}"
            for number, hint in enumerate(hints["moves"], 1)
        ]
        return "\n".join(filter(None, [hints["verdict"], *lines]))

    def hint_job(self) -> HintJob:
        """Return the search for a hint: from what the seat knows."""
        concealed, recent = concealed_view(self.state, self.seat), own_recent(self.state.past, self.seat)
        return HintJob(self.state.game.name, self.seat, concealed, recent)

    # ----- the past -----

    def log(self) -> str:
        """Return everything that has happened, as the seat may know it, numbered as in the record."""
        lines = self.state.seen_by(self.seat).log(names(self.state))
        return "\n".join(f"{line.index + 1}. {line.text}" for line in lines if line.text)

    def record(self) -> str:
        """Return the record: what the seat knows while the game runs, all of it afterwards."""
        return self.state.record() if self.state.over else self.state.record(self.seat)

    def review(self) -> str:
        """Return the analysis of the game, which must be over."""
        if not self.state.over:
            raise QuartierError(N_("The game can be analysed when it’s over."))
        compile_search_visibly(self.state.game)
        result = lab.review(self.state)
        return _plain_text(lambda console: show_review(self.state, result, console), _PLAIN)


def _section(heading: str, lines: list[str]) -> str:
    return "\n".join([f"## {heading}", *(f"- {line}" for line in lines)]) if lines else ""


def _plain_text(show: Callable[[Console], None], width: int) -> str:
    """Return what is printed to a plain console of a width, without the spaces at the ends of lines."""
    file = StringIO()
    show(Console(file=file, width=width, color_system=None, highlight=False))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


_YOU = N_("{game}. You are {name}, seat {seat}.")
_BOT = N_("Seat {seat} is {name}, bot {bot}.")
