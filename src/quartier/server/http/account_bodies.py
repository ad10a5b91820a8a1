"""What requests about accounts may say."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from quartier.server.http.bodies import Body, Name, SeatNumber, Text

Password = Annotated[Text, Field(max_length=500)]
"""`passwords.must_be_good` says what one may be; this only bounds its work."""
Key = Annotated[Text, Field(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9._]*$")]


class PasswordBody(Body):
    """A name and its password: to make an account, or to sign in."""

    name: Name
    password: Password


class RecoverBody(Body):
    """A name, one of its recovery codes, and the password that shall be."""

    name: Name
    code: Annotated[Text, Field(max_length=60)]
    password: Password


class ChangePasswordBody(Body):
    """The password that shall be, and the present one; empty where somebody has signed in a moment ago."""

    password: Password
    current: Password = ""


class SureBody(Body):
    """The present password; empty where somebody has signed in a moment ago."""

    current: Password = ""


class RenameBody(Body):
    """What the account shall be called."""

    name: Name


class EndBody(Body):
    """Which session ends; none: all but this one."""

    id: Annotated[Text, Field(max_length=16)] | None = None


class SignOutBody(Body):
    """`forget`: also the device's seats as a guest, at these tables."""

    forget: bool = False
    tables: Annotated[
        list[Annotated[Text, Field(max_length=16, pattern=r"^[a-z0-9]+$")]], Field(max_length=60)
    ] = Field(default_factory=list)


class SettingsBody(Body):
    """What the page shall be like, by names that only the page knows."""

    settings: Annotated[dict[Key, Annotated[Text, Field(max_length=60)]], Field(max_length=40)]


class KeepBody(Body):
    """Move the device's seats into the account."""


class LinkBody(Body):
    """Whose link is to be a new one."""

    seat: SeatNumber
