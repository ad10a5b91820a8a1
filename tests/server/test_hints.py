"""Hints: for whom, when, from what knowledge, and never too late."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import quartier
from quartier import Dice, State, bots
from quartier.bots.principal_variation import Step
from quartier.conformance.games import load_compiled
from quartier.core.game.choices import Choice
from quartier.core.game.ruleset import Ruleset
from quartier.core.text.effects import Gain
from quartier.core.text.languages import translator
from quartier.server.views.learning.explanations import is_gain, reasons_for
from quartier.server.views.learning.hints import hint_view, promise
from quartier.server.workers import drawbacks
from quartier.server.workers.diversity import MoveIdea
from quartier.server.workers.drawbacks import Drawback, Reply
from quartier.server.workers.hints import look_once
from quartier.server.workers.jobs import (
    GoodMove,
    HintJob,
    HintResult,
    Job,
    JobContext,
    RulesJob,
    concealed_view,
)
from quartier.server.workers.outlook import OPEN, Outlook

from .harness import (
    FRIEND,
    GREEDY,
    TIMEOUT,
    Player,
    Running,
    browser,
    me,
    open_table,
    play_here,
    two_players,
    wait_until,
)
from .test_no_leak import TABLE, case, twins  # noqa: F401 (fixtures)


def _ask(player: Player, **changes: object) -> httpx.Response:
    body = {"seat": player.seat, "version": player.view()["version"]} | changes
    return player.client.post(f"{player.path}/hint", json=body, params={"lang": "de"}, timeout=120)


def _alone(server: Running, title: str = "city_blocks") -> Player:
    """Two seats at one device: one of them is to move, and no bot ever does."""
    ada = open_table(server.url, me("Ada"), me("Bea"), title=title)
    ada.seat = ada.view()["turn"]["actors"][0]
    return ada


def _hint_of(*moves: GoodMove, outlook: Outlook = OPEN) -> HintResult:
    return HintResult(list(moves), outlook)


def test_three_good_moves_with_what_they_promise(server: Running) -> None:
    ada = _alone(server)
    answer = _ask(ada)
    assert answer.status_code == 200, answer.text
    body, view = answer.json(), ada.view(lang="de", seat=ada.seat)
    labels = {choice["move"]: choice["label"] for choice in view["choices"]}
    assert body["version"] == view["version"]
    assert len(body["moves"]) == 3
    for hint in body["moves"]:
        assert hint["label"] == labels[hint["move"]]
        assert 0 <= hint["value"] <= 1
        assert hint["promise"] in ("", f"{round(100 * hint['value'])}\u00a0%")
        assert re.fullmatch(r"([^+−]+\.)?", hint["why"])  # facts, no sums of signed parts


def test_a_hint_without_facts_gives_no_reason() -> None:
    view, moves = _some_hold_up()
    idle = next(move for move in moves if not reasons_for(view, 0, move, (), "en"))
    choice = next(choice for choice in view.seen_by(0, "en").choices() if choice.move == idle)
    assert not is_gain(choice.gain)
    (hint,) = hint_view(_hint_of(GoodMove(idle, 0.5)), view, 0, [choice], "en", [])["moves"]
    assert hint["why"] == ""


def test_a_value_of_few_visits_is_not_shown() -> None:
    view, (move, *_) = _some_hold_up()
    choice = next(choice for choice in view.seen_by(0, "en").choices() if choice.move == move)
    result = _hint_of(GoodMove(move, 0.33), GoodMove(move, 0.04, reliable=False))
    assert [hint["promise"] for hint in hint_view(result, view, 0, [choice], "en", [])["moves"]] == [
        "33%",
        "",
    ]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.0, "This wins whatever they do. Brings $7."),
        (0.0, "This loses if they make no mistake. Brings $7."),
        (0.5, "Brings $7."),
    ],
)
def test_a_proven_result_is_a_reason_unless_no_move_changes_it(value: float, why: str) -> None:
    gain = Gain("Build", "+$7", ("Brings $7.",))
    view = quartier.load("city_blocks").new(2, seed=1).concealed(0)

    def reason(is_proven: bool, outlook: Outlook) -> str:
        good = GoodMove("a", value, is_proven=is_proven)
        (hint,) = hint_view(_hint_of(good, outlook=outlook), view, 0, [_choice("a", gain)], "en", [])["moves"]
        return hint["why"]

    assert reason(True, Outlook("won", 40)) == why
    assert reason(False, Outlook("won", 40)) == reason(True, Outlook("decided")) == "Brings $7."


def test_a_proof_of_the_search_is_in_the_result() -> None:
    """Connect Four is the title in which a win soon is proven."""
    game = load_compiled("connect_four")
    state = game.new()
    for index, column in enumerate("dadada"):
        state.play(index % 2, column)
    job = HintJob("connect_four", 0, concealed_view(state, 0))
    first = job.work(game, JobContext(lambda _: None, lambda: False)).moves[0]
    assert (first.move, first.value, first.is_proven) == ("d", 1.0, True)


def test_where_no_network_knows_reasons_the_title_says_what_a_move_does() -> None:
    """Beside another move only what that does not do as well."""
    view, moves = _some_hold_up()
    moves = moves[:: len(moves) // 25]
    reasons = {move: reasons_for(view, 0, move, (), "en") for move in moves}
    idle = next(move for move in moves if not reasons[move])
    for move in moves:
        assert reasons_for(view, 0, move, (), "en", idle) == reasons[move]
        assert reasons_for(view, 0, move, (), "en", move) == ""
    choice = next(choice for choice in view.seen_by(0, "en").choices() if reasons[choice.move])
    (hint,) = hint_view(_hint_of(GoodMove(choice.move, 0.5)), view, 0, [choice], "en", [])["moves"]
    assert hint["why"] == reasons[choice.move] != choice.gain.sentence


def _some_hold_up() -> tuple[State, list[str]]:
    """A position of Gridlock for three, concealed for its first seat, and moves of which some hold up a rival."""
    state, dice = load_compiled("gridlock").new(3, seed=5), Dice(5)
    while True:
        (seat,) = state.seats_to_act()
        view = state.concealed(seat)
        moves = [choice.move for choice in view.seen_by(seat, "en").choices()] if seat == 0 else []
        if any(" needs longer to reach " in reasons_for(view, 0, move, (), "en") for move in moves):
            return view, moves
        state.play(seat, bots.make("greedy", state.game).choose(view, seat, dice))


def test_alone_a_move_promises_points() -> None:
    state = quartier.load("block_city").new(1, seed=1)
    view, choice = state.concealed(0), state.seen_by(0, "en").choices()[0]
    why = reasons_for(view, 0, choice.move, (), "en") or choice.gain.sentence
    result = _hint_of(GoodMove(choice.move, 41.6), GoodMove("b", 3.0))
    assert hint_view(result, view, 0, [choice], "en", []) == {
        "verdict": "",
        "moves": [
            {
                "move": choice.move,
                "label": choice.label,
                "value": 41.6,
                "promise": "42 points",
                "why": why,
                "line": [],
            }
        ],
    }
    assert promise(0.005, 2, translator("en")) == "0%"


@pytest.mark.parametrize(
    ("outlook", "lang", "verdict"),
    [
        (Outlook("won"), "en", "You’ve all but won. Your moves score:"),
        (Outlook("won"), "de", "Du hast so gut wie gewonnen. Deine Züge bringen:"),
        (Outlook("lost"), "en", "You’re unlikely to turn this around."),
        (Outlook("lost"), "de", "Diese Partie ist kaum noch zu drehen."),
        (Outlook("decided"), "en", "The game is decided: no move changes who wins."),
        (Outlook("decided"), "de", "Die Partie ist entschieden"),
    ],
)
def test_what_is_decided_is_stated_and_moves_bring_points(outlook: Outlook, lang: str, verdict: str) -> None:
    gain = Gain("Build", "+$7", ("Brings $7.",))
    view = quartier.load("city_blocks").new(2, seed=1).concealed(0)
    result = _hint_of(GoodMove("a", 0.99, (("races", 30),)), outlook=outlook)
    hint_shown = hint_view(result, view, 0, [_choice("a", gain)], lang, [])
    assert hint_shown["verdict"].startswith(verdict)
    (hint,) = hint_shown["moves"]
    assert (hint["promise"], hint["why"]) == ("+$7", "Brings $7.")


def _choice(move: str, gain: Gain) -> Choice:
    return Choice(
        move, [[move]], move, (), gain.amount, at_once=False, wire_text="", gain=gain, effect_text=""
    )


def test_why_what_brings_most_at_once_is_behind() -> None:
    """A reply, or facts, or how much less the bot expects; nothing where it expects as much."""
    state = quartier.load("block_city").new(2, seed=1)
    view, (first, most) = state.concealed(0), state.seen_by(0, "en").choices()[:2]

    def why(drawback: Drawback, value: float = 0.5, outlook: Outlook = OPEN) -> str:
        good = GoodMove(most.move, value, (), (), drawback)
        result = _hint_of(GoodMove(first.move, 0.6), good, outlook=outlook)
        return hint_view(result, view, 0, [first, most], "en", ["Ada", "Bea"])["moves"][1]["why"]

    reply = "Scores most now, but Bea could then score 9."
    assert why(Drawback((), Reply(1, 9))) == reply == why(Drawback((), Reply(1, 9)), 0.5, Outlook("won", 40))
    assert why(Drawback((), Reply(1, 9)), 0.6) != reply  # the same promise: it is not behind
    fewer = "Scores most now, but 2 points fewer by the end."
    assert why(Drawback((("rest", 21),), None)) == fewer
    assert why(Drawback((("rest", 2),), None)) == "Scores most now, but your chances are 50%, not 60%."
    facts = reasons_for(view, 0, first.move, (("public buildings", 9), ("parks", 9)), "en", most.move)
    expected = f"Scores most now. The first move has other advantages. {facts}" if facts else fewer
    assert why(Drawback((("public buildings", 9), ("parks", 9)), None)) == expected


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "Otherwise Bea could score 9."), ("de", "Sonst könnte Bea 9 holen.")]
)
def test_a_hint_names_the_threat_that_a_move_parries(lang: str, sentence: str) -> None:
    state = quartier.load("block_city").new(2, seed=1)
    view, (choice, *_) = state.concealed(0), state.seen_by(0, lang).choices()

    def why(good: GoodMove, outlook: Outlook = OPEN) -> str:
        return hint_view(_hint_of(good, outlook=outlook), view, 0, [choice], lang, ["Ada", "Bea"])["moves"][
            0
        ]["why"]

    good = GoodMove(choice.move, 0.6, parries=Reply(1, 9))
    assert why(good).startswith(sentence)
    assert sentence not in why(good, Outlook("decided"))
    assert sentence not in why(good._replace(value=1.0, is_proven=True))


@pytest.mark.parametrize(
    ("points", "expected"),
    [((3, 9, 8), Reply(1, 8)), ((3, 9, 5), None), ((0, 1), None), ((-3, 0), None), ((0,), None)],
    ids=[
        "all others allow more",
        "another parries it too",
        "next to nothing",
        "only less harm",
        "the only move",
    ],
)
def test_a_threat_is_what_all_other_moves_allow(
    points: tuple[int, ...], expected: Reply | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = quartier.load("block_city").new(2, seed=1)
    moves = state.moves(0)[: len(points)]
    after = {state.read(move): Reply(1, count) for move, count in zip(moves, points, strict=True)}
    monkeypatch.setattr(drawbacks, "_reply", lambda world, seat, action, dice: after[action])
    ideas = [MoveIdea(move, 0.5, 9, "", "", "", 0, 0, False) for move in moves]
    assert drawbacks.parried_by_best(state.concealed(0), 0, ideas, Dice(1)) == expected


def test_what_the_final_scoring_brings_is_no_threat() -> None:
    state, dice = load_compiled("neue_heimat").new(2, seed=13), Dice(13)
    bot = bots.make("greedy", state.game)
    while not state.over:
        seat = min(state.seats_to_act())
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))
        state.settle(dice)
    near_end = list(state.decisions())[-3]
    position, seat = state.at(near_end), state.past[near_end].actor
    ideas = [MoveIdea(move, 0.5, 0, "", "", "", 0, 0, False) for move in position.moves(seat)]
    assert len(ideas) == 2  # to bid 1, or to pass, after which the next move ends the game
    assert drawbacks.parried_by_best(position.concealed(seat), seat, ideas, dice) is None


def test_rules_are_loaded_before_the_first_hint_is_asked_for(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each table with hints, and only from the cache on disk."""
    load_compiled("city_blocks")
    jobs: list[Job] = []
    service = server.services.hint_service
    monkeypatch.setattr(service.queue._process, "work_out", lambda job, *_: jobs.append(job))
    ada = _alone(server)
    with monkeypatch.context() as patch:
        patch.setattr(Ruleset, "is_compiled", False)
        service._prepare(ada.table)
        assert not service._prepared.get(ada.table)
    service.start()
    play_here(ada, 2)
    two_players(server.url)  # on two devices: no hints
    _alone(server)
    wait_until(lambda: len(jobs) == 2)
    assert jobs == [RulesJob("city_blocks")] * 2


