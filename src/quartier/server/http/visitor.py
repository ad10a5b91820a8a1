"""Who asks, where nobody has a seat yet."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request

HOUSEHOLD = 64
"""Bits of an IPv6 address that one connection to the net has for itself."""


def visitor_of(request: Request) -> str:
    """A visitor as far as one can be told without an account: by the network address."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket, a test
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, HOUSEHOLD), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
