"""The tree search: the same for the same seed, compiled or not; sound where the truth is known; within its budget."""

import os
import subprocess
import sys
import time
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import quartier
from quartier import Dice, bots
from quartier.bots import model_functions
from quartier.bots.mcts import tree
from quartier.bots.mcts.search import Race, Search
from quartier.bots.registry import Searcher
from quartier.bots.settings import Budget, Settings, budget
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.engine.networks import untrained_net
from quartier.core.engine.program import Bound, Program
from quartier.core.game.game import Game
from quartier.core.game.state import State
from quartier.core.game.title_spec import TitleSpec
from quartier.core.text.errors import BadOption, QuartierError
from quartier.games.neue_heimat.rules.moves import BID, PASS
from tests.conformance.titles import TITLES


def opening(title: str, seats: int | None = None, moves: int = 0) -> tuple[State, int]:
    """The position after some random moves, and who is to act there."""
    game = load_compiled(title)
    state, dice = game.new(seats, seed=4), Dice(4)
    for _ in range(moves):
        seat = min(state.to_act())
        state.play(seat, bots.make("random", game).choose(state.concealed(seat), seat, dice))
    return state, min(state.to_act())


def after(moves: str) -> tuple[State, int]:
    """The position of Connect Four after these columns."""
    state = load_compiled("connect_four").new()
    for index, column in enumerate(moves):
        state.play(index % 2, column)
    return state, len(moves) % 2


@pytest.mark.parametrize("title", TITLES)
def test_compiled_and_interpreted_searches_find_the_same(title: str) -> None:
    state, seat = opening(title, moves=5)
    view = state.concealed(seat)
    twin = load_interpreted(title).from_bytes(view.to_bytes(), state.seats, state.options, seat)
    fast, slow = (bots.analyse(position, seat, "mcts:25", Dice(2)) for position in (view, twin))
    assert fast.candidates == slow.candidates
    assert fast.simulations == slow.simulations == 25


WITHOUT_A_COMPILER = """
import sys
import quartier
from quartier import Dice, bots

game = quartier.load("connect_four")
bots.compile_for(game)
position = game.from_bytes(bytes.fromhex(sys.argv[1]), 2, {}, viewer=0)
print(bots.analyse(position, 0, "mcts:25", Dice(2)).candidates)
"""


def test_a_search_without_a_compiler_finds_the_same() -> None:
    """NUMBA_DISABLE_JIT: rules are compiled in name only, as they are in a server's worker."""
    view = load_interpreted("connect_four").new().concealed(0)
    command = [sys.executable, "-c", WITHOUT_A_COMPILER, view.to_bytes().hex()]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == repr(bots.analyse(view, 0, "mcts:25", Dice(2)).candidates)


def test_a_search_begins_while_its_game_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(TitleSpec("connect_four"))
    position = game.new().concealed(0)

    def bound(loops: ModuleType) -> Bound:
        """Interpreted still, and compiled a moment later, as by another thread."""
        result = game.spec.program.bound(loops)
        game.compile()
        return result

    monkeypatch.setattr(game, "bound", bound)
    search = Search(game, "mcts:25")
    first, second = (search.run(position, 0, Dice(2)).candidates for _ in range(2))
    usual = bots.analyse(load_interpreted("connect_four").new().concealed(0), 0, "mcts:25", Dice(2))
    assert first == usual.candidates
    assert second


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("text", ["mcts:60", "mcts:30x2"])
def test_the_same_dice_give_the_same_search(title: str, text: str) -> None:
    state, seat = opening(title)
    first, second = (bots.analyse(state.concealed(seat), seat, text, Dice(3)) for _ in range(2))
    assert first.candidates == second.candidates
    assert first.simulations == 60


@pytest.mark.parametrize("title", [title for title in TITLES if title != "connect_four"])
def test_values_are_shares_of_the_win_for_every_number_of_seats(title: str) -> None:
    fewest, most = load_compiled(title).seats
    for seats in range(max(2, fewest), most + 1):
        state, seat = opening(title, seats)
        analysis = bots.analyse(state.concealed(seat), seat, "mcts:40", Dice(1))
        assert sum(candidate.visits for candidate in analysis.candidates) <= 40
        for candidate in analysis.candidates:
            assert candidate.move in state.moves(seat)
            assert len(candidate.values) == seats
            assert sum(candidate.values) == pytest.approx(1.0)
            assert all(0.0 <= value <= 1.0 for value in candidate.values)


