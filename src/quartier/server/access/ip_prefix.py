"""IP prefixes: what counts as one address."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

IPV6_PREFIX_BITS = 64
"""Bits of an IPv6 address that one connection to the net has for itself."""


def network_prefix(host: str) -> str:
    """Return what one internet connection has for itself: an IPv4 address, or an IPv6 /64 prefix."""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket, a test
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
