"""Taking back.

Free while nothing came in between, else by consent; free against bots and at one device. Nothing is deleted.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import quartier
from quartier.core.engine.dice import Dice
from quartier.core.game.touch_resolution import ending
from quartier.games import registry
from quartier.server.commands.authorization import SERVER
from quartier.server.commands.pending_change import PendingChange
from quartier.server.domain import forced_moves
from quartier.server.domain.events import (
    AnswerTakeback,
    AskTakeback,
    BotTakeover,
    Join,
    Resign,
    Return,
    Undo,
)
from quartier.server.domain.table import Table, empty, extend, replay_events
from quartier.server.domain.table_setup import TableSetup
from quartier.server.domain.undo import (
    asked_from,
    free_from,
    is_fenced,
    offers,
    turn_from,
)

from .harness import (
    GREEDY,
    Player,
    Running,
    me,
    open_table,
    play_some,
    quiet,
    running,
    to_act,
    two_players,
    wait_until,
)


def _draft(bots: tuple[str | None, str | None] = (None, None)) -> PendingChange:
    """A table after the setup: seat 0 begins, and has a courthouse."""
    change = PendingChange(
        empty(TableSetup("tabletable", "city_blocks", {}, bots, "2026-11-21")),
        SERVER,
    )
    for seat, bot in enumerate(bots):
        if bot is None:
            change.add_control(seat, Join("AB"[seat]))
    for value in range(1, 12):
        change.play("*", f"bonus {value}")
    for value in (15, 14):
        change.play("*", f"lot {value}")
    for tile in ("CH", "H2", "H3", "H4", "H5", "S2", "S3", "S4", "S5", "S6"):
        change.play("*", f"draw {tile}")
    return change


def _replay(table: Table, change: PendingChange) -> Table:
    """The same events folded from the beginning: what a crash leaves."""
    return replay_events(table.setup, change.rows)


def _begun_gridlock() -> PendingChange:
    """Gridlock after its first round."""
    change = PendingChange(
        empty(TableSetup("tabletable", "gridlock", {}, (None, None), "2026-11-21")), SERVER
    )
    for seat, name in enumerate("AB"):
        change.add_control(seat, Join(name))
    change.resolve()
    for _ in range(2):
        (seat,) = change.table.to_act()
        change.play(seat, change.table.state.moves(seat)[0])
        change.resolve()
    return change


def _play_one(change: PendingChange, seat: int, verb: str) -> None:
    """The first move that begins so."""
    change.play(seat, next(move for move in change.table.state.moves(seat) if move.startswith(verb)))


def test_a_turn_of_several_moves_begins_anew() -> None:
    """Gridlock's builds draw nothing until the turn ends: one by one, or all together, they can be taken back."""
    change = _begun_gridlock()
    (seat,) = change.table.to_act()
    before, first = change.table.state.to_bytes(), change.table.version + 1
    for number, verb in enumerate(("cone", "lay", "lay")):
        _play_one(change, seat, verb)
        assert offers(change.table, seat, {seat}).restart == (number > 0)
    assert free_from(change.table, seat) == first + 2
    assert turn_from(change.table, seat) == first
    change.add_control(seat, Undo(first))
    assert change.table.state.to_bytes() == before
    assert turn_from(change.table, seat) is None
    assert not offers(change.table, seat, {seat}).restart


def test_free_until_chance_came_in_between() -> None:
    change = _draft()
    assert free_from(change.table, 0) is None  # nothing to undo
    before = change.table.state.to_bytes()
    change.play(0, "CH@c3")  # a courthouse: the same seat goes on, nothing is drawn yet
    start = free_from(change.table, 0)
    assert start == change.table.version
    change.add_control(0, Undo(start))
    assert change.table.state.to_bytes() == before
    change.play(0, "H2@c3")
    change.play("*", "draw F3")
    assert free_from(change.table, 0) is None
    assert asked_from(change.table, 0) == change.table.version - 1
    assert asked_from(change.table, 1) is None


def test_the_fold_of_the_log_is_the_table() -> None:
    change = _draft()
    change.play(0, "CH@c3")
    change.add_control(0, Undo(change.table.version))
    change.play(0, "H2@c3")
    change.play("*", "draw F3")
    change.play(1, "S2@d4")
    change.play("*", "draw H1")
    change.add_control(0, AskTakeback())
    change.add_control(1, AnswerTakeback(yes=True))
    change.add_control(0, Undo(asked_from(change.table, 0)))
    refolded = _replay(change.table, change)
    assert refolded == change.table
    for cut in range(len(change.rows)):  # brought forward from any point, it is the same table
        assert extend(replay_events(change.table.setup, change.rows[:cut]), change.rows[cut:]) == change.table


