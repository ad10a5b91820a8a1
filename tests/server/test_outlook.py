"""What a hint knows of the end, of replies, and of the move that brings most at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from quartier import Dice, State, bots
from quartier.conformance.games import load_compiled
from quartier.core.engine.bits import next64
from quartier.core.game.previews import previews
from quartier.games.registry import OURS
from quartier.server.views.learning.hints import hint_view
from quartier.server.workers import jobs, outlook
from quartier.server.workers.decided import is_decided
from quartier.server.workers.diversity import MoveIdea
from quartier.server.workers.drawbacks import drawbacks_of, most_at_once
from quartier.server.workers.jobs import HintJob, JobContext, concealed_view, own_recent
from quartier.server.workers.outlook import MAX_PLAYOUTS, OPEN, Outlook, outlook_of

PLAYOUTS = 12
"""Games in which the winners must be those that were proved."""


def _decisions(title: str, seed: int) -> Iterator[tuple[State, int]]:
    """Yield the positions of a game of greedy bots, with who is to move."""
    game, dice = load_compiled(title), Dice(seed)
    state, bot = game.new(2, seed=seed), bots.make("greedy", game)
    while not state.over:
        seat = min(state.seats_to_act())
        yield state, seat
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))


def _gains(view: State, seat: int) -> dict[str, int]:
    """What the score of a seat gains by each of its moves, found by playing them."""
    gains = {}
    for move in view.moves(seat):
        after = view.copy()
        after.play(seat, move)
        gains[move] = after.scores()[seat] - view.scores()[seat]
    return gains


def test_the_move_that_brings_most_at_once_is_found() -> None:
    scoring = 0
    for state, seat in _decisions("block_city", 3):
        view = state.concealed(seat)
        gains, most = _gains(view, seat), most_at_once(view, seat)
        assert [gains[move] for move in most] == [best for best in [max(gains.values())] if best > 0]
        scoring += bool(most)
    assert scoring > 20


def test_the_hint_lists_the_move_that_brings_most_at_once() -> None:
    """However little the search thinks of it; here it has hardly any time."""
    game, context = load_compiled("block_city"), JobContext(lambda _: None, lambda: False)
    for number, (state, seat) in enumerate(_decisions("block_city", 4)):
        if number % 30 == 17:
            gains = _gains(state.concealed(seat), seat)
            hint = HintJob("block_city", seat, concealed_view(state, seat)).work(game, context)
            assert max(gains[good.move] for good in hint.moves) == max(gains.values())


@pytest.mark.soak
@pytest.mark.parametrize("title", OURS)
def test_a_hint_says_why_the_move_that_scores_most_is_not_the_best(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 30 positions of each title, unless both promise the same or the game is decided."""
    monkeypatch.setattr(jobs, "HINT_BUDGET", "learned:100")
    game, context, dice = load_compiled(title), JobContext(lambda _: None, lambda: False), Dice(5)
    decisions = [(state.copy(), seat) for seed in range(3) for state, seat in _decisions(title, seed)]
    for _ in range(30):
        state, seat = decisions[next64(dice.state) % len(decisions)]
        view, choices = state.concealed(seat), state.seen_by(seat, "en").choices()
        points = previews(view, seat, np.array(view.legal(seat), np.int64)).points
        result = HintJob(title, seat, concealed_view(state, seat)).work(game, context)
        answer = hint_view(result, view, seat, choices, "en", ["Ada", "Bea"])
        assert bool(answer["verdict"]) == bool(result.outlook.kind)
        own = previews(view, seat, np.array([view.read(hint["move"]) for hint in answer["moves"]], np.int64))
        assert max(own.points) == max(points) or max(points) <= 0
        first, most = answer["moves"][0], answer["moves"][int(np.argmax(own.points))]
        if max(own.points) > own.points[0] and most["promise"] != first["promise"] and not answer["verdict"]:
            assert most["why"].startswith("Scores most now"), (first, most)


