"""Whole games against the slow reference, event by event, and the invariants that the rulebook proves."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quartier import State
from quartier.conformance.games import load_compiled
from quartier.games.city_blocks.rules.state import PLACING
from tests.games.city_blocks.players import PLAYERS, Player, play_game
from tests.games.city_blocks.reference import STREETS, Town, street_sums

pytestmark = pytest.mark.slow


def agree(state: State, town: Town) -> None:
    """The engine and the reference say the same about everything public, and about the hands."""
    actor = town.actor()
    assert state.to_act() == ({actor} if actor is not None else set())
    view = state.view(None)
    assert {block: (tile["tile"], tile["seat"]) for block, tile in view["blocks"].items()} == town.board
    assert view["tokens"] == [sorted(street) for street in town.won]
    assert view["tokens_out"] == sorted(town.out)
    assert state.scores() == town.scores()
    for street in STREETS:
        street_view = view["streets"][street]
        assert street_view["token"] == town.at_street.get(street, 0)
        assert street_view["sums"] == street_sums(town.board, street)
        winner = town.awarded.get(street, "open")
        assert street_view["award"] == ("nobody" if winner is None else winner)
    for seat in (0, 1):
        own = state.view(seat)
        assert sorted(own["hand"]) == sorted(town.hands[seat])
        assert sorted(own["left"][seat]) == sorted(town.piles[seat])
        assert sorted(own["left"][1 - seat]) == sorted(town.hands[1 - seat] + town.piles[1 - seat])
        assert own["hand_sizes"] == [len(hand) for hand in town.hands]
        assert own["pile_sizes"] == [len(pile) for pile in town.piles]


def follow(state: State) -> Town:
    """Play a recorded game in the reference too and compare after every event."""
    town = Town()
    for index, (actor, move) in enumerate(state.events):
        earlier = state.at(index)
        agree(earlier, town)
        assert actor == town.actor()
        assert earlier.moves(actor) == town.moves()
        town.play(move)
    agree(state, town)
    return town


@pytest.mark.rules("CB-5", "CB-7", "CB-8", "CB-9", "CB-10", "CB-11", "CB-12", "CB-13", "CB-14", "CB-15")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_event_by_event(player: Player) -> None:
    for seed in range(15):
        state = play_game(player, 1000 + seed)
        town = follow(state)
        assert town.actor() is None
        assert state.winners() == town.winners()


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_over_many_games(player: Player) -> None:
    for seed in range(2000):
        assert follow(play_game(player, 50_000 + seed)).actor() is None


@pytest.mark.rules("CB-16", "CB-17", "CB-18", "CB-19", "CB-20", "CB-21", "CB-22")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_reference_agrees_about_the_end(player: Player) -> None:
    for seed in range(60):
        state = play_game(player, 2000 + seed)
        town = Town()
        for event in state.events:
            town.play(event.move)
        agree(state, town)


@pytest.mark.rules("CB-5", "CB-6", "CB-7", "CB-14", "CB-15")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_order_of_events_is_exact(player: Player) -> None:
    """Eleven bonuses, two lots, ten draws; then placement, swap after a courthouse, draw while there are tiles."""
    for seed in range(50):
        events = play_game(player, 3000 + seed).events
        kinds = [move.split()[0] if actor == "*" else "" for actor, move in events[:23]]
        assert kinds == ["bonus"] * 11 + ["lot"] * 2 + ["draw"] * 10
        lots = [int(event.move.split()[1]) for event in events[11:13]]
        seat, piles, rest = lots.index(max(lots)), [15, 15], events[23:]
        while rest:
            actor, move = rest.pop(0)
            assert actor == seat
            assert move[2] in "@x"
            if move.startswith("CH"):
                actor, move = rest.pop(0)
                assert actor == seat
                assert move == "stay" or move.startswith("swap ")
            if rest and piles[seat]:
                actor, move = rest.pop(0)
                assert actor == "*"
                assert move.startswith("draw ")
                piles[seat] -= 1
            seat = 1 - seat


class Counts:
    """What the invariants are about, counted in a game while it is played."""

    def __init__(self) -> None:
        self.rebuilds = self.turns = 0
        self.placed = [0, 0]

    def look(self, state: State) -> None:
        """Called after every event: count it, then check what holds in every position."""
        opened = state.open_record()
        if state.past[-1].actor >= 0:
            text = state.write(state.past[-1].action)
            if text[2] in "@x":
                self.turns += 1
                self.placed[state.past[-1].actor] += 1
                self.rebuilds += text[2] == "x"
        complete = sum(award != -1 for award in opened.award)
        empty = sum(owner == -1 for owner in opened.owner)
        assert empty == 0 or complete <= 9
        assert self.rebuilds <= 9
        assert self.turns <= 39
        assert self.turns - self.rebuilds == 30 - empty
        for seat in (0, 1):
            assert self.placed[seat] + opened.held[seat] + opened.stock[seat] == 20
            assert opened.phase != PLACING or opened.held[seat] == 5 or opened.stock[seat] == 0


def check_the_end(state: State, counts: Counts) -> None:
    """The last turn, and what is left over."""
    opened = state.open_record()
    starter = int(opened.lot[1] > opened.lot[0])
    assert counts.placed[starter] <= 20
    assert counts.placed[1 - starter] <= 19
    left = [opened.held[seat] + opened.stock[seat] for seat in (0, 1)]
    assert 1 <= sum(left) <= 10
    last_build = max(index for index, past in enumerate(state.past) if state.write(past.action)[2] in "@x")
    assert state.events[last_build].move[2] == "@"
    before = list(state.open_bytes(state.past[last_build].before, None).award)
    completed = [street for street in range(11) if before[street] == -1]
    assert len([street for street in completed if street < 5]) == 1
    assert len([street for street in completed if street >= 5]) == 1


@pytest.mark.rules("CB-8", "CB-10", "CB-11", "CB-22")
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_proved_invariants_hold_after_every_event(player: Player) -> None:
    for seed in range(400):
        counts = Counts()
        check_the_end(play_game(player, 4000 + seed, counts.look), counts)


@pytest.mark.soak
@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_the_proved_invariants_hold_over_many_games(player: Player) -> None:
    for seed in range(100_000):
        counts = Counts()
        check_the_end(play_game(player, 10**6 + seed, counts.look), counts)


# ----- Hypothesis drives -----


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_game_that_can_be_chosen_agrees_with_the_reference(data: Any) -> None:
    """Hypothesis chooses draws and moves; a failure shrinks to the shortest game that shows it."""
    state, town = load_compiled("city_blocks").new(chance="manual"), Town()
    length = data.draw(st.integers(0, 94))
    random = Random(data.draw(st.integers(0, 2**16)))
    while not state.over:
        (actor,) = state.to_act()
        moves = state.moves(actor)
        assert moves == town.moves()
        chosen = data.draw(st.sampled_from(moves)) if len(state.past) >= 94 - length else random.choice(moves)
        state.play(actor, chosen)
        town.play(chosen)
    agree(state, town)
    assert len(state.past) <= state.game.max_events