def _start_table(title: str, rng: random.Random) -> PendingChange:
    """A table of the title for as many as can play, after its setup and some random moves."""
    seats = quartier.load(title).seats[1]
    setup = TableSetup("tabletable", title, {}, (None,) * seats, "2026-11-21", automatic=True)
    change = PendingChange(empty(setup), SERVER)
    for seat in range(seats):
        change.add_control(seat, Join(f"N{seat}"))
    change.resolve()
    for _ in range(rng.randrange(60)):
        _play_some(change, rng)
    return change


def _play_some(change: PendingChange, rng: random.Random) -> None:
    if change.table.to_act():
        seat = rng.choice(sorted(change.table.to_act(), key=int))
        change.play(int(seat), rng.choice(change.table.state.moves(seat)))
        change.resolve()


@pytest.mark.parametrize("title", registry.titles())
def test_what_is_played_unasked_can_be_taken_back_freely(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it ends the turn. And what can be taken back asks only where the touches might mean something else."""
    rng, unasked = random.Random(73), 0
    # The same games every time.
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))
    for _ in range(6):
        change = _start_table(title, rng)
        for seat in sorted(change.table.to_act(), key=int):
            choices = change.table.state.seen_by(int(seat), "en").choices()
            paths = Counter(tuple(path) for choice in choices for path in choice.paths)
            for choice in rng.sample(choices, min(len(choices), 12)):
                if change.table.state.read(choice.move) in ending(change.table.state.game.spec):
                    continue
                free = _is_free_after(change.table, int(seat), choice.move)
                asks = any(paths[tuple(path)] > 1 or path[-1].startswith("number-") for path in choice.paths)
                assert choice.at_once == free or (free and asks), choice.move
                unasked += choice.at_once
    assert unasked or title not in ("metromania", "gridlock")


def _is_free_after(table: Table, seat: int, move: str) -> bool:
    """Whether the move, once played, can be taken back freely, and leaves something to decide: nobody was forced to move."""
    twin = PendingChange(table, SERVER)
    twin.play(seat, move)
    played = twin.table.version
    twin.resolve()
    decides = twin.table.version == played and len(twin.table.state.moves(seat)) > 1
    return decides and free_from(twin.table, seat) == played


def test_advancing_leaves_the_old_table_alone() -> None:
    change = _draft()
    table = change.table
    events = replay_events(table.setup, change.rows)
    other = PendingChange(table, SERVER)
    other.play(0, "H2@c3")
    other.add_control(1, AskTakeback())
    assert table == events


@pytest.mark.parametrize(
    ("bots", "holders", "expected"),
    [((None, None), {0}, "ask"), ((None, None), {0, 1}, "free"), ((None, "random"), {0}, "free")],
)
def test_who_need_be_asked(bots: tuple[str | None, str | None], holders: set[int], expected: str) -> None:
    change = _draft(bots)
    change.play(0, "H2@c3")
    change.play("*", "draw F3")
    assert offers(change.table, 0, holders).tier == expected
    change.add_control(0, Resign())
    assert offers(change.table, 0, holders).tier is None


def _settle_auction(show_money: bool) -> tuple[PendingChange, int]:
    """Neue Heimat with three, after a last bid that the auctioneer could not pay; and the bidder, who places the piece."""
    options, people = {"show_money": show_money}, (None, None, None)
    change = PendingChange(
        empty(TableSetup("tabletable", "neue_heimat", options, people, "2026-11-21")), SERVER
    )
    for seat, name in enumerate("ABC"):
        change.add_control(seat, Join(name))
    change.resolve()
    while True:
        (seat,) = change.table.to_act()
        move = _auction_move(change.table.state.moves(seat), last=_bids_last(change.table, seat))
        change.play(seat, move)
        if move.startswith("bid") and change.table.may_move(seat):
            return change, seat
        change.resolve()


def _bids_last(table: Table, seat: int) -> bool:
    record = table.state.open_record()
    return bool((seat + 1) % record.players == record.auctioneer)


def _auction_move(moves: list[str], last: bool) -> str:
    """Only the last bidder bids, all that there is; the auctioneer keeps the piece if the price can be paid."""
    bids = sorted((move for move in moves if move.startswith("bid")), key=lambda move: int(move.split()[1]))
    preference = [*(bids[-1:] if last else []), "pass", "keep", *(m for m in moves if m.startswith("offer"))]
    return next((move for move in preference if move in moves), moves[0])


@pytest.mark.parametrize("show_money", [True, False])
def test_a_bid_that_settles_a_covered_auction_stays(show_money: bool) -> None:
    """The auctioneer decides only if the hand pays the price: free tries of every bid would count the cheques."""
    change, bidder = _settle_auction(show_money)
    assert (free_from(change.table, bidder) is None) is not show_money
    assert asked_from(change.table, bidder) == change.table.version
    assert offers(change.table, bidder, {bidder}).tier == ("free" if show_money else "ask")


def _with_a_stand_in() -> PendingChange:
    """Both have moved; then a bot takes the place of seat 1, and seat 0 is to move."""
    change = _draft()
    for seat, move in ((0, "H2@c3"), (1, "S2@d4")):
        change.play(seat, move)
        change.resolve()
    change.add_control(1, BotTakeover("3"))
    return change


def test_who_was_replaced_cannot_be_passed_over() -> None:
    """The rival is gone and cannot be asked: the moves that he saw stay, until he is back and can say yes."""
    change = _with_a_stand_in()
    assert asked_from(change.table, 0) is None
    assert offers(change.table, 0, {0}).tier is None
    change.add_control(1, Return())
    assert offers(change.table, 0, {0}).tier == "ask"


def test_nobody_draws_again_while_a_bot_stands_in() -> None:
    """The bot has not moved yet, so its move is no hindrance; but the person who may come back would be cheated."""
    change = _with_a_stand_in()
    change.play(0, "H3@c4")
    assert offers(change.table, 0, {0}).tier is None
    change.resolve()
    for holders in ({0}, {0, 1}):
        assert offers(change.table, 0, holders).tier is None
    change.add_control(1, Return())
    assert offers(change.table, 0, {0}).tier == "ask"


def test_a_question_ends_when_a_bot_stands_in() -> None:
    change = _draft()
    change.play(0, "H2@c3")
    change.resolve()
    change.add_control(0, AskTakeback())
    change.add_control(1, BotTakeover("3"))
    assert (
        change.table.takeback_asker is None
    )  # no one could say yes any more, and it would hold up the next question


def test_a_move_of_a_stand_in_is_never_taken_back() -> None:
    change = _with_a_stand_in()
    change.play(0, "H3@c4")
    change.resolve()
    change.play(1, "S3@d5")
    change.resolve()
    for holders in ({0}, {0, 1}):
        assert offers(change.table, 0, holders).tier is None
    change.add_control(1, Return())  # not even with the person's consent
    assert offers(change.table, 0, {0}).tier is None
    assert _replay(change.table, change) == change.table


def test_a_forced_move_of_a_stand_in_is_no_less_a_fence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced moves go with the decision before them, but the person who was away could not say that it may go."""
    monkeypatch.setitem(registry.OURS, "sticks", "tests.titles.sticks")
    monkeypatch.setattr(forced_moves, "only_move", lambda _, seat: "1" if seat else None)
    setup = TableSetup("tabletable", "sticks", {}, (None, None), "2026-11-21", automatic=True)
    for stand_in, expected in ((False, 3), (True, None)):
        change = PendingChange(empty(setup), SERVER)
        for seat, name in enumerate("AB"):
            change.add_control(seat, Join(name))
        change.play(0, "3")
        if stand_in:
            change.add_control(1, BotTakeover("3"))
        change.resolve()  # seat 1 has no choice
        assert change.table.may_move(0)
        assert free_from(change.table, 0) == turn_from(change.table, 0) == expected
        if stand_in:
            change.add_control(1, Return())
            assert is_fenced(change.table, 0)
            assert offers(change.table, 0, {0}).tier is None


def test_who_comes_back_cannot_take_back_what_the_bot_has_done() -> None:
    change = _begun_gridlock()
    (seat,) = change.table.to_act()
    change.add_control(seat, BotTakeover("3"))
    _play_one(change, seat, "cone")
    change.add_control(seat, Return())
    assert change.table.may_move(seat)
    assert free_from(change.table, seat) is None
    assert offers(change.table, seat, {seat}).tier is None
    _play_one(change, seat, "lay")
    assert free_from(change.table, seat) == turn_from(change.table, seat) == change.table.version
    assert not offers(change.table, seat, {seat}).restart


def test_driving_a_rival_out_brings_no_takeback(server: Running) -> None:
    mover, other = _after_a_move(server)
    assert mover.post("replace", absent=other.seat).status_code == 200
    version = mover.view()["version"]
    for command in ("undo", "takeback"):
        refused = mover.post(command, version=version)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "substitute_came")