def test_a_hint_has_priority_over_a_review(server: Running) -> None:
    """A person waits for it."""
    hints, reviews = server.services.hint_service.queue, server.services.reviews._queue
    assert hints._process._niceness < reviews._process._niceness


def test_asking_twice_is_asking_once(server: Running) -> None:
    ada = _alone(server)
    version = ada.view()["version"]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: _ask(ada, version=version).json(), range(4)))
    assert answers == [answers[0]] * 4


def test_a_hint_for_a_table_that_has_moved_on_is_dropped(server: Running) -> None:
    ada = _alone(server)
    version = ada.view()["version"]
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(_ask, ada, version=version)
        wait_until(lambda: server.services.hint_service._pending.get((ada.table, ada.seat)))
        play_here(ada, 1)
        answer = future.result(60)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("seats", "wished", "given"),
    [
        ([me(), GREEDY], None, True),
        ([me(), me("Bea")], None, True),
        ([me(), FRIEND], None, False),
        ([me(), FRIEND], True, True),
        ([me(), GREEDY], False, False),
    ],
)
def test_who_opens_a_table_decides(server: Running, seats: list, wished: bool | None, given: bool) -> None:
    ada = browser(server.url)
    body = {"title": "city_blocks", "seats": seats} | ({} if wished is None else {"hints": wished})
    ada.table = ada.client.post("/api/tables", json=body).json()["id"]
    assert ada.view()["hints"] is given


