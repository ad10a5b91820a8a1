"""A seat at a table of a server, played by a bot over the machine API (`/api/v1`), with the standard library alone.

Examples:
    >>> from quartier.adapters.remote import Link
    >>> Link.read("https://example.org/table/k7mwp3tq9x#join=secret").table
    'k7mwp3tq9x'
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from uuid import uuid4

from quartier.bots.player import Bot
from quartier.core.engine.dice import Dice
from quartier.core.text.errors import QuartierError
from quartier.core.text.languages import N_, current
from quartier.games.registry import load

SILENCE = 60.0
"""Seconds without a byte after which a connection counts as lost; a server sends a heartbeat every 15."""
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each further attempt to reconnect; the last one applies to all later attempts."""
RETRY_SECONDS = (429, 500, 502, 503, 504)
"""HTTP status codes after which the same request may succeed."""
Report = Callable[[str], None]


class Refused(QuartierError):
    """An error response of the server.

    Attributes:
        status: The HTTP status code.
        code: The error code, for programs.
    """

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(_REFUSED, text=text)
        self.status, self.code = status, code


class Unreachable(QuartierError):
    """An error of the connection: there is no Quartier server at the address, or it doesn't respond."""


@dataclass(frozen=True)
class Link:
    """A link to a table."""

    server: str
    """The base URL of the server."""
    table: str
    """The id of the table."""
    invite: str = ""
    """The secret of an invitation; "" in the link of a seat."""
    secret: str = ""
    """The secret of a seat; "" in an invitation."""

    @classmethod
    def read(cls, url: str) -> Link:
        """Parse a link.

        Args:
            url: A link from the page: "https://.../table/ID#join=SECRET" (invitation) or "...#seat=SECRET" (seat).

        Raises:
            QuartierError: The text isn't a link to a table, or has no secret.
        """
        parts = urlsplit(url.strip())
        path = re.fullmatch(r"(.*)/table/([a-z0-9]+)", parts.path)
        what, _, secret = parts.fragment.partition("=")
        if parts.scheme not in ("http", "https") or not parts.netloc or path is None:
            raise QuartierError(_NO_LINK, url=url[:80])
        if secret == "" or what not in ("join", "seat"):
            raise QuartierError(_NO_SECRET)
        server = f"{parts.scheme}://{parts.netloc}{path[1]}"
        return cls(server, path[2], **{"invite" if what == "join" else "secret": secret})

    def seat(self, secret: str) -> str:
        """Return the link that resumes a seat.

        Args:
            secret: The secret of the seat.
        """
        return f"{self.server}/table/{self.table}#seat={secret}"