def test_alone_values_are_points() -> None:
    state, seat = opening("block_city", seats=1)
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:60", Dice(1))
    assert all(20.0 < candidate.values[0] < 1000.0 for candidate in analysis.candidates)


def test_it_takes_a_win_and_stops_one() -> None:
    state, seat = after("dadbd")
    assert bots.analyse(state.concealed(seat), seat, "mcts:400", Dice(1)).best.move == "d"
    state, seat = after("dadada")
    won = bots.analyse(state.concealed(seat), seat, "mcts:400", Dice(1))
    assert won.best.move == "d"
    assert won.values[seat] > 0.95


def test_it_sees_an_open_three_coming() -> None:
    """Two discs side by side on the ground with both ends free win by force unless they are stopped at once."""
    state, seat = after("dde")
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:4000", Dice(1))
    assert analysis.best.move in "cf"
    loser = analysis.of("a")
    assert loser is None or loser.values[seat] < analysis.best.values[seat]


def playouts_of_first_move(greedy: float, playouts: int = 100) -> int:
    """How many playouts of one move choose the first column of an empty board, the first of seven equal ones."""
    state, _ = after("")
    (first, _), count = after("a"), 0
    work = model_functions.new_workspace(state.game, state.seats, untrained_net())
    work.rng[0] = 1
    for _ in range(playouts):
        work.world[:] = np.frombuffer(state.to_bytes(), np.uint8)
        assert state.game.bound(model_functions).rollout(work, 1, greedy, 1.0, 0.0) == 0
        count += bytes(work.world) == first.to_bytes()
    return count


def test_a_playout_can_go_by_the_evaluation() -> None:
    assert playouts_of_first_move(greedy=1.0) == 100
    assert 40 < playouts_of_first_move(greedy=0.5) < 80
    assert 3 < playouts_of_first_move(greedy=0.0) < 30


def test_more_simulations_play_better() -> None:
    strong, weak = (
        bots.make("mcts:400", load_compiled("connect_four")),
        bots.make("mcts:15", load_compiled("connect_four")),
    )
    points, dice = 0.0, Dice(5)
    for game in range(30):
        state = load_compiled("connect_four").new()
        while not state.over:
            (seat,) = state.to_act()
            player = strong if (seat + game) % 2 == 0 else weak
            state.play(seat, player.choose(state.concealed(seat), seat, dice))
        winners = state.winners()
        points += (game % 2 in winners) / len(winners)
    assert points >= 22


def test_moves_asked_for_are_among_the_candidates() -> None:
    for title in TITLES:
        state, seat = opening(title)
        moves = state.moves(seat)
        analysis = bots.analyse(
            state.concealed(seat), seat, "mcts:80", Dice(1), include=[moves[0], moves[-1]]
        )
        for move in (moves[0], moves[-1]):
            candidate = analysis.of(move)
            assert candidate is not None
            assert candidate.visits >= 10


def test_a_search_in_seconds_ends_in_time_and_can_be_stopped() -> None:
    state, seat = opening("city_blocks")
    began = time.perf_counter()
    analysis = bots.analyse(
        state.concealed(seat), seat, "mcts:60s", stop=lambda: time.perf_counter() > began + 0.2
    )
    assert analysis.candidates
    assert analysis.seconds < 30
    assert bots.analyse(state.concealed(seat), seat, "mcts:0.05s").simulations > 0


def test_a_bot_that_searches_can_be_stopped() -> None:
    """At once, or after a while: then it plays what it has found so far."""
    state, seat = opening("city_blocks")
    bot = bots.make("mcts:900000", state.game)
    assert isinstance(bot, Searcher)
    for seconds in (0.0, 0.2):
        began = time.perf_counter()
        bot.stop = lambda began=began, seconds=seconds: time.perf_counter() >= began + seconds
        assert bot.choose(state.concealed(seat), seat, Dice(1)) in state.moves(seat)
        assert bot.analysis is not None
        assert bot.analysis.simulations < 900000
        assert bool(bot.analysis.candidates) == bool(seconds)


