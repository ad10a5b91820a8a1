"""Programs for the tests: what plays over `/api/v1`, as somebody's own would, with nothing but HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from .contract import check_event
from .harness import TIMEOUT, browser


@dataclass
class Machine:
    """A program at one table; `key` is what it shows: a seat's secret, or its token."""

    client: httpx.Client
    table: str = ""
    key: str = ""

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.table}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def position(self, **params: Any) -> dict[str, Any]:
        answer = self.client.get(self.path, params=params, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, command: str, **body: Any) -> httpx.Response:
        """A command under a fresh id, unless one is given."""
        once = {} if command == "join" else {"client_move_id": uuid4().hex}
        return self.client.post(f"{self.path}/{command}", json=once | body, headers=self.headers)

    def first_action(self) -> dict[str, Any]:
        """The first legal move of the present position, as a move says it: so many numbers before it are passed over."""
        position = self.position()
        return {"version": position["version"], "action": position["legal"]["actions"][0]}


def open_for_two(url: str, title: str = "city_blocks", key: str = "", **more: Any) -> tuple[Machine, Machine]:
    """Two programs at a table that has begun; `key`: the first one's token."""
    one = Machine(browser(url).client, key=key)
    seats = [{"kind": "me", "name": "One"}, {"kind": "friend"}]
    body = one.client.post(
        "/api/v1/tables", json={"title": title, "seats": seats} | more, headers=one.headers
    ).json()
    one.table, one.key = body["id"], key or body["seats"][0]["secret"]
    two = Machine(browser(url).client, one.table)
    two.key = two.post("join", invite=body["seats"][1]["invite"], name="Two").json()["secret"]
    return one, two


def stream_positions(
    url: str, table: str, key: str | None, last: int | None = None
) -> Iterator[dict[str, Any]]:
    """The positions of a stream as they come; it ends with the generator."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    headers |= {} if last is None else {"Last-Event-ID": str(last)}
    with httpx.stream(
        "GET", f"{url}/api/v1/tables/{table}/stream", headers=headers, timeout=TIMEOUT
    ) as answer:
        assert answer.status_code == 200, answer.read()
        kind = number = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("id: "):
                number = line[4:]
            elif line.startswith("data: "):
                assert kind == "position"
                event = check_event(kind, line[6:])
                assert number == str(event["version"])
                yield event
