"""A seat at a table of a server, for a bot: over the machine API (`/api/v1`), with the standard library alone.

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
"""Seconds without a sign of life after which a connection counts as lost; a server gives one every 15."""
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before a lost connection is tried again: ever longer, the last one for ever."""
AGAIN = (429, 500, 502, 503, 504)
"""Answers after which the same request may succeed."""
Tell = Callable[[str], None]


class Refused(QuartierError):
    """The server has refused something, in a sentence of its own. `status` as in HTTP, `code` for programs."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(_REFUSED, text=text)
        self.status, self.code = status, code


class Unreachable(QuartierError):
    """There is no server at an address, or none that answers."""


@dataclass(frozen=True)
class Link:
    """What a link to a table says: the server, the table, and an invitation or the secret of a seat."""

    server: str
    table: str
    invite: str = ""
    secret: str = ""

    @classmethod
    def read(cls, url: str) -> Link:
        """A link as a server gives it. QuartierError for other text."""
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
        """The link that continues on a seat."""
        return f"{self.server}/table/{self.table}#seat={secret}"


class RemoteSeat:
    """A seat that somebody plays from here; `key` opens it: its secret, or the token of a program."""

    def __init__(self, link: Link, key: str = "", tell: Tell = lambda said: None) -> None:
        self.link = link
        self.key = key or link.secret
        self._tell = tell
        self._path = f"/tables/{link.table}"
        self._met = False
        """The server has answered: if it is gone, it may come back."""

    def sit_down(self, name: str) -> str:
        """Take the seat of the invitation, unless the key opens one here; returns the link by which it is continued."""
        if not self.key or self.position()["seat"] is None:
            if not self.link.invite:
                raise QuartierError(_NOT_YOURS)
            said = {"invite": self.link.invite, "name": name, "client_move_id": uuid4().hex}
            self.key = str(self._ask("POST", "/join", said)["secret"])
        return self.link.seat(self.key)

    def position(self) -> dict[str, Any]:
        """The present position, as the seat knows it."""
        return self._ask("GET", "")

    def positions(self) -> Iterator[dict[str, Any]]:
        """The present position and all that follow, for ever; a lost connection is made anew."""
        version, lost = None, 0
        while True:
            try:
                for told in self._listen(version):
                    version, lost = told["version"], 0
                    yield told
            except (OSError, HTTPException) as error:
                self._wait(error, lost)
            lost += 1

    def play(self, version: int, move: str) -> bool:
        """Play a move in notation; False where the table has moved on meanwhile. Raises Refused."""
        said = {"version": version, "move": move, "client_move_id": uuid4().hex}
        try:
            self._ask("POST", "/moves", said)
        except Refused as refused:
            if refused.status != 409:
                raise
            return False
        return True

    def resign(self) -> None:
        """Give up."""
        self._ask("POST", "/resign", {"client_move_id": uuid4().hex})

    def _listen(self, version: int | None) -> Iterator[dict[str, Any]]:
        headers = {} if version is None else {"Last-Event-ID": str(version)}
        with self._open("GET", "/stream", None, headers) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def _ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask until there is an answer: the same command twice counts once."""
        patience = len(WAITS) if self._met else 2
        for lost in range(patience + 1):
            try:
                with self._open(method, path, said) as answer:
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
        self, method: str, path: str, said: dict[str, Any] | None, headers: dict[str, str] | None = None
    ) -> Any:
        request = Request(f"{self.link.server}/api/v1{self._path}{path}", method=method)
        for name, value in {"Accept-Language": current(), **(headers or {})}.items():
            request.add_header(name, value)
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        if said is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(said).encode()
        try:
            return urlopen(request, timeout=SILENCE)
        except HTTPError as error:
            if error.code in AGAIN:
                raise
            raise _refused(error) from error

    def _wait(self, error: Exception, lost: int) -> None:
        seconds = WAITS[min(lost, len(WAITS) - 1)]
        asked = error.headers.get("Retry-After") if isinstance(error, HTTPError) else None
        if asked and asked.isdigit():
            seconds = max(seconds, float(asked))
        if lost:
            self._tell(QuartierError(_LOST, seconds=round(seconds)).text())
        time.sleep(seconds)


def _refused(error: HTTPError) -> QuartierError:
    try:
        found = json.loads(error.read())["error"]
        return Refused(error.code, str(found["code"]), str(found["text"]))
    except (ValueError, KeyError, TypeError):
        return Unreachable(_NO_QUARTIER, url=error.url, status=error.code)


def play(seat: RemoteSeat, bot: Bot, seed: int | None = None) -> dict[str, Any]:
    """Let a bot play the seat until the game ends; the last position.

    The bot gets what it gets anywhere: the concealed position. QuartierError if it fails, or its move is none.
    """
    dice = Dice(seed)
    for told in seat.positions():
        if told["over"] or told["cancelled"]:
            return told
        if told["yours"]:
            known = load(told["title"]).from_view(told["view"])
            seat.play(told["version"], _chosen(bot, known, told["seat"], dice))
    raise AssertionError


def _chosen(bot: Bot, known: Any, seat: int, dice: Dice) -> str:
    try:
        move = bot.choose(known.copy(), seat, dice)
        known.copy().play(seat, move)
    except Exception as error:
        reason = error.text() if isinstance(error, QuartierError) else f"{type(error).__name__}: {error}"
        raise QuartierError(_FAILED, reason=reason) from error
    return move


_NO_LINK = N_("“{url}” leads to no table. A link to a table ends like /table/k7mwp3tq9x#join=…")
_NO_SECRET = N_(
    "This link opens no seat: behind the table stands #join=… for an invitation, or #seat=… for a seat."
)
_NOT_YOURS = N_("This link opens no seat any more. Ask for an invitation.")
_REFUSED = N_("The server says: {text}")
_NOBODY = N_("Nobody answers at {url}: {reason}")
_NO_QUARTIER = N_("What answers at {url} is no server of this game, or an older one (status {status}).")
_LOST = N_("The connection is lost. Trying again in {seconds} s.")
_FAILED = N_("The bot has failed, so its seat does not move: {reason}")
