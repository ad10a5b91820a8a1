"""Request bodies of account routes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from quartier.server.http.bodies.tables import (
    Body,
    Name,
    SeatNumber,
    Text,
)

Password = Annotated[Text, Field(max_length=500)]
"""`passwords.validate_password` says what one may be; this only bounds its work."""
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
    """The new password, and the current one; empty after a recent login."""

    password: Password
    current: Password = ""


class NewNameBody(Body):
    """What a new account shall be called."""

    name: Name


class PasskeyNameBody(Body):
    """The name of a new account; empty if an account is signed in."""

    name: Name = ""


class PasskeyBody(Body):
    """What a device has answered, as `PublicKeyCredential.toJSON` gives it; a new name, or the present password."""

    credential: dict[str, Any]
    name: Name = ""
    current: Password = ""


class RemovePasskeyBody(Body):
    """Which passkey goes."""

    id: Annotated[Text, Field(max_length=1400)]
    current: Password = ""


class SureBody(Body):
    """The current password; empty after a recent login."""

    current: Password = ""


class LeaveBody(Body):
    """The name of the account that shall be deleted, and the present password; empty after signing in a moment ago."""

    name: Name
    current: Password = ""


Token = Annotated[Text, Field(min_length=1, max_length=100)]
MailAddress = Annotated[Text, Field(max_length=300)]


class AskBody(Body):
    """To whom a link is to be sent."""

    address: MailAddress


class MailAddressBody(AskBody):
    """The account's new e-mail address, and the current password; empty after a recent login."""

    current: Password = ""


class TokenBody(Body):
    """What stands behind the “#” of a link."""

    token: Token


class OpenBody(TokenBody):
    """The same, and a password that shall be; empty: the present one."""

    password: Password = ""


class ProgramNameBody(Body):
    """What a program shall be called at tables."""

    name: Name


class ProgramIdBody(Body):
    """Whose token shall open nothing any more."""

    id: Annotated[Text, Field(max_length=16)]


class RenameBody(Body):
    """The account's new name, and the current password; empty after a recent login."""

    name: Name
    current: Password = ""


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

    settings: Annotated[dict[Key, Annotated[Text, Field(max_length=3000)]], Field(max_length=40)]


class EmptyBody(Body):
    """There is nothing to say but the address: JSON all the same, which no form of another site can send."""


class LinkBody(Body):
    """Whose link is to be a new one."""

    seat: SeatNumber


class ProfileBody(Body):
    """Whether others see the profile."""

    hidden: bool