class RemoteSeat:
    """A seat at a table of a server.

    Args:
        link: The link to the table.
        key: The secret of the seat or an API token; by default the secret of the link.
        report: Called with a sentence whenever the connection is lost.
    """

    def __init__(self, link: Link, key: str = "", report: Report = lambda text: None) -> None:
        self.link = link
        self.key = key or link.secret
        self._report = report
        self._path = f"/tables/{link.table}"
        self._met = False
        """Whether the server has responded before: then it may come back after an interruption."""

    def sit_down(self, name: str) -> str:
        """Take the seat of the invitation, unless the key already has a seat at the table.

        Args:
            name: The name of the player.

        Returns:
            The link that resumes the seat.

        Raises:
            Refused: The server refuses, for example because the seat is taken.
            Unreachable: The server doesn't respond.
            QuartierError: The key has no seat here, and the link has no invitation.
        """
        if not self.key or self.position()["seat"] is None:
            if not self.link.invite:
                raise QuartierError(_NOT_YOURS)
            body = {"invite": self.link.invite, "name": name, "client_move_id": uuid4().hex}
            self.key = str(self._ask("POST", "/join", body)["secret"])
        return self.link.seat(self.key)

    def position(self) -> dict[str, Any]:
        """Fetch the present position.

        Returns:
            The JSON of the table as the seat sees it, with "version", "seat", "yours", "over" and "view".

        Raises:
            Refused: The server refuses.
            Unreachable: The server doesn't respond.
        """
        return self._ask("GET", "")

    def positions(self) -> Iterator[dict[str, Any]]:
        """Stream the present position and all that follow. It reconnects when the connection is lost.

        Yields:
            The JSON of the table, as `position` returns it. The iterator never ends.

        Raises:
            Refused: The server refuses.
            Unreachable: What responds isn't a Quartier server.
        """
        version, lost = None, 0
        while True:
            try:
                for answer in self._listen(version):
                    version, lost = answer["version"], 0
                    yield answer
            except (OSError, HTTPException) as error:
                self._wait(error, lost)
            lost += 1

    def play(self, version: int, move: str) -> bool:
        """Play a move.

        Args:
            version: The version of the position for which the move was chosen.
            move: The move in notation.

        Returns:
            Whether it was played; False if the table has a later version by now.

        Raises:
            Refused: The server refuses the move.
            Unreachable: The server doesn't respond.
        """
        body = {"version": version, "move": move, "client_move_id": uuid4().hex}
        try:
            self._ask("POST", "/moves", body)
        except Refused as refused:
            if refused.status != 409:
                raise
            return False
        return True

    def resign(self) -> None:
        """Resign the game.

        Raises:
            Refused: The server refuses.
            Unreachable: The server doesn't respond.
        """
        self._ask("POST", "/resign", {"client_move_id": uuid4().hex})

    def _listen(self, version: int | None) -> Iterator[dict[str, Any]]:
        headers = {} if version is None else {"Last-Event-ID": str(version)}
        with self._open("GET", "/stream", None, headers) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a request until there is a response. Commands carry an id, so a repeated one takes effect once."""
        patience = len(WAITS) if self._met else 2
        for lost in range(patience + 1):
            try:
                with self._open(method, path, body) as answer:
                    result: dict[str, Any] = json.load(answer)
                    self._met = True
                    return result
            except ValueError as error:
                raise Unreachable(_NO_QUARTIER, url=self.link.server, status=200) from error
            except (OSError, HTTPException) as error:
                if lost == patience:
                    reason = getattr(error, "reason", None) or error
                    raise Unreachable(_NOBODY, url=self.link.server, reason=str(reason)) from error
                self._wait(error, lost)
        raise AssertionError

    def _open(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str] | None = None
    ) -> Any:
        request = Request(f"{self.link.server}/api/v1{self._path}{path}", method=method)
        for name, value in {"Accept-Language": current(), **(headers or {})}.items():
            request.add_header(name, value)
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            return urlopen(request, timeout=SILENCE)
        except HTTPError as error:
            if error.code in RETRY_SECONDS:
                raise
            raise _error_of(error) from error

    def _wait(self, error: Exception, lost: int) -> None:
        seconds = WAITS[min(lost, len(WAITS) - 1)]
        retry_after = error.headers.get("Retry-After") if isinstance(error, HTTPError) else None
        if retry_after and retry_after.isdigit():
            seconds = max(seconds, float(retry_after))
        if lost:
            self._report(QuartierError(_LOST, seconds=round(seconds)).text())
        time.sleep(seconds)


def _error_of(error: HTTPError) -> QuartierError:
    try:
        message = json.loads(error.read())["error"]
        return Refused(error.code, str(message["code"]), str(message["text"]))
    except (ValueError, KeyError, TypeError):
        return Unreachable(_NO_QUARTIER, url=error.url, status=error.code)


def play(seat: RemoteSeat, bot: Bot, seed: int | None = None) -> dict[str, Any]:
    """Let a bot play a seat until the game ends.

    The bot gets the concealed position, as it does everywhere.

    Args:
        seat: The seat.
        bot: The bot.
        seed: The seed of the bot's random numbers; None for the operating system's entropy.

    Returns:
        The last position, as `RemoteSeat.position` returns it.

    Raises:
        QuartierError: The bot failed, or its move is illegal.
        Refused: The server refuses a request.
        Unreachable: What responds isn't a Quartier server.
    """
    dice = Dice(seed)
    for answer in seat.positions():
        if answer["over"] or answer["cancelled"]:
            return answer
        if answer["yours"]:
            state = load(answer["title"]).from_view(answer["view"])
            seat.play(answer["version"], _choose(bot, state, answer["seat"], dice))
    raise AssertionError


def _choose(bot: Bot, state: Any, seat: int, dice: Dice) -> str:
    try:
        move = bot.choose(state.copy(), seat, dice)
        state.copy().play(seat, move)
    except Exception as error:
        reason = error.text() if isinstance(error, QuartierError) else f"{type(error).__name__}: {error}"
        raise QuartierError(_FAILED, reason=reason) from error
    return move


_NO_LINK = N_("“{url}” isn’t a link to a table. It should end like this: /table/k7mwp3tq9x#join=…")
_NO_SECRET = N_(
    "This link isn’t for a seat. It should end in #join=… (an invitation) or #seat=… (your seat)."
)
_NOT_YOURS = N_("This link no longer works. Ask for a new invitation.")
_REFUSED = N_("The server says: {text}")
_NOBODY = N_("Can’t connect to {url}: {reason}")
_NO_QUARTIER = N_("The server at {url} isn’t a Quartier server, or it’s too old (status {status}).")
_LOST = N_("Connection lost. Retrying in {seconds} s.")
_FAILED = N_("The bot has crashed and won’t move: {reason}")
