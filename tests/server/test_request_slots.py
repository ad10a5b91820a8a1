"""Each address has a few requests running at the same time: one visitor on hundreds of connections starves no other."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from quartier.server.access import request_slots
from quartier.server.access.request_slots import RequestSlots
from quartier.server.errors import TooManyRequests
from quartier.server.limits import UNLIMITED, Limits, Quota
from quartier.server.views.table_view import Views
from quartier.server.workers.hints import HintService

from .harness import FRIEND, TIMEOUT, Player, Running, me, open_table, quiet, run_async, running, wait_until

TWO = Limits(requests=Quota(UNLIMITED, 2))
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


class Gate:
    """Views wait here until the gate opens; counts those that are being made."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._lock = threading.Lock()
        self.running, self.most, self.calls = 0, 0, 0

    def open(self) -> None:
        self._open.set()

    def __call__(self, view: Any) -> Any:
        def wait_and_view(*args: Any) -> Any:
            with self._lock:
                self.calls += 1
                self.running += 1
                self.most = max(self.most, self.running)
            self._open.wait(TIMEOUT)
            with self._lock:
                self.running -= 1
            return view(*args)

        return wait_and_view


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Views are made only while it is open."""
    gate = Gate()
    monkeypatch.setattr(Views, "gzip_view", gate(Views.gzip_view))
    yield gate
    gate.open()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Running]:
    """A server where two requests of an address run at the same time."""
    with running(quiet(tmp_path / "games.db", limits=TWO)) as server:
        yield server


def _view(server: Running, ada: Player, address: str = HERE) -> int:
    """Get the table from an address; the status of the answer."""
    with httpx.Client(
        transport=httpx.HTTPTransport(local_address=address), cookies=ada.client.cookies, timeout=TIMEOUT
    ) as client:
        return client.get(f"{server.url}{ada.path}").status_code


def test_the_requests_of_one_address_wait_for_each_other_and_no_one_elses(small: Running, gate: Gate) -> None:
    ada = open_table(small.url, me(), FRIEND)
    slots = small.services.request_slots
    with ThreadPoolExecutor(20) as pool:
        greedy = [pool.submit(_view, small, ada) for _ in range(12)]
        wait_until(lambda: slots.queue_length(HERE) == 10)
        other = pool.submit(_view, small, ada, ELSEWHERE)
        wait_until(lambda: gate.running == 3)
        gate.open()
        assert {answer.result(TIMEOUT) for answer in [*greedy, other]} == {200}
    assert gate.most == 3
    assert slots.queue_length(HERE) == 0
    assert slots.is_free(HERE)


def test_a_request_whose_client_has_gone_is_not_answered(small: Running, gate: Gate) -> None:
    ada = open_table(small.url, me(), FRIEND)
    slots = small.services.request_slots
    host, port = small.url.removeprefix("http://").split(":")
    with ThreadPoolExecutor(20) as pool:
        blocking = [pool.submit(_view, small, ada) for _ in range(2)]
        wait_until(lambda: gate.running == 2)
        for _ in range(5):
            with socket.create_connection((host, int(port)), TIMEOUT) as connection:
                head = f"GET {ada.path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
                connection.sendall(head.encode())
        wait_until(lambda: slots.queue_length(HERE) == 5)
        gate.open()
        assert {answer.result(TIMEOUT) for answer in blocking} == {200}
    wait_until(lambda: slots.queue_length(HERE) == 0 and slots.is_free(HERE))
    assert gate.calls == 2


def test_a_stream_takes_no_slot_while_it_is_open(small: Running) -> None:
    ada = open_table(small.url, me(), FRIEND)
    streams = []
    for _ in range(4):
        context = ada.client.stream("GET", f"{ada.path}/stream")
        streams.append(context)
        assert context.__enter__().status_code == 200
    assert ada.client.get("/health").status_code == 200
    for context in streams:
        context.__exit__(None, None, None)


def test_a_request_that_waits_for_a_bot_takes_no_slot(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = open_table(small.url, me(), FRIEND)
    pending = [SimpleNamespace(coming=Future[Any]()) for _ in range(3)]
    sent: list[Any] = []
    monkeypatch.setattr(HintService, "ask", lambda *_: sent.append(pending[len(sent)]) or sent[-1])
    with ThreadPoolExecutor(3) as pool:
        for _ in pending:
            pool.submit(ada.client.post, f"{ada.path}/hint", json={"seat": 0, "version": 1})
        wait_until(lambda: len(sent) == 3)
        assert ada.client.get("/health").status_code == 200
        for hint in pending:
            hint.coming.cancel()


def test_an_address_has_an_end_to_its_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_slots, "MAX_QUEUED", 1)

    async def fill() -> None:
        slots = RequestSlots(Limits(requests=Quota(UNLIMITED, 1)))
        await slots.acquire(HERE)
        second = asyncio.create_task(slots.acquire(HERE))
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await slots.acquire(HERE)
        await slots.acquire(ELSEWHERE)
        slots.release(HERE)
        await second
        slots.release(HERE)
        assert slots.is_free(HERE)

    run_async(fill())


def test_a_cancelled_request_leaves_its_place_to_the_next() -> None:
    async def cancel() -> None:
        slots = RequestSlots(Limits(requests=Quota(UNLIMITED, 1)))
        await slots.acquire(HERE)
        second, third = (asyncio.create_task(slots.acquire(HERE)) for _ in range(2))
        await asyncio.sleep(0)
        slots.release(HERE)
        second.cancel()  # the slot has just been handed to it
        await third
        assert slots.queue_length(HERE) == 0
        fourth = asyncio.create_task(slots.acquire(HERE))
        await asyncio.sleep(0)
        fourth.cancel()
        await asyncio.wait([fourth])
        assert slots.queue_length(HERE) == 0

    run_async(cancel())


def test_a_host_may_lift_the_limit() -> None:
    async def acquire_many() -> None:
        slots = RequestSlots(Limits().times(0))
        for _ in range(1000):
            await slots.acquire(HERE)

    run_async(acquire_many())
