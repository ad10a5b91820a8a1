"""No request is answered by 5xx, whatever it says."""

import pytest
from hypothesis import HealthCheck, given, settings

from . import fuzz, raw
from .harness import Running

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
def test_no_request_of_very_many_breaks_the_server(server: Running) -> None:
    never_breaks(server, 20_000, derandomize=False)
