"""No request is answered by 5xx, whatever it says."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from quartier.server.thinking.memory import resident

from . import fuzz, raw
from .harness import Running, Zygote, quiet, running
from .tally import Tally

SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]


def never_breaks(server: Running, examples: int, derandomize: bool) -> int:
    """Send `examples` requests; whatever came of them, the server is well afterwards. How many were granted."""
    granted = 0

    @settings(max_examples=examples, deadline=None, derandomize=derandomize, suppress_health_check=SLOW)
    @given(fuzz.requests(server))
    def one(request: raw.Request) -> None:
        nonlocal granted
        status = raw.send(server.url, request).status
        assert status < 500
        granted += status < 300

    one()
    assert raw.get(server.url, "/health").status == 200
    return granted


def test_no_request_breaks_the_server(server: Running) -> None:
    never_breaks(server, 120, derandomize=True)


@pytest.mark.soak
def test_no_request_of_very_many_breaks_the_server_or_makes_it_grow(tmp_path: Path) -> None:
    """In a process of its own, whose memory is looked at once its caches are full. Counted over runs."""
    process = Zygote(quiet(tmp_path / "games.db"))
    try:
        process.start()
        with running(quiet(tmp_path / "routes.db")) as twin:
            server = replace(twin, url=process.url)
            never_breaks(server, WARMING_UP, derandomize=False)
            before, tally = resident(process.pid), Tally.of("requests")
            for _ in range(max(1, min(A_RUN, ALL - tally.done) // AT_ONCE)):
                tally.add(AT_ONCE, lambda count: never_breaks(server, count, derandomize=False))
        print(f"{before >> 20} MB before, {resident(process.pid) >> 20} MB after")
        assert 0 < resident(process.pid) < 1.15 * before
        assert tally.hits > tally.done // 50
    finally:
        process.close()


WARMING_UP = 5_000
"""Requests until the caches are full."""
ALL = 1_000_000
"""So many are to be answered by a release."""
A_RUN = int(os.environ.get("QUARTIER_REQUESTS", "20000"))
"""So many in one run of the soak; the next one goes on counting."""
AT_ONCE = 5_000
