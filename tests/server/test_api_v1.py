"""Programs at a table: the machine API, version 1."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import TypeAdapter

import quartier
from quartier.conformance.games import load_compiled
from quartier.server.http.openapi import documents, examples, schema
from quartier.server.limits import UNLIMITED, Limits, Quota
from quartier.server.views.api_v1.positions import MAX_LISTED_MOVES, _view_and_legal
from tests.conformance.titles import TITLES
from tests.daily import daily

from .harness import FRIEND, Running, browser, me, open_table, quiet, running, wait_until
from .hosting import with_account
from .machines import Machine, open_for_two, stream_positions

ROOT = Path(__file__).parents[2]
MOST_BYTES = 5_000
"""Of a position, not packed."""


def expand_runs(actions: list[int]) -> list[int]:
    """The numbers that lengths stand for: so many are passed over, so many taken."""
    ends = list(accumulate(actions))
    return [
        number for first, last in zip(ends[::2], ends[1::2], strict=True) for number in range(first, last)
    ]


def compact(position: Any) -> bytes:
    """JSON as the server writes it."""
    return json.dumps(position, ensure_ascii=False, separators=(",", ":")).encode()


def _players(one: Machine, two: Machine) -> tuple[Machine, dict[str, Any]] | None:
    """Whoever is to move, with the position; None when the game is over."""
    for machine in (one, two):
        position = machine.position()
        if position["yours"]:
            return machine, position
    assert position["over"]
    return None


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("games", daily([1, 20], [1]))
def test_a_position_is_small_from_the_first_move_to_the_last(title: str, games: int) -> None:
    """With most seats, names of 24 letters and clocks."""
    game, random, largest = load_compiled(title), Random(3), 0
    for seed in range(games):
        state = game.new(seats=game.seats[1], seed=seed, **({"turn_limit": 40} if game.ending else {}))
        while not state.over:
            (seat, *_) = state.seats_to_act()
            if random.random() < 0.1:
                turn: Any = SimpleNamespace(state=state, may_move=lambda _: True)
                largest = max(largest, len(compact(_view_and_legal(turn, seat))))
            state.play_action(seat, random.choice(state.legal(seat)))
    time = {"left": 1234.567, "runs": True, "waits": 0.0, "vacation": 0.0, "away": 0.0}
    chair = {"seat": 0, "name": "N" * 24, "kind": "program", "score": 123, "time": time}
    around = {"id": "I" * 22, "title": title, "scores": [123] * 4, "seats": [chair] * state.seats}
    assert largest + len(compact(around)) + 200 < MOST_BYTES


@pytest.mark.parametrize("title", TITLES)
def test_two_programs_play_a_game(server: Running, title: str) -> None:
    """By numbers and by notation; each position is what the seat knows, small, and enough to go on from."""
    players, random, largest = open_for_two(server.url, title), Random(7), 0
    alphabet = players[0].client.get(f"/api/v1/titles/{title}/moves").json()["moves"]
    for number in range(24):
        turn = _players(*players)
        if turn is None:
            break
        machine, first_position = turn
        table = server.services.tables.load(first_position["id"])[1]
        view = quartier.from_view(first_position["view"])
        assert view == table.state.concealed(first_position["seat"])
        actions = expand_runs(first_position["legal"]["actions"])
        assert actions == sorted(table.state.legal(first_position["seat"]))
        spelt = [alphabet[action] for action in actions]
        assert first_position["legal"]["moves"] == (spelt if len(spelt) <= MAX_LISTED_MOVES else None)
        largest = max(largest, len(compact(first_position)))
        action = random.choice(actions)
        body = {"action": action} if number % 2 else {"move": alphabet[action]}
        played = machine.post("moves", version=first_position["version"], **body)
        assert played.status_code == 200, played.text
        assert played.json()["events"][0]["move"] == alphabet[action]
    assert largest < MOST_BYTES


def test_the_titles_are_those_of_the_library(server: Running) -> None:
    body = browser(server.url).client.get("/api/v1/titles").json()
    assert [title_view["name"] for title_view in body["titles"]] == quartier.titles()
    for title_view in body["titles"]:
        game = quartier.load(title_view["name"])
        assert (title_view["actions"], title_view["seats"]) == (game.actions, list(game.seats))
        assert {option["name"]: option["default"] for option in title_view["options"]} == {
            name: option.default for name, option in game.options.items()
        }


def test_a_command_counts_once_and_for_one_version(server: Running) -> None:
    turn = _players(*open_for_two(server.url))
    assert turn is not None
    machine, first_position = turn
    move = machine.first_action() | {"client_move_id": "once"}
    first, again = (machine.post("moves", **move) for _ in range(2))
    assert first.status_code == 200
    assert first.content == again.content
    late = machine.post("moves", **move | {"client_move_id": "late"})
    assert late.status_code == 409
    assert (late.json()["error"]["code"], late.json()["version"]) == ("stale", first.json()["version"])
    assert late.json()["events"] == first.json()["events"]  # what was missed, told as everywhere
    assert machine.position(after=first_position["version"])["events"] == first.json()["events"]


def test_a_table_is_opened_once(server: Running) -> None:
    """The first answer was lost on its way."""
    machine = Machine(browser(server.url).client)
    body = {"title": "city_blocks", "seats": [me("One"), FRIEND], "client_move_id": "a-long-random-text"}
    first, again = (
        machine.client.post("/api/v1/tables", json=body).raise_for_status().json() for _ in range(2)
    )
    assert (again["id"], again["seats"][1]) == (first["id"], first["seats"][1])
    machine.table, machine.key = again["id"], again["seats"][0]["secret"]
    assert (
        machine.position()["seats"][0] | {"name": "One", "kind": "program"} == machine.position()["seats"][0]
    )
    other = machine.client.post("/api/v1/tables", json={**body, "title": "metromania"})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "reused_id")


@pytest.mark.parametrize("what", ["", "/stream"])
@pytest.mark.parametrize("seat", [1, 7, -1])
def test_what_the_seat_of_another_knows_is_refused(server: Running, what: str, seat: int) -> None:
    """Instead of an answer for a seat that nobody has asked for."""
    machine, _ = open_for_two(server.url)
    for headers in (machine.headers, {}):
        refused = machine.client.get(f"{machine.path}{what}", params={"seat": seat}, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_seat")


@pytest.mark.parametrize("level", ["9", "", "mcts:1s"])
def test_levels_that_there_are_not_are_refused_with_those_that_there_are(server: Running, level: str) -> None:
    seats = [{"kind": "me", "name": "One"}, {"kind": "bot", "bot": level}]
    wish = {"title": "city_blocks", "seats": seats}
    refused = browser(server.url).client.post("/api/v1/tables", json=wish)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_bot")
    assert f"no bot “{level}”. Available: 1, 1+tall, 2, 2+bonuses, 3" in refused.json()["error"]["text"]


@pytest.mark.parametrize(
    ("message", "status", "code", "body"),
    [
        ({"move": "no such move"}, 422, "illegal", ""),
        ({"action": 99_999}, 422, "no_action", "0 to 1244"),
        ({"move": "H1@a1", "action": 1}, 422, "malformed", "Send either “move” or “action”"),
        ({}, 422, "malformed", "Send either “move” or “action”"),
        ({"action": -1}, 422, "no_action", "Unknown action -1. Actions are numbered from 0 to 1244."),
        ({"action": "one"}, 422, "malformed", "“action” must be a whole number."),
        ({"action": 2**40}, 422, "malformed", "“action” must be at most 2147483647."),
        ({"move": "H1@a1", "seat": 15}, 403, "no_seat", "isn’t your seat"),
    ],
)
def test_what_is_wrong_is_stated(
    server: Running, message: dict[str, Any], status: int, code: str, body: str
) -> None:
    turn = _players(*open_for_two(server.url))  # chance says whose
    assert turn is not None
    machine, first_position = turn
    refused = machine.post("moves", version=first_position["version"], **message)
    assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert body in refused.json()["error"]["text"]


@pytest.mark.parametrize("key", ["nonsense", "quartier-nonsense", "ünsinn"])
def test_a_key_that_opens_nothing_is_refused_everywhere(server: Running, key: str) -> None:
    one, _ = open_for_two(server.url)
    headers = {"Authorization": f"Bearer {key}".encode()}
    wish = {"title": "city_blocks", "seats": [{"kind": "me", "name": "One"}, {"kind": "friend"}]}
    move = {"version": one.position()["version"], "action": 0, "client_move_id": "any"}
    requests: list[tuple[str, str, dict[str, Any] | None]] = [
        ("GET", one.path, None),
        ("GET", f"{one.path}/stream", None),
        ("POST", f"{one.path}/moves", move),
        ("POST", f"{one.path}/resign", {"client_move_id": "any"}),
        ("POST", f"{one.path}/join", {"invite": "any", "name": "Two"}),
        ("POST", "/api/v1/tables", wish),
        ("POST", "/api/tables", wish),
        ("GET", f"/api/tables/{one.table}", None),
    ]
    for method, path, body in requests:
        answer = one.client.request(method, path, json=body, headers=headers)
        assert answer.status_code == 401, path
        assert answer.json()["error"]["code"] in ("unknown_key", "unknown_token")
    assert one.position()["version"] == move["version"]


@pytest.mark.parametrize(
    ("message", "body"),
    [
        ({"seats": [{"kind": "ghost"}]}, "Invalid “seats.0.kind”. Allowed values: “me”, “friend”, “bot”."),
        ({"access": "all"}, "Allowed values: “public”, “link”, “private”."),
        ({"title": 7}, "“title” must be a string."),
        ({"seats": "me"}, "“seats” must be a list."),
        ({"seats": []}, "“seats” is too short. Minimum length: 1."),
        ({"automatic": "yes"}, "“automatic” must be true or false."),
        ({"options": {"a": [1]}}, "missing or invalid “options.a”"),
        ({"colour": "red"}, "Unknown field “colour”."),
        (
            {"seats": [{"kind": "me"}, {"kind": "friend"}]},
            "“name” is missing. Send a name for the bot",
        ),
    ],
)
def test_what_is_wrong_with_a_table_is_named(server: Running, message: dict[str, Any], body: str) -> None:
    wish = {"title": "city_blocks", "seats": [{"kind": "me", "name": "One"}, {"kind": "friend"}]}
    refused = browser(server.url).client.post("/api/v1/tables", json=wish | message)
    assert refused.status_code == 422
    assert body in refused.json()["error"]["text"]


def test_broken_json_is_shown_where_it_breaks(server: Running) -> None:
    one, _ = open_for_two(server.url)
    kind = {"Content-Type": "application/json"}
    for path in ("/api/v1/tables", f"{one.path}/moves"):
        answer = one.client.post(path, content=b'{"version": 1,\n "move" "x"}', headers=kind | one.headers)
        assert answer.status_code == 422
        assert "line 2, column 9" in answer.json()["error"]["text"]
    answer = one.client.post("/api/v1/tables", content=b'{"title": ,}', headers=kind)
    assert "line 1, column 11" in answer.json()["error"]["text"]
    answer = one.client.post("/api/v1/tables", content=b"title=x")
    assert "JSON object" in answer.json()["error"]["text"]


def test_the_page_on_programs_names_every_route_and_field() -> None:
    """Of all bodies and answers, as the schema has them."""
    documentation = (ROOT / "docs" / "bot-api.md").read_text(encoding="utf-8")
    document = schema.schema(documents.ROUTES)
    for path in document["paths"]:
        short = path.removeprefix("/api/v1").replace("{table_id}", "{id}")
        assert f" {short}`" in documentation, short
    blocks = documentation.split("```")
    code = [*blocks[1::2], *(inline for text in blocks[::2] for inline in re.findall(r"`([^`]+)`", text))]
    named = set(re.findall(r"[a-z_]{2,}", " ".join(code)))
    for name, model in document["components"]["schemas"].items():
        assert set(model.get("properties", {})) - named == set(), name


def test_a_stream_tells_positions_and_nothing_else(server: Running) -> None:
    players = open_for_two(server.url)
    turn = _players(*players)
    assert turn is not None
    machine, first_position = turn
    other = players[0] if machine is players[1] else players[1]
    stream = stream_positions(server.url, other.table, other.key)
    assert next(stream)["version"] == first_position["version"]
    played = machine.post("moves", **machine.first_action()).json()
    after = next(stream)
    assert after["version"] == played["version"]
    assert [event["seq"] for event in after["events"]] == list(
        range(first_position["version"] + 1, played["version"] + 1)
    )
    stream.close()
    resumed = stream_positions(server.url, other.table, other.key, last=first_position["version"])
    assert next(resumed) == after


def test_who_has_the_present_version_hears_of_the_next(server: Running) -> None:
    """Nothing is sent again: what comes first is the move."""
    one, two = open_for_two(server.url)
    turn = _players(one, two)
    assert turn is not None
    machine, first_position = turn
    stream = stream_positions(server.url, one.table, one.key, last=first_position["version"])
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(next, stream)
        wait_until(lambda: server.services.hub.streams == 1)
        played = machine.post("moves", **machine.first_action()).json()
        assert first.result()["version"] == played["version"]


def test_a_replay_shows_that_a_program_played(server: Running) -> None:
    one, two = open_for_two(server.url)
    assert two.post("resign").status_code == 200
    body = one.client.get(f"/api/replays/{one.table}", params={"lang": "de"}).json()
    assert [seat["level"] for seat in body["seats"]] == ["Bot (über API)", "Bot (über API)"]
    assert all("-bot-" in seat["face"] for seat in body["seats"])
    picture = one.client.get(f"/api/replays/{one.table}/picture").text
    assert picture.startswith("<svg")


def test_streams_of_programs_are_bounded_like_others(tmp_path: Path) -> None:
    limits = replace(Limits().times(0), streams=Quota(UNLIMITED, 2))
    with running(quiet(tmp_path / "games.db", limits=limits)) as server:
        one, _ = open_for_two(server.url)
        streams = [stream_positions(server.url, one.table, one.key) for _ in range(2)]
        assert [next(stream)["id"] for stream in streams] == [one.table] * 2
        refused = one.client.get(f"{one.path}/stream", headers=one.headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_streams")


def test_a_programs_seat_is_shown_as_one(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND)
    machine = Machine(browser(server.url).client, ada.table)
    machine.key = machine.post("join", invite=ada.invites[1], name="Greedy Bot").json()["secret"]
    assert [seat["level"] for seat in ada.view()["seats"]] == [None, "Bot (via API)"]
    assert ["-bot-" in seat["face"] for seat in ada.view()["seats"]] == [False, True]
    assert [seat["kind"] for seat in machine.position()["seats"]] == ["person", "program"]


def test_whose_seat_a_program_plays_is_shown_as_a_programs(server: Running) -> None:
    """Also where a person has sat down, and lets a program play."""
    ada = open_table(server.url, me("Ada"), me("Bob"))
    claimed = open_table(server.url, me("Ada"), FRIEND)
    machine = Machine(browser(server.url).client, claimed.table, claimed.secret)
    other = browser(server.url)
    other.join(claimed.table, claimed.invites[1], "Bob")
    machine.post("moves", version=1, move="H1@a1")
    assert [seat["level"] for seat in claimed.view()["seats"]] == ["Bot (via API)", None]
    assert [seat["level"] for seat in ada.view()["seats"]] == [None, None]


def test_programs_have_no_seat_at_rated_tables(server: Running) -> None:
    ada = with_account(server, "Ada")
    wish = {
        "title": "city_blocks",
        "seats": [me("Ada"), FRIEND],
        "rated": True,
        "hints": False,
        "time": {"base": 300},
    }
    body = ada.client.post("/api/tables", json=wish).json()
    machine = Machine(browser(server.url).client, body["id"])
    refused = machine.post("join", invite=body["seats"][1]["invite"], name="Deep")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_programs")
    # Nor does it play for somebody who has given it the link to a seat.
    machine.key = ada.client.post(f"/api/tables/{body['id']}/link", json={"seat": 0}).json()["secret"]
    refused = machine.post("moves", version=1, move="H1@a1")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no_programs")


def test_cookies_open_nothing(server: Running) -> None:
    """A page of somebody else cannot play through a visitor's browser, whatever the browser sends along."""
    ada = open_table(server.url, me("Ada"), FRIEND)
    bare = Machine(ada.client, ada.table)
    assert bare.position()["seat"] is None
    assert bare.post("moves", version=1, move="H1@a1").json()["error"]["code"] == "no_seat"


