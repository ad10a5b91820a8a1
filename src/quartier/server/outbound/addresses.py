"""Where this server may send something that somebody has asked for: by HTTPS to public addresses of the internet, and never
to a machine of the host's own network, whatever a name says today or the next time that it is asked for.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from quartier.core.text.languages import N_
from quartier.server.errors import DomainError

LONGEST = 1000
"""Characters of an address."""
_ASSIGNED = IPv6Network("2000::/3")
"""All of IPv6 that leads anywhere in public. What is written in other parts are addresses of IPv4, of links and of homes."""
_TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))
"""Parts of it that lead to an address of IPv4 by way of others: Teredo, 6to4."""

Lookup = Callable[[str, int], list[str]]
"""The addresses that a name has."""


@dataclass(frozen=True)
class Place:
    """Where an address leads: what is said to the server there, and the one address of the network at which it is asked."""

    secure: bool
    host: str
    port: int
    path: str
    address: str

    @property
    def origin(self) -> str:
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}{'' if self.port == usual else f':{self.port}'}"


def lookup(host: str, port: int) -> list[str]:
    """As the system knows it."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def place(url: str, anywhere: bool = False, look: Lookup = lookup) -> Place:
    """Where a URL leads now. The name is looked up once: whoever connects does so to the address that was found here.

    `anywhere`: also to this machine, and without TLS, for tests. Raises DomainError 422.
    """
    secure, host, port, path = _read(url, anywhere)
    try:
        found = look(host, port)
    except (OSError, UnicodeError) as error:
        raise DomainError(422, "unreachable", N_("This address does not exist.")) from error
    if not found or not (anywhere or all(map(is_public, found))):
        raise _private()
    return Place(secure, host, port, path, found[0])


def must_look_public(url: str, anywhere: bool = False) -> None:
    """That a URL may lead to a public address, as far as its text tells. Raises DomainError 422."""
    _, host, _, _ = _read(url, anywhere)
    if anywhere:
        return
    try:
        number = ip_address(host.partition("%")[0])
    except ValueError:
        if "." not in host.rstrip(".") or host.rstrip(".").rpartition(".")[2] in _OWN:
            raise _private() from None
        return
    if not is_public(str(number)):
        raise _private()


_OWN = {"localhost", "local", "internal", "lan", "home", "arpa"}
"""Ends of names that are no one's in public."""


def _read(url: str, anywhere: bool) -> tuple[bool, str, int, str]:
    """Whether it is by TLS, host, port and path."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError as error:  # UnicodeError is one
        raise _no_address() from error
    schemes = ("https", "http") if anywhere else ("https",)
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if parts.scheme not in schemes or not host or parts.username is not None or not plain:
        raise _no_address()
    secure = parts.scheme == "https"
    path = parts.path or "/"
    return secure, host, port or (443 if secure else 80), f"{path}?{parts.query}" if parts.query else path


def is_public(address: str) -> bool:
    """Whether an address of the network is one of the internet: not of this machine, its network, or nobody."""
    number = ip_address(address.partition("%")[0])
    if isinstance(number, IPv4Address):
        return number.is_global and not number.is_multicast
    return _is_public(number)


def _is_public(number: IPv6Address) -> bool:
    if number.ipv4_mapped is not None:
        return is_public(str(number.ipv4_mapped))
    return number in _ASSIGNED and number.is_global and not any(number in tunnel for tunnel in _TUNNELS)


def _no_address() -> DomainError:
    text = N_("This is no address that can be used: it has to begin with https:// and name a server.")
    return DomainError(422, "address", text)


def _private() -> DomainError:
    text = N_("This address is not one of the internet, so nothing is sent there.")
    return DomainError(422, "private_address", text)
