"""Requests at random over all routes: right ones, wrong ones, and what lies between. None may be answered by 5xx.

What a route reads is found at the route: the parameters of its address, and the model of its body. So a new route is asked
as well, by everybody there is, and with what is right there (`cast`) as often as with what is not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, get_type_hints
from urllib.parse import quote_from_bytes

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel

from . import raw
from .cast import RECORD, Caller, Cast, Headers, address

TEXTS = [
    "",
    "0",
    "de",
    "city_blocks",
    "H1@a1",
    "yes",
    "a\0b",
    "..",
    "\0",
    "\ud800",
    "\u202e",
    "é",
    "👩‍👧",
    "x" * 300,
    "9" * 5000,
]
NUMBERS = [-1, 0, 1, 2, 15, 16, 2**31, 2**63, 10**30, 10**400]
ODD = [*TEXTS, *NUMBERS, None, True, False, 0.5, float("nan"), float("inf"), [], {}, [None], {"": 1}, [[]]]
QUERY = ("at", "seat", "after", "lang", "theme", "v", "\0")
HEADERS = (
    *("Host", "Cookie", "Authorization", "Accept", "Accept-Language", "Accept-Encoding", "Last-Event-ID"),
    *("Content-Type", "Content-Length", "Range", "If-None-Match", "If-Modified-Since", "X-Forwarded-Proto"),
    *("Origin", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For"),
)
VALUES = (
    *("gzip", "de-CH,de;q=0.9,en;q=inf", "Bearer ", "Bearer quartier-none", "Bearer \xff", "same-origin"),
    *(
        "quartier_seats=a.b.c; lang=\xff; theme=<x>",
        "quartier_session=a; quartier_oidc=b; quartier_visitor=c",
    ),
    *("bytes=-9", "bytes=5-3,0-", "Mon, 01 Jan 99999 00:00:00 GMT", "application/json; charset=\xff", "["),
    *("a:b", "x" * 3000, "9" * 5000, "a," * 3000, "Basic !", "", "-1", "https", "null", "http://[", "::1"),
)
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW")
ENDING = ("/sign-out", "/sessions/end", "/delete", "/host/house", "/host/accounts", "/recover")
"""What would soon leave nobody who may do anything is asked for seldom."""
ONCE = ("client_move_id", "nonce")
"""Fields of which each request has another one."""
BYTES = (b"", b"[" * 5000, b"{", b"null", b"[]", b'"', b"\xff\xfe", b'{"a":' * 3000, b"{}" * 9, b"\0" * 50)


@dataclass(frozen=True)
class FuzzTarget:
    """A route as a request finds it; `model` is that of its body."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    model: type[BaseModel] | None = None


def routes_of(app: FastAPI) -> list[FuzzTarget]:
    """All routes of the application, and what leads nowhere."""
    routes = [
        _fuzz_target(method, route) for route in _routes(app.routes) for method in sorted(route.methods)
    ]
    assert {
        "/api/tables/{table_id}/moves",
        "/account/oidc/back",
        "/host",
        "/api/v1/tables/{table_id}/stream",
    } <= {route.path for route in routes}
    return [
        *routes,
        FuzzTarget("GET", "/static/{name}"),
        FuzzTarget("GET", "/{name}"),
        FuzzTarget("POST", "/{name}"),
    ]