# ----- the schema -----


def test_each_example_is_what_its_model_says() -> None:
    for route in documents.ROUTES:
        if route.name in examples.ANSWERS:
            TypeAdapter(vars(route.endpoint)["model"]).validate_python(examples.ANSWERS[route.name])
        if route.name in examples.BODIES:
            body = route.endpoint.__annotations__["body"]
            model = vars(__import__(route.endpoint.__module__, fromlist=["x"]))[str(body)]
            model.model_validate(examples.BODIES[route.name])
    assert {route.name for route in documents.ROUTES} >= examples.ANSWERS.keys() | examples.BODIES.keys()


def test_the_schema_has_every_route_with_its_refusals_and_its_key(server: Running) -> None:
    body = browser(server.url).client.get("/api/v1/openapi.json").json()
    routes = {(method.upper(), path) for path, methods in body["paths"].items() for method in methods}
    assert routes == {(method, route.path) for route in documents.ROUTES for method in route.methods or ()}
    assert body["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert (
        "How many events" in body["components"]["schemas"]["Position"]["properties"]["version"]["description"]
    )
    for operation in schema.operations(body):
        assert {"401", "403", "404", "409", "422", "429"} < operation["responses"].keys()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_shows_every_route(server: Running, lang: str) -> None:
    page = browser(server.url).client.get("/api/v1/docs", params={"lang": lang}).text
    assert all(route.path in page for route in documents.ROUTES)
    assert 'lang="en">' in page.partition("<main")[2][:60]  # in English in all languages
    assert ("Diese Seite gibt es nur auf Englisch." in page) == (lang == "de")
