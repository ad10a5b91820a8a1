"""Refusals.

Every answer other than success is one `DomainError` with a status, a code and a sentence in the caller's language.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from quartier.core.text.errors import IllegalMove, QuartierError
from quartier.core.text.languages import N_
from quartier.server.views.models import Explanation, Refusal


class DomainError(QuartierError):
    """A request that was not carried out, and nothing of it. `text(lang)` names the cause and the way out."""

    def __init__(self, status: int, code: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.status = status
        self.code = code
        self.retry_after: int | None = 2 if status == 503 else None
        """Seconds after which the same request may succeed; None: nobody knows."""

    def error(self, lang: str) -> Refusal:
        """The `error` object of the answer."""
        return {"code": self.code, "text": self.text(lang)}


class TooManyRequests(DomainError):
    """429: it may be done again after so many seconds."""

    def __init__(self, code: str, sentence: str, wait: float, /, **values: Any) -> None:
        super().__init__(429, code, sentence, **values)
        self.retry_after = max(1, ceil(wait))


class IllegalMoveError(DomainError):
    """A rule of the game forbids the move: 422 with the rule and a link to it."""

    def __init__(self, title: str, illegal: IllegalMove) -> None:
        super().__init__(422, "illegal", illegal.message)
        self.title = title
        self.illegal = illegal

    def text(self, lang: str | None = None) -> str:
        return self.illegal.text(lang)

    def error(self, lang: str) -> Refusal:
        return {"code": self.code, **why(self.title, self.illegal, lang)}


def why(title: str, illegal: IllegalMove, lang: str) -> Explanation:
    """Rule id, sentence and link to the rule of an IllegalMove.

    For an unreadable text the link is to the whole rulebook.
    """
    link = f"/rules/{title}?lang={lang}"
    if illegal.rule != "notation":
        link += f"#{illegal.rule}"
    return {"rule": illegal.rule, "text": illegal.text(lang), "link": link}


class LibraryError(DomainError):
    """An error of the library (unknown title, wrong option, broken record) as an answer."""

    def __init__(self, status: int, code: str, cause: QuartierError) -> None:
        super().__init__(status, code, cause.message)
        self.cause = cause

    def text(self, lang: str | None = None) -> str:
        return self.cause.text(lang)


class StartupError(DomainError):
    """The server refuses to start; `serve` prints the sentence and returns `EXIT_CODE`."""

    EXIT_CODE = 2

    def __init__(self, code: str, sentence: str, **values: Any) -> None:
        super().__init__(503, code, sentence, **values)


def no_table() -> DomainError:
    """404 for an id that leads nowhere."""
    return DomainError(404, "no_table", N_("There is no such table. Check the link, or open a new table."))


class Quarantined(DomainError):
    """410: the game's log does not lead where it led, so nobody plays on what may be wrong. It is kept as it is."""

    def __init__(self, event: int, reason: str) -> None:
        text = N_(
            "This game is set aside: its record cannot be followed beyond event {event}, and nobody should play on from "
            "what may be wrong. Nothing of it is lost. Tell the host; “quartier audit” says more."
        )
        super().__init__(410, "set_aside", text, event=event)
        self.event = event
        self.reason = reason


def no_replay() -> DomainError:
    """404 for an id that leads to no finished game and no record."""
    return DomainError(404, "no_replay", N_("There is no such game to replay. Check the link."))


def hidden_by_host() -> DomainError:
    """403 for what a host does not want to be seen."""
    return DomainError(403, "hidden", N_("The hosts of this server have hidden this game."))


def no_seat() -> DomainError:
    """403 for a caller without the seat's secret."""
    text = N_("This seat is not yours. Open the table with the link or on the device with which you took it.")
    return DomainError(403, "no_seat", text)


def unknown_key() -> DomainError:
    """401 for a program that shows what opens nothing."""
    text = N_(
        "What you show as “Authorization: Bearer” opens nothing here. It has to be the secret of a seat at this table, or "
        "the token of a program, which begins with “quartier-”."
    )
    return DomainError(401, "unknown_key", text)
