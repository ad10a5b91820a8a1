"""Tables with provable chance: a promise first, then a number of each player, then the draws; at the end the key."""

from __future__ import annotations

import hmac
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

import quartier
from quartier.core.fairness import provably_fair
from quartier.core.fairness.provably_fair import (
    KEY,
    TAKEN_BACK,
    Proof,
    commitment,
    proof_of,
)
from quartier.server.limits import Limits, Quota
from tests.conformance.titles import TITLES

from .harness import FRIEND, GREEDY, Player, Running, browser, me, open_table, play_some, quiet, running


def begin(server: Running) -> tuple[Player, Player]:
    """Two players at a table that waits for their numbers."""
    ada = open_table(server.url, me("Ada"), FRIEND, provable=True)
    bob = browser(server.url)
    bob.join(ada.table, ada.invites[1], "Bob")
    return ada, bob


def add(*players: Player) -> None:
    for player in players:
        assert player.post("nonce", nonce=token_hex(16)).status_code == 200


def current_proof(player: Player) -> Proof:
    """What the record says now."""
    result = proof_of(quartier.replay(player.client.get(f"{player.path}/record").text).headers)
    assert result is not None
    return result


def test_nothing_is_drawn_before_everyone_has_added_a_number(server: Running) -> None:
    ada, bob = begin(server)
    before = ada.view()
    assert before["chance"] | {"promise": ""} == {
        "promise": "",
        "nonces": [None, None],
        "wanted": [0, 1],
        "key": None,
    }
    assert "device has added a random number" in before["turn"]["prompt"]
    assert not [line for line in before["log"] if line["actor"] == "*"]
    add(ada)
    assert ada.move("H1@a1", ada.view()["version"]).json()["error"]["code"] == "not_begun"
    assert bob.view()["chance"]["wanted"] == [1]
    add(bob)
    after = bob.view()
    assert after["chance"]["wanted"] == []
    assert after["chance"]["promise"] == before["chance"]["promise"]
    assert [line for line in after["log"] if line["actor"] == "*"]
    assert ada.post("nonce", nonce="0" * 32).status_code == 422  # too late to choose


def test_all_draws_can_be_checked_also_after_some_were_taken_back(server: Running) -> None:
    ada, bob = begin(server)
    add(ada, bob)
    promise = ada.view()["chance"]["promise"]
    play_some((ada, bob), 4)
    mover = (ada, bob)[1 - ada.view()["turn"]["actors"][0]]
    other = bob if mover is ada else ada
    assert mover.post("takeback", version=mover.view()["version"]).status_code == 200
    assert other.post("takeback", answer="yes").status_code == 200
    play_some((ada, bob), 3)
    running = ada.client.get(f"{ada.path}/record").text
    assert f"{KEY} " not in running.replace("[", "")
    ada.post("resign")
    proof = current_proof(ada)
    assert proof.commitment == promise == commitment(proof.key)
    assert proof.taken_back
    assert proof.key == bob.view()["chance"]["key"]
    state = quartier.replay(ada.client.get(f"{ada.path}/record").text)
    assert TAKEN_BACK in state.headers
    assert proof.first_departure(state) is None


def test_the_key_is_shown_to_nobody_before_the_end(server: Running) -> None:
    ada, bob = begin(server)
    add(ada, bob)
    play_some((ada, bob), 3)
    row, _ = server.services.tables.load(ada.table)
    key = row.setup.draw_key
    assert key
    assert key not in repr(row)
    for player in (ada, bob, browser(server.url)):
        player.table = ada.table
        for path in ("", "/record", "/summary", "/past?at=3"):
            assert key not in player.client.get(player.path + path).text


def test_alone_with_bots_one_number_is_enough_and_a_rematch_has_a_promise_of_its_own(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), GREEDY, provable=True)
    first = ada.view()["chance"]
    assert first["wanted"] == [0]
    add(ada)
    ada.post("resign")
    again = ada.post("rematch").json()["id"]
    ada.table = again
    second = ada.view()["chance"]
    assert second["wanted"] == [0]
    assert second["promise"] != first["promise"]
    add(ada)
    assert ada.view()["turn"]["actors"]


