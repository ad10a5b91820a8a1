"""Letters, by the SMTP server that the host has named."""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError, StartupError
from quartier.server.settings import Settings

SECONDS: Final = 20.0
"""For each step of the conversation."""
LONGEST: Final = 254
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


class Unsent(Exception):
    """A letter could not be handed over. `final`: it never will be."""

    def __init__(self, final: bool) -> None:
        super().__init__("final" if final else "later")
        self.final = final


@dataclass(frozen=True)
class PostOffice:
    """The host's SMTP server, and who the letters are from."""

    secure: bool
    host: str
    port: int
    user: str
    password: str
    sender: str

    def send(self, to: str, subject: str, text: str) -> None:
        """Hand a letter over. Raises Unsent."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self.sender.partition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            with self._connected() as server:
                server.send_message(letter)
        except smtplib.SMTPResponseException as error:
            raise Unsent(500 <= error.smtp_code < 600) from error
        except smtplib.SMTPRecipientsRefused as error:
            raise Unsent(all(code >= 500 for code, _ in error.recipients.values())) from error
        except (OSError, smtplib.SMTPException) as error:
            raise Unsent(False) from error

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            if not self.secure and self.host not in _HERE:  # passwords and links go over no open line
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            server.close()
            raise
        return server


_HERE = ("localhost", "127.0.0.1", "::1")


def post_office(settings: Settings) -> PostOffice | None:
    """None where the host has named no server for mail. Raises StartupError for what is none."""
    if not settings.mail:
        return None
    if (
        not settings.base_url
    ):  # links must lead here, whatever somebody who asks for one says of where that is
        raise StartupError(
            "mail", N_("Mail needs the public address of this server, too: name it with --base-url.")
        )
    try:
        parts = urlsplit(settings.mail)
        usual = {"smtps": 465, "smtp": 587}[parts.scheme]
        host, port = parts.hostname or "", parts.port or usual
    except (KeyError, ValueError) as error:
        raise StartupError("mail", _NO_SERVER) from error
    sender = settings.mail_from or unquote(parts.username or "")
    if not host or not is_address(sender):
        raise StartupError("mail", _NO_SERVER)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return PostOffice(parts.scheme == "smtps", host, port, user, password, sender)


_NO_SERVER = N_(
    "The mail server is named like smtps://user:password@mail.example.org, and --mail-from says who its letters are from."
)


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def must_be_address(text: str) -> str:
    """A mail address without what surrounds it. Raises DomainError 422."""
    text = text.strip()
    if not is_address(text):
        raise DomainError(422, "mail_address", N_("This is no mail address. It looks like ada@example.org."))
    return text
