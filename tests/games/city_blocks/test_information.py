"""CB-23: what each seat knows, and how often each world is true."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from quartier import Dice, State
from quartier.conformance.chi_square import fits
from quartier.conformance.positions import with_position
from quartier.conformance.worlds import rejection_sample, seen_events
from tests.games.city_blocks.players import any_move, hoarder, play_game
from tests.games.city_blocks.table import Table, deck

TRIALS = 6000


@pytest.mark.rules("CB-23")
def test_a_seat_sees_its_hand_and_the_union_of_the_others_hand_and_pile() -> None:
    table = Table(blue=["H5", "S6", "F7", "PP", "MA"], red=["H1", "S2", "F3", "CH", "SC"])
    blue, red, nobody = (table.state.view(seat) for seat in (0, 1, None))
    assert blue["hand"] == ["H5", "S6", "F7", "PP", "MA"]
    assert red["hand"] == ["H1", "S2", "F3", "SC", "CH"]
    assert nobody["hand"] == []
    assert sorted(blue["left"][0] + blue["hand"]) == sorted(deck([]))
    assert sorted(blue["left"][1]) == sorted(deck([]))
    assert sorted(nobody["left"][0]) == sorted(nobody["left"][1]) == sorted(deck([]))


@pytest.mark.rules("CB-23")
def test_the_rest_is_public() -> None:
    state = play_game(any_move, 5)
    for index in range(0, len(state.past), 5):
        views = [state.at(index).view(seat) for seat in (None, 0, 1)]
        for public in (
            "streets",
            "blocks",
            "tokens",
            "tokens_out",
            "lots",
            "hand_sizes",
            "pile_sizes",
            "turn",
            "phase",
        ):
            assert views[0][public] == views[1][public] == views[2][public]


@pytest.mark.rules("CB-23")
def test_a_tile_that_was_placed_is_no_longer_among_those_left() -> None:
    table = Table(blue=["SC", "H1"])
    table.move("SC@a1")
    for viewer in (None, 0, 1):
        view = table.state.view(viewer)
        assert (view["left"][0] + view["hand"] * (viewer == 0)).count("SC") == 1


@pytest.mark.rules("CB-23")
def test_only_the_drawing_seat_sees_the_tile() -> None:
    table = Table(blue=["H5", "S6", "F7", "PP", "MA"], red=["H1", "S2", "F3", "CH", "SC"])
    draws = {viewer: table.state.record(viewer).splitlines()[-10:] for viewer in (0, 1, None)}
    assert draws[0] == ["* draw H5", "* draw S6", "* draw F7", "* draw PP", "* draw MA"] + ["* draw ?"] * 5
    assert draws[1] == ["* draw ?"] * 5 + ["* draw H1", "* draw S2", "* draw F3", "* draw CH", "* draw SC"]
    assert draws[None] == ["* draw ?"] * 10


@pytest.mark.rules("CB-23")
def test_the_last_tile_of_a_pile_is_written_though_it_is_certain() -> None:
    state = play_game(any_move, 7)
    for index in range(len(state.past)):
        earlier = state.at(index)
        if earlier.to_act() == {"*"} and len(earlier.moves("*")) == 1:
            assert state.events[index].move == earlier.moves("*")[0]
            seat = earlier.view(None)["turn"]
            assert state.event_text(index, 1 - seat) == "draw ?"


def late_positions() -> list[State]:
    """Positions in which few tiles of red are hidden from blue, with two, one and no school among them."""
    positions: dict[int, State] = {}
    for seed in range(400):
        state = play_game(hoarder if seed % 2 else any_move, seed)
        for index in range(60, len(state.past), 5):
            earlier = state.at(index)
            left = earlier.view(0)["left"][1]
            if 0 < earlier.view(0)["pile_sizes"][1] <= 3:
                positions.setdefault(left.count("SC"), earlier)
        if len(positions) == 3:
            break
    assert sorted(positions) == [0, 1, 2]
    return list(positions.values())


def splits(state: State) -> dict[tuple[str, ...], int]:
    """Every hand that red may hold, with the number of ways to draw it: the two schools are two tiles."""
    view = state.view(0)
    return dict(Counter(tuple(sorted(hand)) for hand in combinations(view["left"][1], view["hand_sizes"][1])))


@pytest.mark.slow
@pytest.mark.rules("CB-23")
def test_imagined_hands_are_as_frequent_as_an_enumeration_says() -> None:
    dice = Dice(23)
    for state in late_positions():
        expected = splits(state)
        hands = list(expected)
        view = state.view(0)
        assert sum(expected.values()) == comb(len(view["left"][1]), view["hand_sizes"][1])
        worlds = (state.determinize(0, dice).view(1)["hand"] for _ in range(TRIALS))
        counts = Counter(hands.index(tuple(sorted(hand))) for hand in worlds)
        weights = {number: float(expected[hand]) for number, hand in enumerate(hands)}
        assert fits(dict(counts), weights, TRIALS)


@pytest.mark.rules("CB-23")
def test_a_spectator_imagines_both_hands_independently() -> None:
    state, dice = late_positions()[0], Dice(24)
    worlds = [state.determinize(None, dice) for _ in range(400)]
    hands = Counter(tuple(world.view(seat)["hand"]) for world in worlds for seat in (0, 1))
    assert all(world.concealed(None) == state.concealed(None) for world in worlds)
    assert len(hands) > 4


@pytest.mark.slow
@pytest.mark.rules("CB-23")
def test_what_red_has_played_tells_nothing_about_the_rest_of_its_hand() -> None:
    """Imagined against dealt anew until red's first two moves were possible: each other tile is as likely in hand."""
    table = Table(blue=["S2", "S3"], red=["H1", "F7"])
    table.move("S2@a1", "H1@a2", "S3@b1", "F7@b2")
    dice = Dice(25)
    start, events, buffers = table.state.at(0), seen_events(table.state, 0), table.state.buffers()
    samples = (rejection_sample(start, events, dice, buffers) for _ in range(16_000))
    dealt = [with_position(table.state, sample[0]) for sample in samples if sample]
    assert len(dealt) > 500
    imagined = [table.state.determinize(0, dice) for _ in range(len(dealt))]
    for tile in ("H2", "H5", "S4", "F3", "PP", "CH"):
        ours, true = (sum(tile in world.view(1)["hand"] for world in worlds) for worlds in (imagined, dealt))
        mean = (ours + true) / 2
        assert (ours - true) ** 2 <= 16 * 2 * mean * (1 - mean / len(dealt))
