"""What the server says about accounts. Nobody but its owner is told anything of an account."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from quartier.server.views.lobby.models import Summary
from quartier.server.views.models import TitleName


class SignedInAt(TypedDict):
    """A device on which the account is signed in."""

    id: str
    device: str
    """Browser and system; empty: unknown."""
    since: float
    """Seconds since 1970."""
    seen: float
    here: bool
    """It is the device that asks."""


class Passkey(TypedDict):
    id: str
    device: str
    """Where it was made."""
    since: float
    used: float


class Account(TypedDict):
    """An account, for its owner."""

    name: str
    has_password: bool
    codes: int
    """Recovery codes that were not used yet."""
    sessions: list[SignedInAt]
    passkeys: list[Passkey]
    settings: dict[str, str]
    """What the page shall be like on all devices."""


class Visitor(TypedDict):
    """Who asks: the account, null for a guest."""

    account: Account | None


class YourGames(TypedDict):
    """The account's tables, those that moved on last first."""

    games: list[Summary]
    archived: str | None
    """Which of them are archived, as the page has noted it in the settings."""


class OwnGames(YourGames):
    """The tables of the browser that asks, and of the account that is signed in there."""

    account: str | None
    """The account's name."""
    guest: list[str]
    """The tables at which the browser has seats as a guest, or that it has opened."""
    levels: dict[str, str]
    """By title, the bot level at which the player wins about half of the games; not before the third one."""


class PlayedGame(TypedDict):
    """A finished game of the account."""

    id: str
    title: TitleName
    at: float
    """When it was over; seconds since 1970."""
    outcome: Literal["won", "tied", "lost", "solo"]
    opponents: list[str]
    score: int


class PlayedGames(TypedDict):
    """The account's finished games, the last one first."""

    games: list[PlayedGame]


class PasskeyAsked(TypedDict):
    """What a device shall sign, as `PublicKeyCredential.parse…OptionsFromJSON` reads it."""

    options: object


class RecoveryCodes(TypedDict):
    """Shown this once."""

    codes: list[str]


class TransferredSeats(TypedDict):
    """The seats that the account has at a table now."""

    seats: list[int]


class NewLink(TypedDict):
    """A seat's new secret."""

    secret: str


class NewToken(TypedDict):
    """A program's token, shown this once."""

    shown: str


class Accepted(TypedDict):
    """It is done, and there is nothing more to say."""