def test_a_search_that_may_hurry_ends_when_its_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by itself, so that the machine's load changes nothing."""
    ticks = count()
    monkeypatch.setattr("quartier.bots.mcts.search.time.perf_counter", lambda: next(ticks) * 0.00499)
    state, seat = after("dadbd")  # the seat to move must stop a line of four
    alone = Budget(seconds=2.0, threads=1)
    patient, hurried = (
        Search(state.game, alone).run(state.concealed(seat), seat, Dice(1), hurry=hurry)
        for hurry in (False, True)
    )
    assert hurried.best.move == patient.best.move
    assert patient.simulations // 2 - 100 <= hurried.simulations < patient.simulations


def test_a_search_looks_first_at_moves_that_hold_rivals_up() -> None:
    """Gridlock: the likeliest move is the best by one's own evaluation less a part of what it leaves to the best rival."""
    state, seat = opening("gridlock", 3, moves=40)
    model = state.game.bound(model_functions)
    work = model_functions.new_workspace(state.game, 3, untrained_net())
    work.world[:] = np.frombuffer(state.to_bytes(), np.uint8)
    count = int(model.legal_actions(work.world, seat, work.actions))

    def worths(minded: float) -> Any:
        searches = []
        values = work.values
        for action in work.actions[:count]:
            work.spare[:] = work.world
            model.step(work.spare, seat, int(action))
            model.evaluate_seats(work.spare, work.net, values)
            searches.append(values[seat] - minded * max(values[other] for other in range(3) if other != seat))
        return np.array(searches)

    model.priors(work, seat, 3, 0, count, 2.0, 0.0)
    out = work.priors
    assert out[:count].sum() == pytest.approx(1.0)
    assert out[:count].argsort(kind="stable").tolist() == worths(0.4).argsort(kind="stable").tolist()
    assert worths(0.0).argmax() != worths(0.4).argmax(), "in this position another move is the likeliest"


def test_a_noisy_search_errs_where_moves_are_close() -> None:
    """The points by which it is wrong decide what it looks at first; many simulations find the truth again."""
    state, seat = opening("city_blocks", moves=4)
    view = state.concealed(seat)

    def moves(budget: str) -> set[str]:
        return {bots.analyse(view, seat, budget, Dice(seed)).best.move for seed in range(24)}

    assert len(moves("mcts:2")) < len(moves("mcts:2~3")) < len(moves("mcts:2~40"))
    analysis = bots.analyse(view, seat, "mcts:2~3", Dice(5))
    slow = load_interpreted("city_blocks").from_bytes(view.to_bytes(), state.seats, state.options, seat)
    assert bots.analyse(slow, seat, "mcts:2~3", Dice(5)).candidates == analysis.candidates


def test_a_race_is_over_when_nobody_can_catch_up_in_all_trees_together() -> None:
    race = Race(2)
    assert not race.is_over("one", {3: 80, 5: 20}, 10.0), "the other tree has told nothing yet"
    assert not race.is_over("other", {3: 10, 5: 60}, 10.0), "10 ahead, 20 to come"
    assert race.is_over("other", {3: 40, 5: 60}, 10.0), "40 ahead"
    assert not Race(1).is_over("one", {3: 50}, 0.0), "nothing to choose from"


def test_the_tree_is_kept_while_the_game_goes_on() -> None:
    state, seat = after("")
    search = Search(state.game, "mcts:600")
    first = search.run(state.concealed(seat), seat, Dice(1))
    state.play(seat, first.best.move)
    reply = bots.analyse(state.concealed(1 - seat), 1 - seat, "mcts:300", Dice(2)).best.move
    state.play(1 - seat, reply)
    second = search.run(state.concealed(seat), seat, Dice(3))
    fresh = bots.analyse(state.concealed(seat), seat, "mcts:600", Dice(3))
    assert sum(candidate.visits for candidate in second.candidates) > 600
    assert sum(candidate.visits for candidate in fresh.candidates) <= 600
    other, seat = after("abc")
    assert (
        sum(candidate.visits for candidate in search.run(other.concealed(seat), seat, Dice(3)).candidates)
        <= 600
    )


def test_no_node_is_lost_or_doubled_when_a_tree_is_kept() -> None:
    state, seat = after("")
    search = Search(state.game, "mcts:500")
    state.play(seat, search.run(state.concealed(seat), seat, Dice(1)).best.move)
    state.play(1 - seat, "d")
    search.run(state.concealed(seat), seat, Dice(2))
    grown = search.trees()[0]
    states: set[int] = set()
    waiting = [int(grown.integers[tree.ROOT])]
    while waiting:
        node = waiting.pop()
        assert node not in states
        states.add(node)
        below, child = 0, int(grown.nodes[node, tree.FIRST])
        while child != tree.NONE:
            waiting.append(child)
            below += int(grown.nodes[child, tree.VISITS])
            child = int(grown.nodes[child, tree.NEXT])
        assert below <= grown.nodes[node, tree.VISITS]
    assert states == set(range(1, int(grown.integers[tree.USED])))


