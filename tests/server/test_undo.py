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
from quartier.server.commands.authorization import NOBODY
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
from quartier.server.domain.table import (
    Table,
    TableSetup,
    advanced,
    empty,
    fold,
)
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
    draft = PendingChange(
        empty(TableSetup("tabletable", "city_blocks", {}, bots, "2026-11-21")),
        NOBODY,
    )
    for seat, bot in enumerate(bots):
        if bot is None:
            draft.say(seat, Join("AB"[seat]))
    for value in range(1, 12):
        draft.play("*", f"bonus {value}")
    for value in (15, 14):
        draft.play("*", f"lot {value}")
    for tile in ("CH", "H2", "H3", "H4", "H5", "S2", "S3", "S4", "S5", "S6"):
        draft.play("*", f"draw {tile}")
    return draft


def _refolded(table: Table, draft: PendingChange) -> Table:
    """The same events folded from the beginning: what a crash leaves."""
    return fold(table.setup, draft.rows)


def _begun_gridlock() -> PendingChange:
    """Gridlock after its first round."""
    draft = PendingChange(empty(TableSetup("tabletable", "gridlock", {}, (None, None), "2026-11-21")), NOBODY)
    for seat, name in enumerate("AB"):
        draft.say(seat, Join(name))
    draft.settle()
    for _ in range(2):
        (seat,) = draft.table.to_act()
        draft.play(seat, draft.table.state.moves(seat)[0])
        draft.settle()
    return draft


def _play_one(draft: PendingChange, seat: int, verb: str) -> None:
    """The first move that begins so."""
    draft.play(seat, next(move for move in draft.table.state.moves(seat) if move.startswith(verb)))


def test_a_turn_of_several_moves_begins_anew() -> None:
    """Gridlock's builds draw nothing until the turn ends: one by one, or all together, they can be taken back."""
    draft = _begun_gridlock()
    (seat,) = draft.table.to_act()
    before, first = draft.table.state.to_bytes(), draft.table.version + 1
    for number, verb in enumerate(("cone", "lay", "lay")):
        _play_one(draft, seat, verb)
        assert offers(draft.table, seat, {seat}).restart == (number > 0)
    assert free_from(draft.table, seat) == first + 2
    assert turn_from(draft.table, seat) == first
    draft.say(seat, Undo(first))
    assert draft.table.state.to_bytes() == before
    assert turn_from(draft.table, seat) is None
    assert not offers(draft.table, seat, {seat}).restart


def test_free_until_chance_came_in_between() -> None:
    draft = _draft()
    assert free_from(draft.table, 0) is None  # nothing to undo
    before = draft.table.state.to_bytes()
    draft.play(0, "CH@c3")  # a courthouse: the same seat goes on, nothing is drawn yet
    start = free_from(draft.table, 0)
    assert start == draft.table.version
    draft.say(0, Undo(start))
    assert draft.table.state.to_bytes() == before
    draft.play(0, "H2@c3")
    draft.play("*", "draw F3")
    assert free_from(draft.table, 0) is None
    assert asked_from(draft.table, 0) == draft.table.version - 1
    assert asked_from(draft.table, 1) is None


def test_the_fold_of_the_log_is_the_table() -> None:
    draft = _draft()
    draft.play(0, "CH@c3")
    draft.say(0, Undo(draft.table.version))
    draft.play(0, "H2@c3")
    draft.play("*", "draw F3")
    draft.play(1, "S2@d4")
    draft.play("*", "draw H1")
    draft.say(0, AskTakeback())
    draft.say(1, AnswerTakeback(yes=True))
    draft.say(0, Undo(asked_from(draft.table, 0)))
    refolded = _refolded(draft.table, draft)
    assert refolded == draft.table
    for cut in range(len(draft.rows)):  # brought forward from any point, it is the same table
        assert advanced(fold(draft.table.setup, draft.rows[:cut]), draft.rows[cut:]) == draft.table


def _begun(title: str, rng: random.Random) -> PendingChange:
    """A table of the title for as many as can play, after its setup and some random moves."""
    seats = quartier.load(title).seats[1]
    setup = TableSetup("tabletable", title, {}, (None,) * seats, "2026-11-21", automatic=True)
    draft = PendingChange(empty(setup), NOBODY)
    for seat in range(seats):
        draft.say(seat, Join(f"N{seat}"))
    draft.settle()
    for _ in range(rng.randrange(60)):
        _play_some(draft, rng)
    return draft


def _play_some(draft: PendingChange, rng: random.Random) -> None:
    if draft.table.to_act():
        seat = rng.choice(sorted(draft.table.to_act(), key=int))
        draft.play(int(seat), rng.choice(draft.table.state.moves(seat)))
        draft.settle()


