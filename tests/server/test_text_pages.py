"""The text pages: whole games, a puzzle and a review with nothing but links and forms, and no one's secrets on them."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import httpx
import pytest

import quartier
from quartier.core.game.puzzles import number_on, puzzles_of
from tests.daily import daily

from .harness import (
    FRIEND,
    TIMEOUT,
    Player,
    Running,
    archived_day,
    browser,
    me,
    open_table,
    two_players,
)
from .test_reviews import _finish_game, _keep_review

RADIO = re.compile(r'<input type="radio" name="move" value="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
NEXT = re.compile(r'<a href="([^"]*)">Next</a>')
TITLES = ["city_blocks", "block_city", "metromania", "neue_heimat", "gridlock"]
OPTIONS: dict[str, dict[str, Any]] = {"gridlock": {"turn_limit": 5}}
"""What makes a game at random end soon."""


class Reader:
    """A player who uses the text page alone, with its links and forms."""

    def __init__(self, player: Player) -> None:
        self._path = f"/table/{player.table}/text"
        self._client = httpx.Client(
            base_url=player.client.base_url,
            cookies=player.client.cookies,
            timeout=TIMEOUT,
            follow_redirects=True,
            params={"lang": "en"},
        )
        self.html = ""

    def look(self) -> str:
        answer = self._client.get(self._path)
        assert answer.status_code == 200, answer.text
        self.html = answer.text
        return self.html

    @property
    def moves(self) -> list[str]:
        return [unescape(move) for move in RADIO.findall(self.html)]

    def send(self, form: str, status: int = 200, **fields: str) -> str:
        """Send the form with an id, or the one with a button for an action."""
        start = self.html.index(form)
        hidden = HIDDEN.findall(self.html[start : self.html.index("</form>", start)])
        answer = self._client.post(
            f"/api{self._path.removesuffix('/text').replace('/table/', '/tables/')}/text",
            data={name: unescape(value) for name, value in hidden} | fields,
        )
        assert answer.status_code == status, answer.text
        self.html = answer.text
        return self.html


def headline(html: str) -> str:
    match = re.search(r'<h2 id="now"[^>]*>([^<]*)</h2>', html)
    assert match
    return unescape(match[1])


@pytest.mark.slow
@pytest.mark.parametrize("title", daily(TITLES, ["city_blocks", "metromania"]))
def test_a_whole_game_is_played_on_text_pages_alone(server: Running, title: str) -> None:
    ada, bob = two_players(server.url, title=title, options=OPTIONS.get(title, {}))
    readers, rng = (Reader(ada), Reader(bob)), random.Random(title)
    played = 0
    while not server.services.tables.load(ada.table)[1].over:
        for seat in server.services.tables.load(ada.table)[1].to_act():
            reader = readers[seat]
            reader.look()
            played += 1
            move, form = rng.choice(reader.moves), rng.choice(["by-name", "by-notation"])
            reader.send(f'id="{form}"', move=f" {move.lower()} " if form == "by-notation" else move)
    assert played > 10
    html = readers[0].look()
    assert "Replay and analysis as text" in html
    assert not readers[0].moves
    replay = readers[0]._client.get(f"/replay/{ada.table}/text", params={"at": 3})
    assert "Event 3 of" in replay.text


def test_the_page_tells_the_position_the_moves_and_the_log(server: Running) -> None:
    ada, bob = two_players(server.url)
    readers = Reader(ada), Reader(bob)
    for reader in readers:
        reader.look()
    acting, other = readers if readers[0].moves else readers[::-1]
    assert headline(acting.html) == "Your turn"
    assert headline(other.html).endswith(" to move")
    for text in (
        "City map with 30 blocks",
        "Grant &amp; Fillmore, empty",
        "Your tiles",
        "How points are made",
    ):
        assert text in acting.html
    assert "<summary>Build" in acting.html
    acting.send('id="by-name"', move=acting.moves[0])
    while acting.moves:  # a courthouse asks for a second one
        acting.send('id="by-name"', move=acting.moves[0])
    assert headline(acting.html).endswith(" to move")
    other.look()
    assert "Since your last move" in other.html
    assert headline(other.html) == "Your turn"


@pytest.mark.parametrize("title", TITLES)
def test_the_position_names_players_and_never_their_colours(title: str) -> None:
    state, rng = quartier.load(title).new(seats=2, seed=7), random.Random(3)
    seat_names = state.seen_by(0, "en").seat_names()
    names = [f"Player{letter}" for letter in "AB"]
    for _ in range(40):
        if state.over:
            break
        seat = min(state.to_act(), key=str)
        state.play(seat, rng.choice(list(state.moves(seat))))
        lines = [line for section in state.seen_by(0, "en").description(names) for line in section.lines]
        spoken = set(re.findall(r"\w+", " ".join(lines)))
        assert not spoken & set(seat_names), spoken & set(seat_names)
    assert spoken & set(names)


def test_a_large_group_of_moves_is_divided_by_place(server: Running) -> None:
    """Gridlock: where a tile is laid, then how it is turned."""
    ada, bob = two_players(server.url, title="gridlock")
    readers = Reader(ada), Reader(bob)
    acting = next(reader for reader in readers if reader.look() and reader.moves)
    headings = [unescape(heading) for heading in re.findall("<summary>([^<]*)</summary>", acting.html)]
    nested = re.findall(
        "<details>\\s*<summary>(Lay [^<]*)</summary>\\s*<details>\\s*<summary>([^<]*)</summary>", acting.html
    )
    assert nested, headings
    assert all(part.startswith(whole.split(" …")[0]) for whole, part in nested)
    assert len(acting.moves) == len(set(acting.moves))


def test_a_forced_pass_does_not_hide_what_the_opponent_did(server: Running) -> None:
    ada, bob = two_players(server.url, title="block_city")
    readers, rng = (Reader(ada), Reader(bob)), random.Random(4)
    forced = 0
    while not forced:
        for seat, reader in enumerate(readers):
            reader.look()
            if not reader.moves:
                continue
            reader.send('id="by-name"', move=rng.choice(reader.moves))
            table = server.services.tables.load(ada.table)[1]
            rows = [entry.row for entry in table.entries]
            for other in {0, 1} - {seat}:
                own = [row for row in rows if row.actor == other]
                if own and own[-1].command is None and rows[-1].seq - own[-1].seq < 3:
                    forced += 1
                    recent = readers[other].look().split('id="recent"')[1].split("</ol>")[0]
                    assert f"{('Ada', 'Bob')[seat]} " in recent
    assert forced


def test_a_refused_move_is_explained_and_stays_typed(server: Running) -> None:
    ada, bob = two_players(server.url)
    readers = Reader(ada), Reader(bob)
    acting = next(reader for reader in readers if reader.look() and reader.moves)
    assert "Choose a move first." in acting.send('id="by-name"', 422)
    wrong = acting.moves[0] + "9"
    html = acting.send('id="by-notation"', 422, move=wrong)
    assert 'role="alert"' in html
    assert "Did you mean" in html
    assert f'value="{wrong}"' in html
    acting.send('id="by-notation"', move=acting.moves[0])


def test_a_form_sent_twice_plays_once_and_an_old_one_is_refused(server: Running) -> None:
    ada, bob = two_players(server.url)
    readers = Reader(ada), Reader(bob)
    acting = next(reader for reader in readers if reader.look() and reader.moves)
    before, (first, second) = acting.html, acting.moves[:2]
    acting.send('id="by-name"', move=first)
    version = ada.view()["version"]
    acting.html = before
    acting.send('id="by-name"', move=first)
    assert ada.view()["version"] == version
    acting.html = re.sub(
        r'name="client_move_id" value="[^"]*"', 'name="client_move_id" value="another"', before
    )
    acting.send('id="by-name"', 409, move=second)


def test_a_move_is_taken_back(server: Running) -> None:
    ada, bob = two_players(server.url, title="metromania")
    readers = Reader(ada), Reader(bob)
    acting = next(reader for reader in readers if reader.look() and reader.moves)
    moves = acting.moves
    acting.send('id="by-name"', move=moves[0])
    assert acting.moves != moves
    acting.send('id="undo"', action="undo")
    assert acting.moves == moves


def test_nobody_else_sees_a_hand_or_may_play(server: Running) -> None:
    ada, bob = two_players(server.url)
    hands = [player.view()["parts"]["hand"] for player in (ada, bob)]
    names = [set(re.findall(r'aria-label="([^"]*)"', hand)) for hand in hands]
    own, others = Reader(ada).look(), Reader(browser_at(server, ada)).look()
    for name in names[0] - names[1]:
        assert f"<li>{name}</li>" in own
        assert f"<li>{name}</li>" not in others
    assert not RADIO.search(others)
    stranger = browser_at(server, ada)
    answer = stranger.client.post(
        f"{ada.path}/text",
        data={"action": "move", "seat": "0", "version": "99", "client_move_id": "x", "move": "H1@a1"},
    )
    assert answer.status_code == 403
    assert "isn’t your seat" in answer.text


def browser_at(server: Running, other: Player) -> Player:
    stranger = browser(server.url)
    stranger.table = other.table
    return stranger


def test_a_shared_device_shows_a_hand_only_when_asked(server: Running) -> None:
    table = open_table(server.url, me("Ada"), me("Bea"))
    reader = Reader(table)
    html = reader.look()
    assert not reader.moves
    assert "Your tiles" not in html
    assert "Show Bea’s view" in html
    seat = table.view()["turn"]["actors"][0]
    answer = reader._client.get(f"{table.path}/text", params={"seat": seat})
    reader.html = answer.text
    assert "Your tiles" in answer.text
    html = reader.send('id="by-name"', move=reader.moves[0])
    assert "Your tiles" not in html


def test_a_form_of_another_site_or_without_sense_is_refused(server: Running) -> None:
    ada, _ = two_players(server.url)
    fields = {"action": "move", "seat": "0", "version": "0", "client_move_id": "x", "move": "H1@a1"}
    foreign = ada.client.post(
        f"{ada.path}/text", data=fields, headers={"Origin": "https://elsewhere.example"}
    )
    assert foreign.status_code == 403
    for broken in (
        {"action": "win"},
        {"seat": "one"},
        {"version": ""},
        {"client_move_id": ""},
        {"more": "1"},
    ):
        assert ada.client.post(f"{ada.path}/text", data=fields | broken).status_code == 422
    assert ada.client.post(f"{ada.path}/text", json=fields).status_code == 422
    assert (
        ada.client.post(
            f"{ada.path}/text", content=b"\xff=\xff", headers={"Content-Type": "text/plain"}
        ).status_code
        == 422
    )
    assert ada.client.get("/table/nowhere/text").status_code == 404
    assert ada.client.get("/api/tables/nowhere/text").status_code == 404


def test_a_private_game_stays_private(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), FRIEND, access="private")
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    assert browser_at(server, ada).client.get(f"{ada.path}/text").status_code == 403
    assert Reader(ada).look()


def test_a_puzzle_is_solved_on_its_text_page(server: Running) -> None:
    day, puzzles = archived_day(), puzzles_of(quartier.load("city_blocks"))
    puzzle = puzzles[number_on(day, len(puzzles))]
    with httpx.Client(base_url=server.url, params={"lang": "en"}, timeout=TIMEOUT) as client:
        path = f"/today/city_blocks/{day.isoformat()}/text"
        page = client.get(path).text
        assert set(puzzle.best) <= {unescape(move) for move in RADIO.findall(page)}
        assert headline(client.get(path, params={"move": puzzle.greedy}).text) == "Not quite"
        assert headline(client.get(path, params={"move": puzzle.best[0]}).text) == "Solved!"
        assert "Guest" not in page
        assert headline(client.get(path, params={"solution": "true"}).text) == "The solution"
        assert "isn’t possible" in client.get(path, params={"move": "H9@z9"}).text
        assert client.get("/today/city_blocks/2020-01-01/text").status_code == 404


def test_a_review_is_read_step_by_step(server: Running) -> None:
    ada = _finish_game(server)
    total = ada.client.get(f"/api/replays/{ada.table}").json()["total"]
    with httpx.Client(base_url=server.url, params={"lang": "en"}, timeout=TIMEOUT) as client:
        page = client.get(f"/replay/{ada.table}/text", params={"at": 0}).text
        assert "Analyse this game" in page
        decisions = _keep_review(server, ada.table, total)
        steps = 0
        while match := NEXT.search(page):
            at = re.search(r"at=(\d+)", match[1])
            assert at
            page = client.get(f"/replay/{ada.table}/text", params={"at": at[1]}).text
            steps += 1
            assert 'id="chances"' in page
        assert steps == total
        assert "Key moments" in page
        event = decisions[0][0] + 1
        assert re.search(
            r"(?i)<p id=\"line\">.*<strong>(mistake|turning point)</strong>",
            client.get(f"/replay/{ada.table}/text", params={"at": event}).text,
        )


def test_a_review_is_started_by_its_button(server: Running) -> None:
    ada = _finish_game(server, moves=1)
    with httpx.Client(
        base_url=server.url, params={"lang": "en"}, timeout=TIMEOUT, follow_redirects=True
    ) as client:
        page = client.post(f"/replay/{ada.table}/text").text
        assert "The analysis is running" in page
        assert "Analyse this game" not in page