def test_a_node_gets_children_when_it_is_ripe() -> None:
    state, seat = after("dd")
    for ripe in (1.0, 6.0):
        search = Search(state.game, "mcts:500", Settings(ripe=ripe))
        search.run(state.concealed(seat), seat, Dice(1))
        (grown,) = search.trees()
        used = int(grown.integers[tree.USED])
        parents = [row for row in grown.nodes[2:used].tolist() if row[tree.FIRST] != tree.NONE]
        assert min(row[tree.VISITS] for row in parents) == ripe + 1


def test_the_searching_seat_learns_nothing_from_worlds_in_doubt() -> None:
    state, seat = opening("city_blocks", moves=4)

    def learnt(doubt: float) -> int:
        settings = Settings(horizon=0.0, prior_scale=3.0, doubt=doubt)
        result = Search(state.game, "mcts:400", settings).run(state.concealed(seat), seat, Dice(1))
        return sum(candidate.visits for candidate in result.candidates)

    assert learnt(0.0) == 400
    assert 200 < learnt(0.5) < 400


def test_a_title_can_have_the_kind_of_a_move_chosen_first() -> None:
    """Neue Heimat with bids as a kind of their own: half of the simulations begin with something else."""
    game = with_kinds("neue_heimat")
    state, dice = game.new(seed=1), Dice(1)
    while not any("bid" in move for move in state.moves(min(state.to_act()))):
        seat = min(state.to_act())
        state.play(seat, bots.make("random", game).choose(state.concealed(seat), seat, dice))
    seat = min(state.to_act())
    analysis = bots.analyse(state.concealed(seat), seat, "mcts:60", Dice(1), include=["bid 3"])
    bids = sum(candidate.visits for candidate in analysis.candidates if candidate.move.startswith("bid"))
    assert {candidate.move for candidate in analysis.candidates} <= set(state.moves(seat))
    assert 12 <= bids <= 56
    assert analysis.of("bid 3") is not None


def with_kinds(title: str) -> Game:
    """The game, interpreted, with hints that tell bids from other moves."""
    spec = TitleSpec(quartier.load(title).spec.rules.__name__.rsplit(".", 1)[0])
    hints = ModuleType(spec.bots.__name__)
    vars(hints).update(vars(spec.bots), kind=kind)
    spec.bots = hints
    spec.program = Program(spec.record_class, (spec.rules, hints), title)
    return Game(spec)


def kind(s: Any, seat: int, action: int) -> int:
    return 1 if BID <= action < PASS else 0


@pytest.mark.parametrize(
    ("text", "budget_read"),
    [
        ("mcts:400", Budget(simulations=400)),
        ("mcts:300x2", Budget(simulations=300, threads=2)),
        ("mcts:2~1.5", Budget(simulations=2, noise=1.5)),
        ("learned:300x2~20", Budget(simulations=300, threads=2, learned=True, noise=20.0)),
        ("mcts:0", None),
        ("mcts:2~", None),
        ("mcts:2~-1", None),
        ("mcts:-3", None),
        ("mcts:", None),
        ("mcts:4x99", None),
        ("greedy", None),
    ],
)
def test_budgets_are_read(text: str, budget_read: Budget | None) -> None:
    assert budget(text) == budget_read
    if budget_read:
        assert str(budget_read) == text


def test_a_wrong_budget_says_what_would_be_right() -> None:
    state, seat = opening("city_blocks")
    with pytest.raises(BadOption, match="mcts:400"):
        bots.analyse(state.concealed(seat), seat, "fast")


def test_a_search_refuses_what_its_seat_does_not_know() -> None:
    state, seat = opening("city_blocks")
    with pytest.raises(QuartierError, match=r"concealed"):
        bots.analyse(state, seat, "mcts:10")


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_a_ladder_of_six_levels(title: str) -> None:
    game = quartier.load(title)
    ladder = bots.levels(game)
    assert tuple(str(level.number) for level in ladder) == bots.LEVELS
    for level in ladder:
        assert bots.make(level.bot, game).game is game
        assert bots.make(str(level.number), game).level == str(level.number)