@pytest.mark.parametrize("title", registry.titles())
def test_what_is_played_unasked_can_be_taken_back_freely(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or it ends the turn. And what can be taken back asks only where the touches might mean something else."""
    rng, unasked = random.Random(73), 0
    # The same games every time.
    monkeypatch.setattr("quartier.server.commands.pending_change.Dice", lambda: Dice(rng.getrandbits(64)))
    for _ in range(6):
        draft = _begun(title, rng)
        for seat in sorted(draft.table.to_act(), key=int):
            choices = draft.table.state.seen_by(int(seat), "en").choices()
            paths = Counter(tuple(path) for choice in choices for path in choice.paths)
            for choice in rng.sample(choices, min(len(choices), 12)):
                if draft.table.state.read(choice.move) in ending(draft.table.state.game.declared):
                    continue
                free = _is_free_after(draft.table, int(seat), choice.move)
                asks = any(paths[tuple(path)] > 1 or path[-1].startswith("number-") for path in choice.paths)
                assert choice.at_once == free or (free and asks), choice.move
                unasked += choice.at_once
    assert unasked or title not in ("metromania", "gridlock")


def _is_free_after(table: Table, seat: int, move: str) -> bool:
    """Whether the move, once played, can be taken back freely, and leaves something to decide: nobody was forced to move."""
    twin = PendingChange(table, NOBODY)
    twin.play(seat, move)
    played = twin.table.version
    twin.settle()
    decides = twin.table.version == played and len(twin.table.state.moves(seat)) > 1
    return decides and free_from(twin.table, seat) == played


def test_advancing_leaves_the_old_table_alone() -> None:
    draft = _draft()
    held = draft.table
    kept = fold(held.setup, draft.rows)
    other = PendingChange(held, NOBODY)
    other.play(0, "H2@c3")
    other.say(1, AskTakeback())
    assert held == kept


@pytest.mark.parametrize(
    ("bots", "held", "expected"),
    [((None, None), {0}, "ask"), ((None, None), {0, 1}, "free"), ((None, "random"), {0}, "free")],
)
def test_who_need_be_asked(bots: tuple[str | None, str | None], held: set[int], expected: str) -> None:
    draft = _draft(bots)
    draft.play(0, "H2@c3")
    draft.play("*", "draw F3")
    assert offers(draft.table, 0, held).tier == expected
    draft.say(0, Resign())
    assert offers(draft.table, 0, held).tier is None


def _settled(show_money: bool) -> tuple[PendingChange, int]:
    """Neue Heimat with three, after a last bid that the auctioneer could not pay; and the bidder, who places the piece."""
    options, people = {"show_money": show_money}, (None, None, None)
    draft = PendingChange(
        empty(TableSetup("tabletable", "neue_heimat", options, people, "2026-11-21")), NOBODY
    )
    for seat, name in enumerate("ABC"):
        draft.say(seat, Join(name))
    draft.settle()
    while True:
        (seat,) = draft.table.to_act()
        move = _auction_move(draft.table.state.moves(seat), last=_bids_last(draft.table, seat))
        draft.play(seat, move)
        if move.startswith("bid") and draft.table.may_move(seat):
            return draft, seat
        draft.settle()


def _bids_last(table: Table, seat: int) -> bool:
    record = table.state.opened()
    return bool((seat + 1) % record.players == record.auctioneer)


def _auction_move(moves: list[str], last: bool) -> str:
    """Only the last bidder bids, all that there is; the auctioneer keeps the piece if the price can be paid."""
    bids = sorted((move for move in moves if move.startswith("bid")), key=lambda move: int(move.split()[1]))
    wanted = [*(bids[-1:] if last else []), "pass", "keep", *(m for m in moves if m.startswith("offer"))]
    return next((move for move in wanted if move in moves), moves[0])


@pytest.mark.parametrize("show_money", [True, False])
def test_a_bid_that_settles_a_covered_auction_stays(show_money: bool) -> None:
    """The auctioneer decides only if the hand pays the price: free tries of every bid would count the cheques."""
    draft, bidder = _settled(show_money)
    assert (free_from(draft.table, bidder) is None) is not show_money
    assert asked_from(draft.table, bidder) == draft.table.version
    assert offers(draft.table, bidder, {bidder}).tier == ("free" if show_money else "ask")


def _with_a_stand_in() -> PendingChange:
    """Both have moved; then a bot takes the place of seat 1, and seat 0 is to move."""
    draft = _draft()
    for seat, move in ((0, "H2@c3"), (1, "S2@d4")):
        draft.play(seat, move)
        draft.settle()
    draft.say(1, BotTakeover("3"))
    return draft


def test_who_was_replaced_cannot_be_passed_over() -> None:
    """The rival is gone and cannot be asked: the moves that he saw stay, until he is back and can say yes."""
    draft = _with_a_stand_in()
    assert asked_from(draft.table, 0) is None
    assert offers(draft.table, 0, {0}).tier is None
    draft.say(1, Return())
    assert offers(draft.table, 0, {0}).tier == "ask"


def test_nobody_draws_again_while_a_bot_stands_in() -> None:
    """The bot has not moved yet, so its move is no hindrance; but the person who may come back would be cheated."""
    draft = _with_a_stand_in()
    draft.play(0, "H3@c4")
    assert offers(draft.table, 0, {0}).tier is None
    draft.settle()
    for held in ({0}, {0, 1}):
        assert offers(draft.table, 0, held).tier is None
    draft.say(1, Return())
    assert offers(draft.table, 0, {0}).tier == "ask"


def test_a_question_ends_when_a_bot_stands_in() -> None:
    draft = _draft()
    draft.play(0, "H2@c3")
    draft.settle()
    draft.say(0, AskTakeback())
    draft.say(1, BotTakeover("3"))
    assert draft.table.asked is None  # nobody could say yes any more, and it would hold up the next question


def test_a_move_of_a_stand_in_is_never_taken_back() -> None:
    draft = _with_a_stand_in()
    draft.play(0, "H3@c4")
    draft.settle()
    draft.play(1, "S3@d5")
    draft.settle()
    for held in ({0}, {0, 1}):
        assert offers(draft.table, 0, held).tier is None
    draft.say(1, Return())  # not even with the person's consent
    assert offers(draft.table, 0, {0}).tier is None
    assert _refolded(draft.table, draft) == draft.table


def test_a_forced_move_of_a_stand_in_is_no_less_a_fence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced moves go with the decision before them, but the person who was away could not say that it may go."""
    monkeypatch.setitem(registry.OURS, "sticks", "tests.titles.sticks")
    monkeypatch.setattr(forced_moves, "only_move", lambda _, seat: "1" if seat else None)
    setup = TableSetup("tabletable", "sticks", {}, (None, None), "2026-11-21", automatic=True)
    for stand_in, expected in ((False, 3), (True, None)):
        draft = PendingChange(empty(setup), NOBODY)
        for seat, name in enumerate("AB"):
            draft.say(seat, Join(name))
        draft.play(0, "3")
        if stand_in:
            draft.say(1, BotTakeover("3"))
        draft.settle()  # seat 1 has no choice
        assert draft.table.may_move(0)
        assert free_from(draft.table, 0) == turn_from(draft.table, 0) == expected
        if stand_in:
            draft.say(1, Return())
            assert is_fenced(draft.table, 0)
            assert offers(draft.table, 0, {0}).tier is None


def test_who_comes_back_cannot_take_back_what_the_bot_has_done() -> None:
    draft = _begun_gridlock()
    (seat,) = draft.table.to_act()
    draft.say(seat, BotTakeover("3"))
    _play_one(draft, seat, "cone")
    draft.say(seat, Return())
    assert draft.table.may_move(seat)
    assert free_from(draft.table, seat) is None
    assert offers(draft.table, seat, {seat}).tier is None
    _play_one(draft, seat, "lay")
    assert free_from(draft.table, seat) == turn_from(draft.table, seat) == draft.table.version
    assert not offers(draft.table, seat, {seat}).restart


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
    assert [line["line"] for line in view["log"]][-1].endswith("takes back a move.")
    told = mover.everything()  # the log still holds the move, and its draw stays hidden from the other
    assert len(told) == view["version"]
    drawn = next(event["text"] for event in reversed(told) if event["actor"] == "*")
    hidden = next(event["text"] for event in reversed(other.everything()) if event["actor"] == "*")
    assert drawn.startswith("draw ")
    assert hidden == "draw ?" != drawn
    assert mover.move(view["choices"][0]["move"], view["version"]).status_code == 200


def test_another_move_takes_the_place_of_the_last(server: Running) -> None:
    """In one step, and only one that is legal there; what cannot be taken back freely stays."""
    player = open_table(server.url, me("Ada"), me("Bea"), title="metromania")
    view = player.view()
    player.seat = view["turn"]["actors"][0]
    begun, other = (choice["move"] for choice in player.view(seat=player.seat)["choices"][:2])
    version = player.move(begun, view["version"]).json()["version"]
    wrong = player.post("undo", version=version, instead="pass")
    assert (wrong.status_code, player.view(seat=player.seat)["version"]) == (422, version)
    told = player.post("undo", version=version, instead=other).json()
    assert [event["text"].split()[0] for event in told["events"]] == ["!undo", "begin"]
    assert told["events"][0]["line"] == ""
    log = player.view(seat=player.seat)["log"]
    assert log[-1]["text"] == other
    assert not [line for line in log if "takes back" in line["line"]], "a change of mind is no news"


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
    asked = ada.post("takeback", version=ada.view()["version"])  # asking is answered at once
    assert asked.status_code == 200
    assert ada.view()["choices"] == view["choices"]


def test_hot_seat_rematch_needs_one_press(server: Running) -> None:
    ada = open_table(server.url, me("Ada"), me("Grandma"))
    ada.post("resign")
    assert ada.post("rematch").json()["url"].startswith("/table/")