def test_people_on_two_devices_have_none(server: Running) -> None:
    ada, bob = two_players(server.url)
    player = ada if ada.view()["turn"]["yours"] else bob
    refused = _ask(player)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no_hints")
    assert "sind Tipps aus" in refused.json()["error"]["text"]


def test_only_who_is_to_move_is_notified(server: Running) -> None:
    ada = _alone(server)
    other = _ask(ada, seat=1 - ada.seat)
    assert (other.status_code, other.json()["error"]["code"]) == (422, "not_your_turn")
    ada.client.cookies.clear()
    stranger = ada.client.post(f"{ada.path}/hint", json={"seat": ada.seat, "version": 1})
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (403, "no_seat")


def _finds_nothing(*_: object) -> None:
    """A process that has died, or said nothing in time."""


def _cannot_start(*_: object) -> None:
    raise OSError(11, "Resource temporarily unavailable")


def _assert_first_look(answer: httpx.Response) -> None:
    assert answer.status_code == 200, answer.text
    assert answer.json()["moves"]
    assert "einen Zug voraus" in answer.json()["verdict"]


def test_a_search_that_breaks_leaves_a_first_look(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = _alone(server)
    for breaks in (_finds_nothing, _cannot_start):
        monkeypatch.setattr(server.services.hint_service.queue._process, "work_out", breaks)
        _assert_first_look(_ask(ada))
    monkeypatch.undo()
    assert _ask(ada).json()["verdict"] == ""


def test_a_busy_worker_leaves_a_first_look_and_new_positions_replace_old_ones(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One job blocks the process; a player who moves on never has more than one waiting."""
    free, service = threading.Event(), server.services.hint_service
    monkeypatch.setattr(service, "patience", 0.0)
    monkeypatch.setattr(service.queue._process, "work_out", lambda *_: free.wait(TIMEOUT) and None)
    ada = _alone(server)
    try:
        for _ in range(service.queue.MAX_PER_OWNER + 2):
            ada.seat = ada.view()["turn"]["actors"][0]
            _assert_first_look(_ask(ada))
            play_here(ada, 1)
        assert len(service.queue._jobs) <= 1
        service.queue.MAX_JOBS = 0
        ada.seat = ada.view()["turn"]["actors"][0]
        _assert_first_look(_ask(ada))
    finally:
        free.set()


@pytest.mark.parametrize("title", ["city_blocks", "metromania"])
def test_a_first_look_names_the_best_move_at_once_and_the_greedy_one(title: str) -> None:
    view = quartier.load(title).new(2, seed=1).concealed(0)
    (seat,) = view.seats_to_act()
    looked = look_once(view.concealed(seat), seat)
    assert 1 <= len(looked.moves) <= 2
    assert all(good.move in view.concealed(seat).moves(seat) and not good.reliable for good in looked.moves)


def test_hidden_tiles_change_no_byte_of_what_is_searched(twins: list[Running]) -> None:  # noqa: F811
    states = [server.services.tables.load(TABLE)[1].state for server in twins]
    assert states[0] != states[1]
    assert concealed_view(states[0], 0) == concealed_view(states[1], 0)
    assert concealed_view(states[0], 1) != concealed_view(states[1], 1)


def test_hints_survive_a_rematch(server: Running) -> None:
    ada = _alone(server)
    ada.post("resign")
    ada.table = ada.post("rematch").json()["id"]
    assert ada.view()["hints"] is True


def test_what_may_follow_is_named_with_its_places_and_whose_it_is() -> None:
    view = quartier.load("metromania").new(2, seed=1).concealed(0)
    (seat,) = view.seats_to_act()
    choice = view.concealed(seat).seen_by(seat, "de").choices()[0]
    step = Step(seat, choice.move, bytes(view))
    good = GoodMove(choice.move, 0.5, (), (step, step._replace(seat=1 - seat)))
    (hint,) = hint_view(_hint_of(good), view, 1 - seat, [choice], "de", ["Ada", "Bea"])["moves"]
    names = [step["name"] for step in hint["line"]]
    assert names == [["Ada", "Bea"][seat], ""]
    assert all(step["label"] and step["places"] for step in hint["line"])
