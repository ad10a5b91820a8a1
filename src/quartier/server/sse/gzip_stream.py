"""gzip for a stream, which remembers what it sent only while that is worth its memory."""

from __future__ import annotations

import struct
from typing import Any

from isal import isal_zlib

_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""RFC 1952: gzip, deflate, no time, no system."""
_STORED = struct.Struct("<BHH")
"""RFC 1951, 3.2.4: not the last block, stored; its length, and that length's complement."""


class GzipStream:
    """A View is 350 kB of text that repeats itself, and 13 kB packed; a patch 30 kB, and 3 kB.

    Each chunk is flushed, so that it can be read at once. The lowest level that looks back at what was sent before, in the
    least memory: 70 kB. zlib takes six times as long for the same bytes. After `forget` that memory is free, and what
    follows looks back at nothing: since every chunk ends with a whole byte, the client's end of it sees no difference.
    """

    LEVEL, WINDOW, MEMORY = 1, -15, 1  # negative: no head, it has been sent
    SMALL = 256
    """Bytes that need no packing: signs of life, and who came or went."""

    def __init__(self) -> None:
        self._begun = False
        self._packing: Any = None

    def __call__(self, chunk: bytes) -> bytes:
        begin, self._begun = b"" if self._begun else _HEAD, True
        return begin + self._packed(chunk)

    def forget(self) -> None:
        """Free the memory, whenever nothing is being packed."""
        self._packing = None

    def _packed(self, chunk: bytes) -> bytes:
        if self._packing is None:
            if len(chunk) <= self.SMALL:
                return _STORED.pack(0, len(chunk), len(chunk) ^ 0xFFFF) + chunk
            self._packing = isal_zlib.compressobj(self.LEVEL, isal_zlib.DEFLATED, self.WINDOW, self.MEMORY)
        packed: bytes = self._packing.compress(chunk) + self._packing.flush(isal_zlib.Z_SYNC_FLUSH)
        return packed


class PlainStream:
    """For a client that cannot unpack."""

    def __call__(self, chunk: bytes) -> bytes:
        return chunk

    def forget(self) -> None:
        """There is nothing."""