def test_a_reply_counts_if_it_gains_as_much_more() -> None:
    """A reply is one of the opponent, and gains at least as much as the move brings more than the best one."""
    replies, none = 0, 0
    for state, seat in _decisions("city_blocks", 5):
        view, dice = state.concealed(seat), Dice(1)
        gains = _gains(view, seat)
        for move in most_at_once(view, seat):
            for best in [other for other in gains if gains[other] < gains[move]]:
                ideas = [MoveIdea(name, 0.5, 9, name, name, name, gains[name]) for name in (best, move)]
                assert not drawbacks_of(view, seat, ideas[1:], dice)
                ((name, drawback),) = drawbacks_of(view, seat, ideas, dice).items()
                assert name == move
                none += drawback.reply is None
                if drawback.reply:
                    replies += 1
                    assert drawback.reply.seat == 1 - seat
                    assert drawback.reply.points >= gains[move] - gains[best]
    assert replies
    assert none


def test_what_is_decided_is_proved() -> None:
    """BlockCity hides nothing: near its end every continuation can be tried."""
    decided = 0
    for state, seat in _decisions("block_city", 4):
        view, dice = state.concealed(seat), Dice(2)
        if is_decided(view, dice):
            decided += 1
            assert outlook_of(view, seat, 0.5, dice) == Outlook("decided")
            assert len({_result(view, seat, dice) for _ in range(PLAYOUTS)}) == 1
    assert decided


def _result(view: State, seat: int, dice: Dice) -> tuple[int, ...]:
    """Who wins a random continuation."""
    world, bot = view.determinize(seat, dice), bots.make("random", view.game)
    world.settle(dice)
    while not world.over:
        actor = min(world.seats_to_act())
        world.play(actor, bot.choose(world.concealed(actor), actor, dice))
        world.settle(dice)
    return tuple(world.winners())


def test_nothing_is_proved_where_something_is_hidden_or_all_is_open() -> None:
    for title in ("city_blocks", "block_city"):
        view = load_compiled(title).new(2, seed=1).concealed(0)
        assert not is_decided(view, Dice(1))
        assert outlook_of(view, 0, 0.5, Dice(1)) == OPEN
    alone = load_compiled("block_city").new(1, seed=1).concealed(0)
    assert outlook_of(alone, 0, 120.0, Dice(1)) == OPEN


@pytest.mark.parametrize(("kind", "share"), [("won", 0.99), ("lost", 0.01)])
def test_games_are_played_out_before_a_verdict(
    kind: str, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the start games end either way; late in a game its winner may win them all, and its loser none."""
    monkeypatch.setattr(outlook, "PLAYOUT_SECONDS", 1000.0)
    positions = [(state.copy(), seat) for state, seat in _decisions("block_city", 4)]
    winners = _final(positions[-1][0]).winners()
    outlooks = []
    for state, seat in [positions[0], *positions[-40:-6]]:
        view = state.concealed(seat)
        outlooks.append((seat, outlook_of(view, seat, share, Dice(3))))
    assert outlooks[0][1] == OPEN
    assert {seat in winners for seat, result in outlooks if result == Outlook(kind, MAX_PLAYOUTS)} == {
        kind == "won"
    }
    monkeypatch.setattr(outlook, "PLAYOUT_SECONDS", 0.0)
    assert (
        outlook_of(positions[-20][0].concealed(positions[-20][1]), positions[-20][1], share, Dice(3)) == OPEN
    )


def _final(state: State) -> State:
    """Play a game to its end."""
    dice, bot = Dice(4), bots.make("greedy", state.game)
    while not state.over:
        seat = min(state.seats_to_act())
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))
    return state


def test_recent_actions_are_those_since_the_previous_turn_began() -> None:
    state = load_compiled("gridlock").new(2, seed=3)
    dice, bot = Dice(3), bots.make("greedy", state.game)
    own: list[tuple[int, int]] = []
    for _ in range(30):
        seat = min(state.seats_to_act())
        state.play(seat, bot.choose(state.concealed(seat), seat, dice))
        own = [(event.actor, event.action) for event in state.past if event.actor >= 0]
    recent = own_recent(state.past, 0)
    assert recent == tuple(action for actor, action in own if actor == 0)[-len(recent) :]
    assert 0 < len(recent) < sum(actor == 0 for actor, _ in own)
