"""No request is answered by 5xx, whatever it says and whoever sends it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quartier.server.settings import Settings
from quartier.server.workers.process_memory import resident

from . import fuzz, raw
from .cast import cast
from .harness import Zygote, quiet, running
from .issuers import CLIENT, HOME, SECRET, Issuer, issuer
from .outside import mail_server
from .tally import Tally


@dataclass
class Whole:
    """Settings of a server that has everything a host may set up, and what JSON says of them."""

    settings: Settings
    more: dict[str, Any]
    club: Issuer


@contextmanager
def whole(settings: Settings) -> Iterator[Whole]:
    """The same with an issuer and a mail server on this machine, until the block ends."""
    with issuer() as club, mail_server() as post:
        club.now = time.time
        more = {"base_url": HOME, "hosts": ("127.0.0.1", "localhost"), "anywhere": True}
        more |= {"mail": post.url, "mail_from": "games@example.org"}
        more |= {"oidc_issuer": club.url, "oidc_client": CLIENT, "oidc_secret": SECRET}
        yield Whole(replace(settings, **more), more, club)


def never_breaks(url: str, here: Whole, stranger: fuzz.Stranger, count: int) -> int:
    """Send so many requests; whatever came of them, the server is well afterwards. How many were granted."""
    before = stranger.granted.total()
    for number in range(count):
        if number % A_CAST == 0:
            stranger.cast = cast(url, here.settings, here.club, stranger.random)
        route, request = stranger.request()
        status = raw.send(url, request).status
        assert status < 500, (status, request)
        stranger.noted(route, status)
    assert raw.get(url, "/health").status == 200
    return stranger.granted.total() - before


def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    a_few_never_break(quiet(tmp_path / "games.db"))


def a_few_never_break(settings: Settings) -> None:
    """Always the same requests."""
    with whole(settings) as here, running(here.settings) as server:
        stranger = fuzz.Stranger(fuzz.routes_of(server.app), Random(SEED))
        assert never_breaks(server.url, here, stranger, A_FEW) > A_FEW // 8


@pytest.mark.soak
def test_no_request_of_very_many_breaks_the_server_or_makes_it_grow(tmp_path: Path) -> None:
    """In a process of its own, whose memory is looked at in the second half: before, its caches fill. Counted over runs.

    Whoever runs it says with QUARTIER_REQUESTS how many.
    """
    with whole(quiet(tmp_path / "games.db")) as here:
        with running(quiet(tmp_path / "routes.db")) as twin:
            routes = fuzz.routes_of(twin.app)
        seed = int.from_bytes(os.urandom(4))
        print(f"seed {seed}, {len(routes)} routes")
        stranger = fuzz.Stranger(routes, Random(seed))
        process = Zygote(here.settings, **here.more)
        try:
            process.start()
            never_breaks(process.url, here, stranger, WARMING_UP)
            sizes, tally = [resident(process.pid)], Tally.of("requests")
            for _ in range(max(1, min(A_RUN, ALL - tally.done) // AT_ONCE)):
                tally.add(AT_ONCE, lambda count: never_breaks(process.url, here, stranger, count))
                sizes.append(resident(process.pid))
                print(f"{sizes[0] >> 20} MB before, {sizes[-1] >> 20} MB now", flush=True)
            print(f"never granted: {never}" if (never := stranger.never_granted()) else "all routes granted")
            assert 0 < sizes[-1] < 1.15 * sizes[len(sizes) // 2]
            assert tally.hits > tally.done // 8
            assert (
                len(never) < len(routes) // 4
            )  # some want what nobody guesses: a letter’s link, a device’s answer
        finally:
            process.close()


SEED = 5
A_FEW = 300
A_CAST = 2_000
"""After so many, those of before have signed out, closed their accounts and banned each other: others come."""
WARMING_UP = 20_000
"""Requests until what everybody needs is loaded. The largest cache, of lines of logs, is full much later."""
ALL = 1_000_000
"""So many are to be answered by a release."""
A_RUN = int(os.environ.get("QUARTIER_REQUESTS", "20000"))
"""So many in one run of the soak; the next one goes on counting."""
AT_ONCE = 5_000
