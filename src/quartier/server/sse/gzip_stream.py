"""gzip compression of a stream that keeps no compressor between its messages."""

from __future__ import annotations

import struct

from isal import isal_zlib

from quartier.server.deflate import GZIP_HEAD, compressor

WINDOW_SIZE = 32 * 1024
"""How far deflate looks back (RFC 1951)."""
_STORED = struct.Struct("<BHH")
"""RFC 1951, 3.2.4: not the last block, stored; its length, and that length's complement."""


class GzipStream:
    """Compresses chunks: a View of 350 kB to 13 kB, a patch of 30 kB to 3 kB.

    Each chunk is flushed, so that it can be read at once, and has a compressor of its own, which begins with what was
    sent last: so it looks back as far as one that had compressed all, and its 105 kB are free again at once. After
    `forget` what was sent is forgotten, too, and the next chunk looks back at nothing: the client sees no difference.
    """

    SMALL = 256
    """Bytes that need no packing: signs of life, and who came or went."""

    def __init__(self) -> None:
        self._started = False
        self._window = b""
        """What was sent last."""

    def __call__(self, chunk: bytes) -> bytes:
        begin, self._started = b"" if self._started else GZIP_HEAD, True
        packed = self._compress(chunk)
        self._window = (self._window + chunk[-WINDOW_SIZE:])[-WINDOW_SIZE:]
        return begin + packed

    def forget(self) -> None:
        """Free the memory, whenever nothing is being packed."""
        self._window = b""

    def _compress(self, chunk: bytes) -> bytes:
        if len(chunk) <= self.SMALL:
            return _STORED.pack(0, len(chunk), len(chunk) ^ 0xFFFF) + chunk
        packing = compressor(self._window)
        packed: bytes = packing.compress(chunk) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
        return packed


class PlainStream:
    """Passes chunks on to a client without gzip."""

    def __call__(self, chunk: bytes) -> bytes:
        return chunk

    def forget(self) -> None:
        """There is nothing."""