def _after_a_move(server: Running) -> tuple[Player, Player]:
    """The player who has moved, and the other."""
    players = two_players(server.url)
    player, _ = to_act(players)
    play_some(players, 1)
    return player, players[1 - player.seat]


def test_a_takeback_by_consent(server: Running) -> None:
    mover, other = _after_a_move(server)
    view = mover.view()
    assert view["undo"] == "ask"
    refused = mover.post("undo", version=view["version"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "must_ask")

    assert mover.post("takeback", version=view["version"]).status_code == 200
    assert other.view()["takeback"] == {"seat": mover.seat}
    for player, answer, code in ((mover, "yes", "not_asked"), (mover, None, "already_asked")):
        again = player.post("takeback", version=player.view()["version"], answer=answer)
        assert (again.status_code, again.json()["error"]["code"]) == (422, code)

    agreed = other.post("takeback", version=other.view()["version"], answer="yes", client_move_id="agree")
    assert [event["text"].split()[0] for event in agreed.json()["events"]] == ["!takeback", "!undo"]
    assert other.post("takeback", version=1, answer="yes", client_move_id="agree").json() == agreed.json()
    view = mover.view()
    assert view["turn"]["yours"]
    assert view["takeback"] is None
    assert [line["line"] for line in view["log"]][-1].endswith("undid a move.")
    everything = mover.everything()  # the log still holds the move, and its draw stays hidden from the other
    assert len(everything) == view["version"]
    draw_text = next(event["text"] for event in reversed(everything) if event["actor"] == "*")
    hidden = next(event["text"] for event in reversed(other.everything()) if event["actor"] == "*")
    assert draw_text.startswith("draw ")
    assert hidden == "draw ?" != draw_text
    assert mover.move(view["choices"][0]["move"], view["version"]).status_code == 200


def test_another_move_takes_the_place_of_the_last(server: Running) -> None:
    """In one step, and only one that is legal there; what cannot be taken back freely stays."""
    player = open_table(server.url, me("Ada"), me("Bea"), title="metromania")
    view = player.view()
    player.seat = view["turn"]["actors"][0]
    first, other = (choice["move"] for choice in player.view(seat=player.seat)["choices"][:2])
    version = player.move(first, view["version"]).json()["version"]
    wrong = player.post("undo", version=version, instead="pass")
    assert (wrong.status_code, player.view(seat=player.seat)["version"]) == (422, version)
    body = player.post("undo", version=version, instead=other).json()
    assert [event["text"].split()[0] for event in body["events"]] == ["!undo", "begin"]
    assert body["events"][0]["line"] == ""
    log = player.view(seat=player.seat)["log"]
    assert log[-1]["text"] == other
    assert not [line for line in log if "undid" in line["line"]], "a change of mind is no news"


def test_a_takeback_refused_or_overtaken(server: Running) -> None:
    mover, other = _after_a_move(server)
    mover.post("takeback", version=mover.view()["version"])
    assert other.post("takeback", version=other.view()["version"], answer="no").status_code == 200
    assert mover.view()["takeback"] is None
    mover.post("takeback", version=mover.view()["version"])
    view = other.view()
    assert (
        other.move(view["choices"][0]["move"], view["version"]).status_code == 200
    )  # a move is an answer, too
    assert mover.view()["takeback"] is None


def test_against_a_bot_it_is_free(tmp_path) -> None:
    with running(quiet(tmp_path / "games.db", workers=1)) as server:
        ada = open_table(server.url, me(), GREEDY)
        wait_until(lambda: ada.view()["turn"]["yours"])
        first = ada.view()
        ada.move(first["choices"][0]["move"], first["version"])
        wait_until(lambda: ada.view()["turn"]["yours"])
        view = ada.view()
        assert view["undo"] == "free"
        assert ada.post("undo", version=view["version"]).status_code == 200
        again = ada.view()
        assert [choice["move"] for choice in again["choices"]] == [
            choice["move"] for choice in first["choices"]
        ]
        assert again["version"] == view["version"] + 1
        nothing = ada.post("undo", version=again["version"])
        assert (nothing.status_code, nothing.json()["error"]["code"]) == (422, "nothing_to_undo")


def test_at_one_device_it_is_free(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Grandma"))
    view = ada.view()
    ada.seat = view["viewer"]["seat"]
    ada.move(view["choices"][0]["move"], view["version"])
    response = ada.post("takeback", version=ada.view()["version"])  # asking is answered at once
    assert response.status_code == 200
    assert ada.view()["choices"] == view["choices"]


def test_hot_seat_rematch_needs_one_press(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Grandma"))
    ada.post("resign")
    assert ada.post("rematch").json()["url"].startswith("/table/")