def test_odd_numbers_are_refused(server: Running) -> None:
    ada, _ = begin(server)
    for nonce in ("", "x" * 32, "a" * 31, "A" * 32, "a" * 65, 7):
        assert ada.post("nonce", nonce=nonce).status_code == 422
    usual = open_table(server.url, me("Ada"), GREEDY)
    assert usual.view()["chance"] is None
    answer = usual.post("nonce", nonce="a" * 32)
    assert answer.status_code == 422
    assert "random number from your seat" in answer.json()["error"]["text"]


def redraw(proof: dict[str, object], draw: dict[str, object]) -> int:
    """What comes by the page's arithmetic: HMAC-SHA256, splitmix64, a place among the weights."""
    message = f"{','.join(proof['nonces'])}:{draw['number']}"  # type: ignore[arg-type]
    digest = hmac.new(str(proof["key"]).encode(), message.encode(), "sha256").digest()
    z = (int.from_bytes(digest[:8], "big") + 0x9E3779B97F4A7C15) % 2**64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
    weights: list[int] = draw["weights"]  # type: ignore[assignment]
    left = ((z ^ (z >> 31)) >> 32) * sum(weights) >> 32
    return next(index for index in range(len(weights)) if left < sum(weights[: index + 1]))


@pytest.mark.parametrize("title", [title for title in TITLES if title != "connect_four"])
def test_anyone_who_has_the_key_draws_everything_again(server: Running, title: str) -> None:
    """As `quartier verify` does, from what the server tells of each draw."""
    key, nonces, random = provably_fair.new_key(), ["a" * 32, ""], Random(3)
    state = quartier.load(title).new(seats=2, chance="manual")
    draws_checked = moved = 0
    while not state.over and moved < 6:
        if state.to_act() == {"*"}:
            state.draw(
                provably_fair.dice_for(key, nonces, draws_checked + (draws_checked >= 2))
            )  # draw 2 was taken back
            draws_checked += 1
        else:
            seat = min(state.seats_to_act())
            state.play(seat, random.choice(state.moves(seat)))
            moved += 1
    state.headers |= provably_fair.headers(key, nonces, [2], opened=True) | {"Termination": "seat 0 resigned"}
    player = browser(server.url)
    response = player.client.post("/api/records", content=state.record().encode())
    assert response.status_code == 201, response.text
    proof = player.client.get(f"/api/replays/{response.json()['id']}/chance").json()
    assert (proof["promise"], proof["key"], proof["nonces"]) == (commitment(key), key, nonces)
    assert [draw["number"] for draw in proof["draws"][:3]] == [0, 1, 3]
    assert len(proof["draws"]) == draws_checked
    for draw in proof["draws"]:
        assert bool(draw["weights"]) is not draw["text"].startswith("roll")
        assert not draw["weights"] or redraw(proof, draw) == draw["chosen"]
        assert state.event(draw["at"]).move == draw["text"]


def test_of_a_game_without_a_promise_there_is_no_proof(server: Running) -> None:
    ada, _ = begin(server)
    usual = open_table(server.url, me("Ada"), GREEDY)
    usual.post("resign")
    for player, status, code in ((ada, 409, "still_running"), (usual, 404, "no_proof")):
        answer = player.client.get(f"/api/replays/{player.table}/chance")
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_games_are_followed_for_one_visitor_so_often_and_no_more(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", limits=Limits(proofs=Quota(1, 1)))) as server:
        first, second = (_over(server) for _ in range(2))
        assert first.client.get(f"/api/replays/{first.table}/chance").status_code == 200
        answer = first.client.get(f"/api/replays/{second.table}/chance")
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many_proofs")
        assert 0 < int(answer.headers["retry-after"]) <= 600
        again = second.client.get(f"/api/replays/{first.table}/chance")  # that one has just been followed
        assert again.json()["draws"]


def _over(server: Running) -> Player:
    """Somebody at the end of a game whose chance can be checked."""
    ada, bob = begin(server)
    add(ada, bob)
    assert ada.post("resign").status_code == 200
    return ada
