"""Memory of streams: none has a compressor, unread ones end, and free memory goes back to the system."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import zlib

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from quartier.server.http.middleware import connections
from quartier.server.settings import Settings
from quartier.server.sse.event_stream import PIECE_SIZE, pieces
from quartier.server.sse.gzip_stream import GzipStream

from .harness import TIMEOUT, wait_until

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


STREAMS = """
from pathlib import Path
from quartier.server.deflate import compressor
from quartier.server.sse.gzip_stream import GzipStream

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

def growth(make):
    before = resident()
    kept = [make() for _ in range(300)]
    return resident() - before

def stream():
    result = GzipStream()
    result(VIEW)
    return result

def open_compressor():
    result = compressor()
    result.compress(VIEW)
    return result

VIEW = bytes(range(256)) * 1000
streams, compressors = growth(stream), growth(open_compressor)
assert streams < 0.75 * compressors, (streams, compressors)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory of a process")
def test_an_open_stream_takes_less_memory_than_a_compressor() -> None:
    result = subprocess.run([sys.executable, "-c", STREAMS], capture_output=True, text=True, timeout=TIMEOUT)
    assert result.returncode == 0, result.stderr


def test_a_message_after_a_long_silence_is_packed_as_well_as_one_at_once() -> None:
    """The packed history isn't lost where players think for longer than the interval of signs of life."""
    patches = [f"{number} ".encode() + b"".join(b"%d," % (i * i) for i in range(3000)) for number in range(4)]

    def packed_size(silence: int) -> int:
        pack, unpack, size = GzipStream(), zlib.decompressobj(zlib.MAX_WBITS | 16), 0
        for patch in patches:
            packed = pack(patch)
            assert unpack.decompress(packed) == patch
            size = len(packed)
            for _ in range(silence):
                assert unpack.decompress(pack(b": still here\n\n")) == b": still here\n\n"
        return size

    assert packed_size(10) < 1.1 * packed_size(0)
    assert packed_size(0) < len(GzipStream()(patches[0])) / 10


def test_a_client_that_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.2)

    async def send_forever(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while server.server_state.connections:
            await send({"type": "http.response.body", "body": bytes(500_000), "more_body": True})

    protocol = connections.limited_protocol(Settings(), 100)
    server = uvicorn.Server(uvicorn.Config(send_forever, http=protocol, lifespan="off", log_config=None))
    with socket.create_server(("127.0.0.1", 0)) as listening, socket.socket() as unread:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        unread.connect(listening.getsockname())
        unread.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        wait_until(lambda: server.server_state.connections)
        wait_until(lambda: not server.server_state.connections)
        server.should_exit = True
        thread.join(TIMEOUT)
    assert not thread.is_alive()
