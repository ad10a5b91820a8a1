"""No request is answered by 5xx, whatever it says."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from quartier.server.thinking.memory import resident

from . import fuzz, raw
from .harness import Running, Zygote, quiet, running

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]


def never_breaks(server: Running, examples: int, derandomize: bool) -> None:
    """Send `examples` requests; whatever came of them, the server is well afterwards."""

    @settings(max_examples=examples, deadline=None, derandomize=derandomize, suppress_health_check=SLOW)
    @given(fuzz.requests(server))
    def one(request: raw.Request) -> None:
        assert raw.send(server.url, request).status < 500

    one()
    assert raw.get(server.url, "/health").status == 200


def test_no_request_breaks_the_server(server: Running) -> None:
    never_breaks(server, 120, derandomize=True)


@pytest.mark.soak
def test_no_request_of_very_many_breaks_the_server_or_makes_it_grow(tmp_path: Path) -> None:
    """In a process of its own, whose memory is looked at once its caches are full."""
    process = Zygote(quiet(tmp_path / "games.db"))
    try:
        process.start()
        with running(quiet(tmp_path / "routes.db")) as twin:
            server = replace(twin, url=process.url)
            never_breaks(server, WARMING_UP, derandomize=False)
            before = resident(process.pid)
            never_breaks(server, 20_000, derandomize=False)
        print(f"{before >> 20} MB before, {resident(process.pid) >> 20} MB after")
        assert 0 < resident(process.pid) < 1.15 * before
    finally:
        process.close()


WARMING_UP = 5_000
"""Requests until the caches are full."""
