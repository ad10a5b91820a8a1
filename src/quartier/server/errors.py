"""Domain errors: what the server answers instead of success.

Each is a `DomainError` with an HTTP status, a code for programs and a sentence in the caller's language.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from quartier.core.text.errors import IllegalMove, QuartierError
from quartier.core.text.languages import N_
from quartier.server.models import ErrorBody, IllegalMoveReason
from quartier.server.root_path import site_path


class DomainError(QuartierError):
    """A request that failed as a whole: nothing of it was carried out. `text(lang)` names the cause and the way out."""

    def __init__(self, status: int, code: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.status = status
        self.code = code
        self.retry_after: int | None = 2 if status == 503 else None
        """Seconds after which the same request may succeed; None: unknown."""

    def error(self, lang: str) -> ErrorBody:
        """Return the `error` object of the response."""
        return {"code": self.code, "text": self.text(lang)}


class TooManyRequests(DomainError):
    """429: rate limited. `wait`: seconds after which the request may be sent again."""

    def __init__(self, code: str, sentence: str, wait: float, /, **values: Any) -> None:
        super().__init__(429, code, sentence, **values)
        self.retry_after = max(1, ceil(wait))


class IllegalMoveError(DomainError):
    """422: a rule of the game forbids the move; with the rule and a link to it."""

    def __init__(self, title: str, illegal: IllegalMove) -> None:
        super().__init__(422, "illegal", illegal.message)
        self.title = title
        self.illegal = illegal

    def text(self, lang: str | None = None) -> str:
        return self.illegal.text(lang)

    def error(self, lang: str) -> ErrorBody:
        return {"code": self.code, **illegal_move_reason(self.title, self.illegal, lang)}


def illegal_move_reason(title: str, illegal: IllegalMove, lang: str) -> IllegalMoveReason:
    """Return rule id, sentence and link to the rule of an illegal move.

    For text that is not notation the link is to the whole rulebook.
    """
    link = site_path(f"/rules/{title}?lang={lang}")
    if illegal.rule != "notation":
        link += f"#{illegal.rule}"
    return {"rule": illegal.rule, "text": illegal.text(lang), "link": link}


class LibraryError(DomainError):
    """An error of the game library (unknown title, wrong option, broken record) as a response."""

    def __init__(self, status: int, code: str, cause: QuartierError) -> None:
        super().__init__(status, code, cause.message)
        self.cause = cause

    def text(self, lang: str | None = None) -> str:
        return self.cause.text(lang)


class StartupError(DomainError):
    """The server cannot start; `serve` prints the sentence and returns `EXIT_CODE`."""

    EXIT_CODE = 2

    def __init__(self, code: str, sentence: str, **values: Any) -> None:
        super().__init__(503, code, sentence, **values)


def no_table() -> DomainError:
    """Return 404 for a table that does not exist."""
    return DomainError(404, "no_table", N_("This table doesn’t exist. Check the link or open a new table."))


def no_stream() -> DomainError:
    """Return 404 for a shared stream that is not open in this process."""
    text = N_("This stream isn’t open. Open it again with GET {path}.")
    return DomainError(404, "no_stream", text, path=site_path("/api/stream"))


class Quarantined(DomainError):
    """410: the table is quarantined, because replaying its log does not give the stored position. Its data is kept."""

    def __init__(self, event: int, reason: str) -> None:
        text = N_(
            "This game is locked: its record can’t be replayed past event {event}. Nothing is lost. Ask "
            "the person who runs this server to run “quartier audit”."
        )
        super().__init__(410, "set_aside", text, event=event)
        self.event = event
        self.reason = reason


def no_replay() -> DomainError:
    """Return 404 for an id that is neither a finished game nor a record."""
    return DomainError(404, "no_replay", N_("This replay doesn’t exist. Check the link."))


def hidden_by_host() -> DomainError:
    """Return 403 for a game or record that a host has hidden."""
    return DomainError(403, "hidden", N_("A moderator has hidden this game."))


def reused_id() -> DomainError:
    """Return 422 for an idempotency key that was used for another command."""
    text = N_(
        "This client_move_id has already been used for a different command. Generate a new one each time."
    )
    return DomainError(422, "reused_id", text)


def no_seat() -> DomainError:
    """Return 403 for a caller without the seat's secret."""
    text = N_("This isn’t your seat. Open the table with the link or on the device you used to take it.")
    return DomainError(403, "no_seat", text)


def unknown_key() -> DomainError:
    """Return 401 for an API client whose token is unknown."""
    text = N_(
        "Invalid bearer token. Send the secret of a seat at this table, or an API token, which starts "
        "with “quartier-”."
    )
    return DomainError(401, "unknown_key", text)


def signed_out_error() -> DomainError:
    """Return 401 for a caller who is not signed in."""
    return DomainError(401, "signed_out", N_("You aren’t signed in. Sign in first."))
