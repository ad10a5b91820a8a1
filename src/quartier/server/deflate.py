"""Fast compression of what is sent: gzip (RFC 1952) from blocks of deflate (RFC 1951) that may be packed at other times."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Final

from isal import isal_zlib

GZIP_HEAD: Final = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Gzip, deflate, no time, no system."""
_TAIL: Final = struct.Struct("<LL")
_LEVEL, _WINDOW = 1, -15  # negative: no head


def compressor(window: bytes = b"") -> Any:
    """Return a compressor of raw deflate: the lowest level that looks back. zlib takes ten times as long at level 5.

    `window`: what comes before in the same document, to look back at.
    """
    return isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _WINDOW, zdict=window)


@dataclass(frozen=True)
class PackedBeginning:
    """The beginning of a document, packed once for all documents that begin so."""

    deflated: bytes
    crc: int
    size: int

    @classmethod
    def pack(cls, content: bytes) -> PackedBeginning:
        """Pack it, up to a whole byte."""
        packing = compressor()
        deflated = packing.compress(content) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
        return cls(deflated, isal_zlib.crc32(content), len(content))

    def gzip(self, rest: bytes) -> bytes:
        """Return the document with this rest as gzip."""
        packing = compressor()
        size = (self.size + len(rest)) & 0xFFFFFFFF
        tail = packing.compress(rest) + packing.flush() + _TAIL.pack(isal_zlib.crc32(rest, self.crc), size)
        return b"".join((GZIP_HEAD, self.deflated, tail))