def _routes(routes: Any) -> Iterator[APIRoute]:
    """Routes of the application and of the routers that it includes."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _routes(route.original_router.routes)


def _fuzz_target(method: str, route: APIRoute) -> FuzzTarget:
    query = tuple(param.alias for param in route.dependant.query_params)
    hints = [hint for hint in get_type_hints(route.endpoint).values() if isinstance(hint, type)]
    models = [hint for hint in hints if issubclass(hint, BaseModel)]
    return FuzzTarget(method, route.path, query, models[0] if models else None)


@dataclass
class Stranger:
    """Asks for anything, as anybody, in any way; the same things for the same `random`."""

    routes: list[FuzzTarget]
    random: Random
    cast: Cast = field(default_factory=lambda: Cast({}))
    caller: Caller = field(default_factory=Caller)
    """Who asks just now."""
    granted: Counter[str] = field(default_factory=Counter)
    """How often each route has done what was wanted."""

    def request(self) -> tuple[FuzzTarget, raw.Request]:
        """The next one."""
        pick, route = self.random, self.random.choice(self.routes)
        if any(part in route.path for part in ENDING) and pick.random() < 0.9:
            route = pick.choice(self.routes)
        self.caller = pick.choice(self.cast.callers)
        method = route.method if pick.random() < 0.9 else pick.choice(METHODS)
        return route, raw.Request(method.encode(), self._path(route), self._headers(), self._body(route))

    def noted(self, route: FuzzTarget, status: int) -> None:
        """How it was answered."""
        self.granted[f"{route.method} {route.path}"] += 200 <= status < 400

    def never_granted(self) -> list[str]:
        """The routes that have only refused so far."""
        return sorted({f"{route.method} {route.path}" for route in self.routes} - {*+self.granted})

    def _known(self, name: str) -> list[Any]:
        """What is right there: mostly for this very caller."""
        own = self.caller.own if self.random.random() < 0.8 else {}
        return own.get(name) or self.cast.known.get(name, [])

    # ----- addresses and headers -----

    def _path(self, route: FuzzTarget) -> bytes:
        """The route's address with each of its parameters filled in, percent-encoded."""
        parts = [self._part(part) for part in route.path.split("/")]
        names = [name for name in (*route.query, self.random.choice(QUERY)) if self.random.random() < 0.4]
        pairs = "&".join(f"{_encode(name)}={_encode(self._text(name))}" for name in names)
        return ("/".join(parts) + (f"?{pairs}" if pairs else "")).encode()

    def _part(self, part: str) -> str:
        if not part.startswith("{"):
            return part
        name, _, rest = part[1:].partition("}")
        return _encode(self._text(name.partition(":")[0])) + rest

    def _text(self, name: str) -> str:
        values = self._known(name) or TEXTS[1:4]
        return str(self.random.choice(values if self.random.random() < 0.85 else [*TEXTS, *NUMBERS[:-1]]))

    def _headers(self) -> Headers:
        """Those of a browser or a program, of which one may be odd."""
        usual = [(b"Content-Type", b"application/json"), (b"X-Forwarded-For", address(self.random).encode())]
        usual += self.caller.headers
        if self.random.random() < 0.8:
            return usual
        odd = (self.random.choice(HEADERS).encode(), self.random.choice(VALUES).encode("latin-1"))
        return [*(header for header in usual if header[0].lower() != odd[0].lower()), odd]

    # ----- bodies -----

    def _body(self, route: FuzzTarget) -> bytes:
        if route.model is None:
            return self.random.choice((b"", RECORD, *BYTES)) if route.method == "POST" else b""
        if self.random.random() < 0.05:
            return self.random.choice(BYTES)
        schema = route.model.model_json_schema()
        value = self._value(schema, schema.get("$defs", {}), "", 0.06)
        return json.dumps(value).encode()

    def _value(self, schema: dict[str, Any], shapes: dict[str, Any], name: str, odd: float) -> Any:
        """What a schema allows, or, with this probability, anything else."""
        pick = self.random
        if name and pick.random() < odd:
            return pick.choice(ODD)
        values = [value for value in self._known(name) if _fits(value, schema)]
        values = [value for value in values if value in schema.get("enum", values)]
        if values and pick.random() < 0.85:
            return pick.choice(values)
        if name in ONCE:
            return f"{pick.getrandbits(128):032x}"
        if "$ref" in schema:
            return self._value(shapes[schema["$ref"].rpartition("/")[2]], shapes, "", odd)
        if "anyOf" in schema:
            return self._value(pick.choice(schema["anyOf"]), shapes, name, odd)
        if "enum" in schema or "const" in schema:
            return pick.choice(schema.get("enum", [schema.get("const")]))
        return self._of_kind(schema, shapes, name, odd)

    def _of_kind(self, schema: dict[str, Any], shapes: dict[str, Any], name: str, odd: float) -> Any:
        pick = self.random
        match schema.get("type"):
            case "object" if "properties" in schema:
                return self._object(schema, shapes, odd)
            case "object":
                return {pick.choice(TEXTS): pick.choice(ODD) for _ in range(pick.randrange(3))}
            case "array":
                item_schema = schema.get("items", {})
                return [self._value(item_schema, shapes, "", odd) for _ in range(pick.randrange(1, 4))]
            case "integer" | "number":
                return max(schema.get("minimum", 0), pick.choice([0, 1, 2, 14]))
            case "boolean":
                return pick.random() < 0.5
            case "null":
                return None
            case _:
                return pick.choice(TEXTS)

    def _object(self, schema: dict[str, Any], shapes: dict[str, Any], odd: float) -> dict[str, Any]:
        """An object with most of what is needed, some of what may be said, and at times a field that nobody knows."""
        needed = schema.get("required", ())
        values = {
            name: self._value(value, shapes, name, odd)
            for name, value in schema["properties"].items()
            if self.random.random() < (0.98 if name in needed else 0.4)
        }
        return values | ({self.random.choice(TEXTS): 1} if self.random.random() < odd / 2 else {})


KINDS = {"string": str, "integer": int, "array": list, "object": dict, "boolean": bool, "null": type(None)}


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether the value is of a kind that the schema allows."""
    if "anyOf" in schema:
        return any(_fits(value, schema_option) for schema_option in schema["anyOf"])
    return type(value) is KINDS.get(schema.get("type", "string"), dict)


def _encode(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))
