"""Memory of streams: none has a compressor, unread ones end, and free memory goes back to the system."""

from __future__ import annotations

import gc
import socket
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from quartier.core.drawing import svg
from quartier.server import memory
from quartier.server.http.middleware import connections
from quartier.server.memory import MemoryRelease
from quartier.server.settings import Settings
from quartier.server.sse.event_stream import PIECE_SIZE, EventStream, pieces
from quartier.server.sse.gzip_stream import GzipStream
from quartier.server.views.patches import Patches

from .harness import TIMEOUT, Player, Running, me, open_table, wait_until

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


def _table_stream(player: Player) -> HTTPConnection:
    """Return a connection whose stream has sent its first patch."""
    connection = HTTPConnection(player.client.base_url.netloc.decode(), timeout=TIMEOUT)
    headers = {"Authorization": f"Bearer {player.secret}", "Accept-Encoding": "gzip"}
    connection.request("GET", f"{player.path}/stream?form=fragments&lang=en", headers=headers)
    connection.getresponse().read1(1000)
    return connection


def _alive(kind: type) -> int:
    return sum(isinstance(thing, kind) for thing in gc.get_objects())


@pytest.fixture
def no_collection() -> Iterator[None]:
    """The garbage collector does not run by itself, as for hours on a server (`gc_tuning`)."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
def test_a_closed_stream_leaves_nothing_of_what_it_sent(server: Running) -> None:
    player, hub = open_table(server.url, me("Ada"), me("Bea")), server.services.hub
    connection = _table_stream(player)
    wait_until(lambda: hub.acked_versions() == {player.table: player.view()["version"]})
    connection.close()
    wait_until(lambda: not hub.streams)
    assert not any(patches._numbers for patches in gc.get_objects() if isinstance(patches, Patches))
    assert not any(stream._window for stream in gc.get_objects() if isinstance(stream, GzipStream))


@pytest.mark.usefixtures("no_collection")
def test_what_a_crowd_needed_is_released_when_it_has_left(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MIN_CLOSED_STREAMS", 3)
    services, player = server.services, open_table(server.url, me("Ada"), me("Bea"))
    release = MemoryRelease(services.hub, services.clear_caches)
    connections = [_table_stream(player) for _ in range(3)]
    release.run()
    assert (_alive(EventStream), services.tables.cache.get(player.table) is not None) == (3, True)
    for connection in connections:
        connection.close()
    wait_until(lambda: services.hub.closed_streams == 3)
    before = svg._attribute.cache_info().currsize
    release.run()
    assert _alive(EventStream) == 0
    assert services.tables.cache.get(player.table) is None
    assert svg._attribute.cache_info().currsize < before
    assert player.view()["version"], "it is loaded again"
