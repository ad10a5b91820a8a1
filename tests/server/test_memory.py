"""Memory of streams: idle streams have no compressor, and free memory goes back to the system."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from quartier.server.sse.event_stream import PIECE_SIZE, EventStream, pieces
from quartier.server.sse.gzip_stream import GzipStream

from .harness import TIMEOUT, me, open_table, quiet, running

RELEASE = """
from pathlib import Path
from quartier.server.memory import release_free_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

blocks = [bytearray(100_000) for _ in range(2000)]
kept = blocks[::50]  # the heap can't shrink from its end alone
full = resident()
del blocks
release_free_memory()
assert resident() < full / 2, (full, resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory of a process")
def test_free_memory_goes_back_to_the_system() -> None:
    result = subprocess.run([sys.executable, "-c", RELEASE], capture_output=True, text=True, timeout=TIMEOUT)
    assert result.returncode == 0, result.stderr


def test_a_chunk_is_handed_to_the_connection_in_pieces() -> None:
    chunk = bytes(range(256)) * 1000
    parts = [*pieces(chunk)]
    assert b"".join(parts) == chunk
    assert max(map(len, parts)) == PIECE_SIZE
    assert [*pieces(b"x")] == [b"x"]


def test_an_idle_stream_keeps_no_compressor_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams: list[EventStream] = []
    chunks = EventStream.chunks
    monkeypatch.setattr(
        EventStream, "chunks", lambda self, keep_alive: streams.append(self) or chunks(self, keep_alive)
    )
    with running(quiet(tmp_path / "games.db", keep_alive=0.3)) as server:
        ada = open_table(server.url, me("Ada"), me("Bob"))
        with ada.client.stream("GET", f"{ada.path}/stream", headers={"Accept-Encoding": "gzip"}) as stream:
            packed = b""
            unpack = zlib.decompressobj(zlib.MAX_WBITS | 16)
            text = b""
            for packed in stream.iter_raw():
                text += unpack.decompress(packed)
                if b"still here" in text:
                    break
        assert b"event: view" in text
    pack = streams[0]._pack
    assert isinstance(pack, GzipStream)
    assert pack._compressor is None
