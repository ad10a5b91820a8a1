"""Requests at random over all routes: right ones, wrong ones, and what lies between. None may be answered by 5xx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

from fastapi.routing import APIRoute
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from . import raw
from .harness import FRIEND, Running, me, open_table

TEXTS = [
    "",
    "0",
    "de",
    "city_blocks",
    "H1@a1",
    "yes",
    "\0",
    "\ud800",
    "\u202e",
    "é",
    "👩‍👧",
    "x" * 300,
    "9" * 5000,
]
NUMBERS = [-1, 0, 1, 2, 15, 16, 2**31, 2**63, 10**30, 10**400]
FIELDS = (
    *("title", "options", "board", "automatic", "hints", "seats", "lang", "kind", "name", "bot", "invite"),
    *(
        "client_move_id",
        "secret",
        "seat",
        "version",
        "whole_turn",
        "move",
        "answer",
        "absent",
        "path",
        "at",
        "action",
    ),
)
QUERY = ("at", "seat", "after", "lang", "theme", "v", "\0")
HEADERS = (
    *("Host", "Cookie", "Authorization", "Accept", "Accept-Language", "Accept-Encoding", "Last-Event-ID"),
    *("Content-Type", "Content-Length", "Range", "If-None-Match", "If-Modified-Since", "X-Forwarded-Proto"),
)
VALUES = (
    *(
        "gzip",
        "de-CH,de;q=0.9,en;q=inf",
        "Bearer ",
        "Bearer quartier-none",
        "Bearer \xff",
        "quartier_seats=a.b.c; lang=\xff; theme=<x>",
    ),
    *(
        "bytes=-9",
        "bytes=5-3,0-",
        "Mon, 01 Jan 99999 00:00:00 GMT",
        "application/json; charset=\xff",
        "[",
        "a:b",
    ),
    *("x" * 3000, "9" * 5000, "a," * 3000, "Basic !", "", "-1", "https"),
)
METHODS = (b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"BREW")


def patterns(server: Running) -> list[str]:
    """The paths of all routes."""
    found = {route.path for route in _routes(server.app.routes)}
    assert {
        "/api/tables/{table_id}/moves",
        "/replay/{replay_id}",
        "/health",
        "/api/v1/tables/{table_id}/stream",
    } <= found
    return [*sorted(found), "/static/{name}", "/{name}"]


def _routes(routes: Any) -> Iterator[APIRoute]:
    """Routes of the application and of the routers that it includes."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _routes(route.original_router.routes)


def requests(server: Running) -> SearchStrategy[raw.Request]:
    """One request to a route of this server, at whose table Ada waits for a friend."""
    ada = open_table(server.url, me("Ada"), FRIEND)
    text = b'[Game "city_blocks"]\n[Players "2"]\n\n* bonus 5\n'
    record = ada.client.post("/api/records", content=text).json()["id"]
    ids = st.sampled_from([ada.table, record, "city_blocks", "table.js", "a\0b", "..", "\ud800"]) | st.text(
        max_size=20
    )
    paths = st.builds(_path, st.sampled_from(patterns(server)), ids, st.lists(_pairs(), max_size=2))
    own = (b"Authorization", b"Bearer " + ada.secret.encode())
    odd = st.tuples(st.sampled_from(HEADERS).map(str.encode), st.sampled_from(VALUES).map(_latin))
    headers = st.lists(odd, max_size=2, unique_by=lambda header: header[0].lower()).map(
        lambda found: _completed(found, own)
    )
    return st.builds(raw.Request, st.sampled_from((*METHODS[:2] * 4, *METHODS)), paths, headers, _bodies())


def _pairs() -> SearchStrategy[tuple[str, str]]:
    return st.tuples(
        st.sampled_from(QUERY), st.sampled_from([*TEXTS, *map(str, NUMBERS[:-1])]) | st.text(max_size=9)
    )


def _path(pattern: str, filled: str, query: list[tuple[str, str]]) -> bytes:
    """The pattern with each of its parameters filled in, percent-encoded."""
    parts = [_encoded(filled) if part.startswith("{") else part for part in pattern.split("/")]
    pairs = "&".join(f"{_encoded(name)}={_encoded(value)}" for name, value in query)
    return ("/".join(parts) + (f"?{pairs}" if pairs else "")).encode()


def _encoded(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))


def _latin(text: str) -> bytes:
    return text.encode("latin-1")


def _completed(found: list[tuple[bytes, bytes]], own: tuple[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """A browser's headers where none are given."""
    named = {name for name, _ in found}
    usual = [own, (b"Content-Type", b"application/json")]
    return found + [header for header in usual if header[0] not in named]


def _bodies() -> SearchStrategy[bytes]:
    leaves = st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.sampled_from(TEXTS) | st.floats()
    seats = st.lists(st.fixed_dictionaries({"kind": st.sampled_from(["me", "friend", "bot"])}), max_size=3)
    values = (
        leaves
        | st.lists(leaves, max_size=3)
        | seats
        | st.dictionaries(st.sampled_from(TEXTS), leaves, max_size=2)
    )
    some = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6)
    right = {"title": "city_blocks", "seats": [me(), FRIEND], "seat": 0, "version": 0, "client_move_id": "a"}
    chosen = st.sets(st.sampled_from(sorted(right)))
    objects = st.builds(lambda keys, more: {key: right[key] for key in keys} | more, chosen, some)
    return objects.map(lambda body: json.dumps(body).encode()) | st.binary(max_size=50) | st.just(b"[" * 5000)
