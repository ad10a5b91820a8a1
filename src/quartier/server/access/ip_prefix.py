"""IP prefixes: what counts as one address.

A connection to the net has one IPv4 address, or an IPv6 network of /64, /56 or /48, and the server can’t tell which. So an
IPv6 address counts as its /64 prefix, and where many attempts are an attack also as the wider ones, with higher limits.
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

IPV6_PREFIX_BITS = 64
"""Bits of an IPv6 address that one connection to the net has for itself at least."""
BAN_PREFIX_BITS = 56
"""Bits of the net that most providers give to a household: a ban of an IPv6 address is one of this net."""
WIDER_PREFIXES = ((BAN_PREFIX_BITS, 4), (48, 16))
"""Bits of the nets that providers also give to one connection, and how many times as much as a /64 prefix each may do."""


def network_prefix(host: str) -> str:
    """Return what one internet connection has for itself: an IPv4 address, or an IPv6 /64 prefix."""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket, a test
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def prefixes(address: str) -> list[tuple[str, int]]:
    """Return the prefixes that an address (of `network_prefix`) counts for, narrowest first, with factors of the limit."""
    try:
        network = IPv6Network(address)
    except ValueError:
        return [(address, 1)]
    wider = [(str(network.supernet(new_prefix=bits)), factor) for bits, factor in WIDER_PREFIXES]
    return [(address, 1), *wider]


def prefix_to_ban(text: str) -> str:
    """Return the prefix that a ban of an address is for; of an IPv6 network of /64, /56 or /48 itself. Raises ValueError."""
    address, slash, _ = text.partition("/")
    if slash:
        network = IPv6Network(text, strict=False)
        if network.prefixlen not in (IPV6_PREFIX_BITS, *(bits for bits, _ in WIDER_PREFIXES)):
            raise ValueError(text)
        return str(network)
    return connection_prefix(network_prefix(str(ip_address(address))))


def connection_prefix(prefix: str) -> str:
    """Return what one internet connection usually has: an IPv4 address, or the /56 prefix of a /64 prefix."""
    return next((wider for wider, _ in prefixes(prefix) if wider.endswith(f"/{BAN_PREFIX_BITS}")), prefix)


def is_loopback(prefix: str) -> bool:
    """Return whether an address (of `network_prefix`) is of this machine: then it says nothing about who is behind it."""
    try:
        return ip_network(prefix).is_loopback or prefix == str(
            ip_network(("::1", IPV6_PREFIX_BITS), strict=False)
        )
    except ValueError:
        return True
