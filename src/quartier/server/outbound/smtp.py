"""E-mail by the SMTP server that the host has configured."""

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
MAX_ADDRESS_LENGTH: Final = 254
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


class DeliveryError(Exception):
    """An e-mail could not be handed over; `permanent`: it never will be."""

    def __init__(self, permanent: bool) -> None:
        super().__init__("final" if permanent else "later")
        self.permanent = permanent


@dataclass(frozen=True)
class Mailer:
    """Sends e-mail by the host's SMTP server."""

    secure: bool
    host: str
    port: int
    user: str
    password: str
    sender: str

    def send(self, to: str, subject: str, text: str) -> None:
        """Send an e-mail. Raises DeliveryError."""
        email = EmailMessage()
        email["From"], email["To"], email["Subject"] = self.sender, to, subject
        email["Date"], email["Message-ID"] = formatdate(), make_msgid(domain=self.sender.partition("@")[2])
        email["Auto-Submitted"] = "auto-generated"
        email.set_content(text)
        try:
            with self._connect() as server:
                server.send_message(email)
        except smtplib.SMTPResponseException as error:
            raise DeliveryError(500 <= error.smtp_code < 600) from error
        except smtplib.SMTPRecipientsRefused as error:
            raise DeliveryError(all(code >= 500 for code, _ in error.recipients.values())) from error
        except (OSError, smtplib.SMTPException) as error:
            raise DeliveryError(False) from error

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.secure:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        try:
            if not self.secure and self.host not in _LOCAL_HOSTS:  # passwords and links go over no open line
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
        except BaseException:
            server.close()
            raise
        return server


_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


def open_mailer(settings: Settings) -> Mailer | None:
    """Return the configured mailer; None without one. Raises StartupError if the configuration is invalid."""
    if not settings.mail:
        return None
    if not settings.base_url:  # links must lead here, regardless of the Host header of the request
        raise StartupError("mail", N_("Email also requires the server’s public URL. Set it with --base-url."))
    try:
        parts = urlsplit(settings.mail)
        default_port = {"smtps": 465, "smtp": 587}[parts.scheme]
        host, port = parts.hostname or "", parts.port or default_port
    except (KeyError, ValueError) as error:
        raise StartupError("mail", _NO_SERVER) from error
    sender = settings.mail_from or unquote(parts.username or "")
    if not host or not is_address(sender):
        raise StartupError("mail", _NO_SERVER)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mailer(parts.scheme == "smtps", host, port, user, password, sender)


_NO_SERVER = N_(
    "Set --mail to a URL such as smtps://user:password@mail.example.org, and --mail-from to the sender’s "
    "address."
)


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None


def validate_address(text: str) -> str:
    """Return an e-mail address without surrounding space. Raises DomainError 422."""
    text = text.strip()
    if not is_address(text):
        raise DomainError(422, "mail_address", N_("Enter an email address, such as ada@example.org."))
    return text
