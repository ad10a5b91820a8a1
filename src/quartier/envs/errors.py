"""What a batch is refused for."""

from __future__ import annotations

from quartier.core.game.state import State
from quartier.core.text.errors import IllegalMove, QuartierError
from quartier.core.text.languages import N_, translator


class IllegalAction(QuartierError):
    """An action that the rules forbid in one environment; then none has moved.

    `env`, `seat` and `action` say which; `reason` is what the rules say, None for a number that is no action.
    """

    def __init__(self, env: int, state: State, seat: int, action: int) -> None:
        self.env, self.seat, self.action = env, seat, action
        last, game = state.game.actions - 1, state.game.declared.rules.NAME
        self.reason: IllegalMove | None = None
        if 0 <= action <= last:
            self.reason = state.refusal(seat, action)
            super().__init__(_FORBIDDEN, env=env, seat=seat, action=action, move=state.write(action))
        else:
            super().__init__(_NO_ACTION, env=env, action=action, game=game, last=last)

    def text(self, lang: str | None = None) -> str:
        """The environment, the action, and the rule that forbids it."""
        if self.reason is None:
            return super().text(lang)
        reason = self.reason.text(lang) + self.reason.mark
        return translator(lang)(_FORBIDDEN).format(**self.fields, reason=reason)


_NO_ACTION = N_("Environment {env}: there is no action {action}. {game} numbers them from 0 to {last}.")
_FORBIDDEN = N_("Environment {env}: seat {seat} may not play action {action}, “{move}”. {reason}")
