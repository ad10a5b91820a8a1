"""NH-32: what each seat knows, and how often each world is true."""

from collections import Counter
from itertools import product

import pytest

from quartier import Dice, State
from quartier.conformance.chi_square import fits
from tests.games.neue_heimat.players import play_game, thrifty
from tests.games.neue_heimat.recorded import fixture
from tests.games.neue_heimat.table import Table

TRIALS = 4000


@pytest.mark.rules("NH-32")
def test_all_draws_are_seen_by_everyone() -> None:
    state = play_game(thrifty, 3, show_money=False)
    for viewer in (None, *range(state.seats)):
        assert state.record(viewer) == state.record()


@pytest.mark.rules("NH-32")
def test_money_is_shown_by_default_and_hidden_by_the_option() -> None:
    visible, hidden = (Table("W5", seats=3, show_money=show) for show in (True, False))
    for viewer in (None, 0, 1, 2):
        assert visible.state.view(viewer)["hands"] == [12, 12, 12]
        assert hidden.state.view(viewer)["hands"] == [12 if seat == viewer else None for seat in range(3)]
        assert hidden.state.view(viewer)["boxes"] == [0, 0, 0]


HIDDEN = {"hands": None, "concealed": None}


@pytest.mark.rules("NH-32")
def test_the_rest_is_public() -> None:
    state = fixture("hidden_money")
    for index in range(0, len(state.past), 4):
        views = [state.at(index).view(seat) for seat in (None, *range(state.seats))]
        for view in views[1:]:
            assert view | HIDDEN == views[0] | HIDDEN


@pytest.mark.rules("NH-32")
def test_hidden_cheques_change_nothing_that_is_shown() -> None:
    state, dice = fixture("hidden_money"), Dice(5)
    for index in range(26, len(state.past), 9):
        earlier = state.at(index)
        for viewer in (None, *range(state.seats)):
            world = earlier.copy()
            world.array = earlier.determinize(viewer, dice).array
            assert world.view(viewer) == earlier.view(viewer)
            assert world.parts(viewer, "de") == earlier.parts(viewer, "de")
            if viewer is not None:
                assert world.seen_by(viewer, "de").choices() == earlier.seen_by(viewer, "de").choices()


def bidding() -> Table:
    """Seat 0 offers, seat 1 has bid 8 of its 12; seats 2 and 3 are still to speak."""
    table = Table("W5", seats=4, show_money=False)
    table.offer("W5")
    table.move("bid 8")
    return table


def deciding() -> Table:
    """Seat 0 decides about a bid of 9 by seat 2; seat 1 has bid 8."""
    table = bidding()
    table.move("bid 9", "pass")
    return table


def table_after_sale() -> Table:
    """Seat 2 has paid 9 to seat 0; seat 1 has bid 8."""
    table = deciding()
    table.move("sell")
    return table


def table_after_purchase() -> Table:
    """Seat 0 has paid 9 to seat 2, which had bid them; seat 1 has bid 8."""
    table = deciding()
    table.move("keep")
    return table


def worlds(total: int, least: list[int]) -> list[tuple[int, ...]]:
    """Every way in which hands with at least so many cheques hold `total` together."""
    ranges = [range(low, total + 1) for low in least[:-1]]
    return [(*hands, total - sum(hands)) for hands in product(*ranges) if total - sum(hands) >= least[-1]]


@pytest.mark.rules("NH-32", "NH-12", "NH-13")
@pytest.mark.parametrize(
    ("table", "least"),
    [
        (bidding, [0, 8, 0]),
        (deciding, [9, 8, 9]),
        (table_after_sale, [9, 8, 0]),
        (table_after_purchase, [0, 8, 18]),
    ],
    ids=["bidding", "deciding", "sold", "kept"],
)
def test_imagined_hands_are_as_frequent_as_an_enumeration_says(table: object, least: list[int]) -> None:
    """Seat 3 looks: it has its 12 cheques, 36 are with the others, who hold at least what they have shown."""
    state: State = table().state  # type: ignore[operator]
    possible = worlds(36, least)
    dice = Dice(32)
    hands = (tuple(state.determinize(3, dice).open_record().hand) for _ in range(TRIALS))
    counts = Counter(possible.index(hand[:3]) for hand in hands)
    assert state.view(3)["hands"] == [None, None, None, 12]
    assert fits(dict(counts), dict.fromkeys(range(len(possible)), 1.0), TRIALS)


@pytest.mark.rules("NH-32")
def test_with_two_players_nothing_stays_hidden() -> None:
    state = play_game(thrifty, 8, seats=2, show_money=False)
    for index in range(25, len(state.past), 7):
        earlier = state.at(index)
        assert earlier.determinize(0, Dice(1)).to_bytes() == earlier.to_bytes()


@pytest.mark.rules("NH-32")
def test_a_spectator_imagines_hands_that_can_pay_what_was_bid() -> None:
    state, dice = fixture("hidden_money"), Dice(9)
    for index in range(26, len(state.past), 5):
        earlier = state.at(index)
        world = earlier.determinize(None, dice).open_record()
        hands = [world.hand[seat] for seat in range(world.players)]
        assert sum(hands) + sum(world.box) == 60
        assert min(hands) >= 0
        if earlier.view(None)["phase"] in ("bid", "decide"):
            assert all(hand >= bid for hand, bid in zip(hands, world.bids, strict=True))
