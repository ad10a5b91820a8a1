"""Outbound address checks against SSRF: HTTPS to public addresses of the internet, never to the host's own network, whatever
a name resolves to today or later.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

MAX_URL_LENGTH = 1000
"""Characters of an address."""
_ASSIGNED = IPv6Network("2000::/3")
"""All of IPv6 that leads anywhere in public. What is written in other parts are addresses of IPv4, of links and of homes."""
_TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))
"""Parts of it that lead to an address of IPv4 by way of others: Teredo, 6to4."""

Lookup = Callable[[str, int], list[str]]
"""The addresses that a name has."""


@dataclass(frozen=True)
class Destination:
    """A resolved URL: what goes into the request, and the one network address to connect to."""

    secure: bool
    host: str
    port: int
    path: str
    address: str

    @property
    def origin(self) -> str:
        default_port = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return (
            f"http{'s' if self.secure else ''}://{host}{'' if self.port == default_port else f':{self.port}'}"
        )


def lookup(host: str, port: int) -> list[str]:
    """Return the addresses of a host name, from the system's resolver."""
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def resolve(url: str, anywhere: bool = False, look: Lookup = lookup) -> Destination:
    """Resolve a URL. Its name is looked up once, and the connection goes to the address found here.

    Args:
        url: The URL.
        anywhere: Also allow this machine, and plain HTTP; for tests.
        look: The resolver.

    Raises:
        DomainError: 422 if the URL is invalid, unknown, or leads to a private address.
    """
    secure, host, port, path = _read(url, anywhere)
    try:
        resolved = look(host, port)
    except (OSError, UnicodeError) as error:
        raise DomainError(422, "unreachable", N_("This address doesn’t exist.")) from error
    if not resolved or not (anywhere or all(map(is_public, resolved))):
        raise _private_address_error()
    return Destination(secure, host, port, path, resolved[0])


def validate_public_url(url: str, anywhere: bool = False) -> None:
    """Raise DomainError 422 for a URL that can't be public, as far as its text tells."""
    _, host, _, _ = _read(url, anywhere)
    if anywhere:
        return
    try:
        number = ip_address(host.partition("%")[0])
    except ValueError:
        if "." not in host.rstrip(".") or host.rstrip(".").rpartition(".")[2] in _PRIVATE_SUFFIXES:
            raise _private_address_error() from None
        return
    if not is_public(str(number)):
        raise _private_address_error()


_PRIVATE_SUFFIXES = {"localhost", "local", "internal", "lan", "home", "arpa"}
"""Ends of names that are no one's in public."""


def _read(url: str, anywhere: bool) -> tuple[bool, str, int, str]:
    """Whether it is by TLS, host, port and path."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError as error:  # UnicodeError is one
        raise _invalid_url_error() from error
    schemes = ("https", "http") if anywhere else ("https",)
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MAX_URL_LENGTH
    if parts.scheme not in schemes or not host or parts.username is not None or not plain:
        raise _invalid_url_error()
    secure = parts.scheme == "https"
    path = parts.path or "/"
    return secure, host, port or (443 if secure else 80), f"{path}?{parts.query}" if parts.query else path


def is_public(address: str) -> bool:
    """Return whether an address is public: not this machine's, its network's, or unassigned."""
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv4Address):
        return number.is_global and not number.is_multicast
    return _is_public(number)


def _is_public(number: IPv6Address) -> bool:
    if number.ipv4_mapped is not None:
        return is_public(str(number.ipv4_mapped))
    return number in _ASSIGNED and number.is_global and not any(number in tunnel for tunnel in _TUNNELS)


def _invalid_url_error() -> DomainError:
    text = N_("Invalid URL. It must start with https:// and name a server.")
    return DomainError(422, "address", text)


def _private_address_error() -> DomainError:
    text = N_("This address isn’t public, so nothing can be sent there.")
    return DomainError(422, "private_address", text)
