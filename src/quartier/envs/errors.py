"""The error for an illegal action in a batch."""

from __future__ import annotations

from quartier.core.game.state import State
from quartier.core.text.errors import IllegalMove, QuartierError
from quartier.core.text.languages import N_, translator


class IllegalAction(QuartierError):
    """An action that the rules forbid in one environment. No environment has moved.

    Attributes:
        env: The index of the environment.
        seat: The seat to act there.
        action: The action.
        reason: The error of the rules; None if the number is no action of the title.
    """

    def __init__(self, env: int, state: State, seat: int, action: int) -> None:
        self.env, self.seat, self.action = env, seat, action
        last, game = state.game.actions - 1, state.game.spec.rules.NAME
        self.reason: IllegalMove | None = None
        if 0 <= action <= last:
            self.reason = state.refusal(seat, action)
            super().__init__(_FORBIDDEN, env=env, seat=seat, action=action, move=state.write(action))
        else:
            super().__init__(_NO_ACTION, env=env, action=action, game=game, last=last)

    def text(self, lang: str | None = None) -> str:
        """Return the message in a language: the environment, the action, and the rule that forbids it.

        Args:
            lang: The language, by default the current one.
        """
        if self.reason is None:
            return super().text(lang)
        reason = self.reason.text(lang) + self.reason.mark
        return translator(lang)(_FORBIDDEN).format(**self.fields, reason=reason)


_NO_ACTION = N_("Environment {env}: there’s no action {action}. {game} numbers its actions 0 to {last}.")
_FORBIDDEN = N_("Environment {env}: seat {seat} can’t play action {action}, “{move}”. {reason}")
