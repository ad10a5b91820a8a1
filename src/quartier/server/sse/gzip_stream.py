"""gzip compression of a stream, whose window is freed when it is not worth its memory."""

from __future__ import annotations

import struct
from typing import Any

from isal import isal_zlib

_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""RFC 1952: gzip, deflate, no time, no system."""
_STORED = struct.Struct("<BHH")
"""RFC 1951, 3.2.4: not the last block, stored; its length, and that length's complement."""


class GzipStream:
    """Compresses chunks: a View of 350 kB to 13 kB, a patch of 30 kB to 3 kB.

    Each chunk is flushed, so that it can be read at once. The lowest level that looks back at what was sent before,
    in the least memory: 70 kB. zlib takes six times as long for the same bytes. After `forget` that memory is free,
    and what follows looks back at nothing: since every chunk ends with a whole byte, the client sees no difference.
    """

    LEVEL, WINDOW, MEMORY = 1, -15, 1  # negative: no head, it has been sent
    SMALL = 256
    """Bytes that need no packing: signs of life, and who came or went."""

    def __init__(self) -> None:
        self._started = False
        self._compressor: Any = None

    def __call__(self, chunk: bytes) -> bytes:
        begin, self._started = b"" if self._started else _HEAD, True
        return begin + self._compress(chunk)

    def forget(self) -> None:
        """Free the memory, whenever nothing is being packed."""
        self._compressor = None

    def _compress(self, chunk: bytes) -> bytes:
        if self._compressor is None:
            if len(chunk) <= self.SMALL:
                return _STORED.pack(0, len(chunk), len(chunk) ^ 0xFFFF) + chunk
            self._compressor = isal_zlib.compressobj(self.LEVEL, isal_zlib.DEFLATED, self.WINDOW, self.MEMORY)
        packed: bytes = self._compressor.compress(chunk) + self._compressor.flush(isal_zlib.Z_SYNC_FLUSH)
        return packed


class PlainStream:
    """Passes chunks on to a client without gzip."""

    def __call__(self, chunk: bytes) -> bytes:
        return chunk

    def forget(self) -> None:
        """There is nothing."""
