"""Several seats that act at the same time: nobody waits for another, in whatever order the moves arrive."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import quartier
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain.events import Join
from quartier.server.domain.table import empty
from quartier.server.domain.table_setup import TableSetup

from .harness import (
    FRIEND,
    GREEDY,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_some,
    quiet,
    running,
    two_players,
    wait_until,
)

TITLE = "block_city"
PEOPLE = 6


def _company(url: str, count: int) -> list[Player]:
    """A table with a client for each of its seats."""
    players = [open_table(url, me(), *[FRIEND] * (count - 1), title=TITLE)]
    for seat, invite in players[0].invites.items():
        players.append(browser(url))
        players[-1].join(players[0].table, invite, f"Guest {seat}")
    return players


def _choice(view: dict, number: int) -> str:
    return str(view["choices"][number % len(view["choices"])]["move"])


def test_six_clients_at_once(server: Running) -> None:
    """All decide on the same version; all moves arrive, none is refused, none waits."""
    players = _company(server.url, PEOPLE)
    views = [player.view() for player in players]
    assert {view["version"] for view in views} == {PEOPLE}  # everybody has joined, nobody has written
    assert all(view["turn"]["yours"] for view in views)
    statuses: list[int] = []
    ready = threading.Barrier(PEOPLE)

    def write(player: Player, view: dict) -> None:
        ready.wait()
        statuses.append(player.move(_choice(view, 40 * player.seat), view["version"]).status_code)

    threads = [threading.Thread(target=write, args=pair) for pair in zip(players, views, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * PEOPLE
    entries = players[0].view()["log"]
    assert sorted(entry["actor"] for entry in entries[PEOPLE : 2 * PEOPLE]) == list(range(PEOPLE))


def test_the_last_may_come_first(server: Running) -> None:
    players = _company(server.url, 3)
    views = [player.view() for player in players]
    for player, view in reversed(list(zip(players, views, strict=True))):
        assert player.move(_choice(view, 0), view["version"]).status_code == 200


def test_a_second_move_of_the_same_seat_is_late(server: Running) -> None:
    ada, bob, _ = _company(server.url, 3)
    view = ada.view()
    assert ada.move(_choice(view, 0), view["version"]).status_code == 200
    assert ada.move(_choice(view, 1), view["version"]).status_code == 409
    assert bob.view()["turn"]["actors"] == [1, 2]


def test_after_chance_a_decision_is_made_anew(server: Running) -> None:
    """The roll at the end of the setup is news for everybody: what was decided before it is stale."""
    players = _company(server.url, 2)
    early = players[0].view()
    for player in players:
        view = player.view()
        assert player.move(_choice(view, 0), view["version"]).status_code == 200
    again = players[0].move(_choice(early, 5), early["version"])
    assert again.status_code == 409
    assert [event["seq"] for event in again.json()["events"]] == list(
        range(early["version"] + 1, again.json()["version"] + 1)
    )


def test_after_an_undo_a_decision_is_made_anew(server: Running) -> None:
    ada, bob, cem = _company(server.url, 3)
    first = ada.view()
    assert ada.move(_choice(first, 0), first["version"]).status_code == 200
    view = cem.view()
    assert ada.post("takeback", version=view["version"]).status_code == 200
    for other in (bob, cem):
        assert other.post("takeback", answer="yes", version=view["version"]).status_code == 200
    assert cem.move(_choice(view, 0), view["version"]).status_code == 409


def test_who_was_not_to_act_then_may_not_act_on_it_now(server: Running) -> None:
    """A move sent too early does not become right because the other has moved since."""
    players = two_players(server.url)
    waiting = next(player for player in players if not player.view()["turn"]["yours"])
    early = waiting.view()["version"]
    play_some(players, 1)
    assert waiting.move("H1@a1", early).status_code == 409


def test_everyone_who_is_still_to_write_is_named(server: Running) -> None:
    ada, bob, cem = _company(server.url, 3)
    view = ada.view()
    assert ada.move(_choice(view, 0), view["version"]).status_code == 200
    assert ada.view()["turn"]["prompt"] == "Still choosing: Guest 1 and Guest 2"
    for player in (bob, cem):
        assert player.view()["turn"]["headline"] == "Your turn"


def test_bots_write_while_people_think(tmp_path: Path) -> None:
    with running(quiet(tmp_path / "games.db", workers=2)) as server:
        ada = open_table(server.url, me(), *[GREEDY] * 4, title=TITLE)
        view = ada.view()
        wait_until(lambda: ada.view()["turn"]["actors"] == [0], 40)
        assert ada.move(_choice(view, 0), view["version"]).status_code == 200
        assert server.services.metrics.bot_fallbacks._value.get() == 0


def _draft(automatic: bool) -> PendingChange:
    setup = TableSetup("tabletable", "neue_heimat", {}, (None,) * 3, "2026-11-21", None, automatic)
    change = PendingChange(empty(setup), SERVER)
    for seat, name in enumerate(("Ada", "Bob", "Cem")):
        change.add_control(seat, Join(name))
    change.resolve()
    return change


@pytest.mark.parametrize("automatic", [True, False])
def test_who_cannot_outbid_passes_without_being_asked(automatic: bool) -> None:
    change = _draft(automatic)
    auctioneer = next(iter(change.table.to_act()))
    change.play(auctioneer, "offer mayor")
    change.play((auctioneer + 1) % 3, "bid 12")
    change.resolve()
    last = (change.rows[-1].actor, change.rows[-1].move)
    passed = ((auctioneer + 2) % 3, "pass")
    assert (last == passed) == automatic
    assert change.table.state.legal((auctioneer + 2) % 3) == [] or not automatic


def test_a_hidden_hand_is_never_played_for() -> None:
    """With hidden cheques an automatic `pass` would tell that a hand is small."""
    setup = TableSetup("t", "neue_heimat", {"show_money": False}, (None,) * 3, "2026-11-21", None, True)
    change = PendingChange(empty(setup), SERVER)
    for seat in range(3):
        change.add_control(seat, Join(str(seat)))
    change.resolve()
    auctioneer = next(iter(change.table.to_act()))
    change.play(auctioneer, "offer mayor")
    change.play((auctioneer + 1) % 3, "bid 12")
    change.resolve()
    assert change.rows[-1].move == "bid 12"
    assert change.table.state.moves((auctioneer + 2) % 3) == ["pass"]


def test_undo_takes_forced_moves_along(server: Running) -> None:
    """The last decision is undone, and with it the `pass` that was no decision."""
    ada = open_table(server.url, me("Ada"), me("Bob"), me("Cem"), title="neue_heimat")
    ada.seat = ada.view()["turn"]["actors"][0]
    version = ada.view()["version"]
    assert ada.move("offer mayor", version).status_code == 200
    auctioneer, ada.seat = ada.seat, (ada.seat + 1) % 3
    bid = ada.move("bid 12", ada.view()["version"])
    assert [event["text"] for event in bid.json()["events"]] == ["bid 12", "pass"]
    assert ada.view()["turn"]["actors"] == [auctioneer]
    assert ada.post("undo", version=ada.view()["version"]).status_code == 200
    assert ada.view()["turn"]["actors"] == [ada.seat]
    record = ada.client.get(f"{ada.path}/record").text
    assert "pass" not in record


def test_forced_moves_stand_in_the_record(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Bob"), me("Cem"), title="neue_heimat")
    ada.seat = ada.view()["turn"]["actors"][0]
    ada.move("offer mayor", ada.view()["version"])
    ada.seat = (ada.seat + 1) % 3
    ada.move("bid 12", ada.view()["version"])
    table = server.services.tables.load(ada.table)[1]
    assert quartier.replay(table.state.record()).events[-1].move == "pass"


def test_the_past_is_shown_as_it_was_seen(server: Running) -> None:
    """What a seat is shown of an earlier position is byte for byte what it saw then: nothing that it learnt later."""
    players = two_players(server.url)
    pictures = {}
    for _ in range(6):
        view = players[0].view()
        pictures[view["version"]] = view["parts"]
        play_some(players, 1)
    for version, parts in pictures.items():
        past = players[0].client.get(f"{players[0].path}/past", params={"at": version}).json()
        assert past == {"at": version, "parts": parts}
    other = players[1].client.get(f"{players[1].path}/past", params={"at": view["version"]}).json()
    assert other["parts"]["hand"] != parts["hand"]
