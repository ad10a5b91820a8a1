"""Two real clients play a whole game: the moves, the streams, the record, the replay, the rematch."""

import quartier

from .harness import Listener, Running, browser, play_some, two_players, wait_until


def test_two_clients_play_to_the_end(server: Running) -> None:
    ada, bob = two_players(server.url)
    ears = {0: Listener(ada, last=0), 1: Listener(bob, last=0)}
    spectator = browser(server.url)
    spectator.table = ada.table
    ears[None] = Listener(spectator, last=0)

    moves = play_some((ada, bob), 100)
    assert (
        30 <= moves <= 48
    )  # 30 blocks, at most 9 rebuilds, and a swap or stay after each of two courthouses

    version = ada.view()["version"]
    for ear in ears.values():
        wait_until(lambda ear=ear: ear.ids and ear.ids[-1] == version)
        wait_until(lambda ear=ear: ear.views[-1]["version"] == version)
        assert ear.ids == list(range(1, version + 1))
        ear.close()

    over = ada.view()["over"]
    record = spectator.client.get(f"{ada.path}/record").text
    final = quartier.replay(record)
    assert final.over
    assert final.scores() == over["scores"]
    assert final.winners() == over["winners"]
    assert '[Seat0 "Ada"]' in record
    assert '[Seat1 "Bob"]' in record


def test_each_seat_hears_its_own_draws_only(server: Running) -> None:
    ada, bob = two_players(server.url)
    play_some((ada, bob), 4)
    texts = {
        player.seat: [event["text"] for event in player.everything() if event["actor"] == "*"]
        for player in (ada, bob)
    }
    # bonus and lot are public; of 10 + 4 draws each seat sees its own five, and what it drew after its two moves
    for seat in (0, 1):
        assert sum(text == "draw ?" for text in texts[seat]) == 7
    for mine, other in zip(texts[0], texts[1], strict=True):
        assert (mine == other) == mine.startswith(("bonus", "lot"))


def test_the_running_record_hides_what_the_caller_does_not_know(server: Running) -> None:
    ada, bob = two_players(server.url)
    play_some((ada, bob), 2)
    spectator = browser(server.url)
    hidden = {
        "ada": ada.client.get(f"{ada.path}/record").text.count("draw ?"),
        "bob": bob.client.get(f"{ada.path}/record").text.count("draw ?"),
        "spectator": spectator.client.get(f"{ada.path}/record").text.count("draw ?"),
    }
    assert hidden == {"ada": 6, "bob": 6, "spectator": 12}
    assert spectator.client.get(f"/api/replays/{ada.table}").status_code == 409


def test_replay_of_a_resigned_game_and_the_rematch(server: Running) -> None:
    ada, bob = two_players(server.url)
    play_some((ada, bob), 3)
    assert bob.post("resign").status_code == 200
    view = ada.view()
    assert view["over"]["winners"] == [0]
    assert view["over"]["reason"] == "Bob resigned."
    assert ada.move("H1@a1", view["version"]).json()["error"]["code"] == "over"

    record = ada.client.get(f"{ada.path}/record").text
    assert '[Termination "seat 1 resigned"]' in record
    total = ada.client.get(f"/api/replays/{ada.table}").json()["total"]
    lines = [
        ada.client.get(f"/api/replays/{ada.table}", params={"at": at, "lang": "en"}).json()
        for at in (0, 1, total)
    ]
    assert [step["at"] for step in lines] == [0, 1, total]
    assert lines[0]["line"] == ""
    assert lines[2]["over"]["reason"] == "Bob resigned."
    assert quartier.replay(record).scores() == lines[2]["over"]["scores"]

    assert ada.post("rematch").json() == {"id": None, "url": None}
    assert bob.view()["rematch"] == {"asked": [0]}
    new = bob.post("rematch").json()
    assert ada.post("rematch").json() == new  # the first to agree asks again and is let in, too
    for player, seat in ((ada, 0), (bob, 1)):
        player.table = new["id"]
        assert player.view()["viewer"]["seats"] == [seat]
    assert [seat["name"] for seat in ada.view()["seats"]] == ["Ada", "Bob"]


def test_a_table_survives_a_restart(tmp_path) -> None:
    from .harness import quiet, running

    settings = quiet(tmp_path / "games.db")
    with running(settings) as server:
        ada, bob = two_players(server.url)
        play_some((ada, bob), 5)
        before, view = ada.everything(), bob.view()
    with running(settings) as server:
        for player in (ada, bob):
            player.client.base_url = server.url
        assert ada.everything() == before
        assert bob.view() == view
        assert play_some((ada, bob), 2) == 2
