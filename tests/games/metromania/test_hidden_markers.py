"""`hidden_markers`: what each seat knows of the others' markers, and the deals that agree with it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from quartier import BadOption, Dice, State
from quartier.bots import registry
from quartier.conformance.chi_square import fits
from quartier.conformance.games import load_compiled
from quartier.conformance.positions import random_game, random_positions, step
from quartier.conformance.suite.leaks import cheap_views, drawings, past_shown
from quartier.conformance.suite.networks import features_of
from quartier.conformance.worlds import shuffled_past
from quartier.games.metromania.rules.dealing import DEALS_3, DEALS_4, WEIGHTS_3, WEIGHTS_4
from quartier.games.metromania.rules.digging import reach_markers
from quartier.games.metromania.rules.endings import done_lines, open_ends
from quartier.games.metromania.rules.lines import is_finished
from quartier.games.metromania.rules.state import ACTING, DIGGING, OVER
from tests.daily import daily

GAME = load_compiled("metromania")
Hands = tuple[tuple[str, ...], ...]


def hidden_game(seed: int, seats: int, **options: Any) -> State:
    """A random game with hidden markers, to its end."""
    return random_game(GAME, seed, seats=seats, hidden_markers=True, **options)


def hands_of(state: State) -> Hands:
    """The markers in every hand, as they are."""
    record = state.open_record()
    return tuple(tuple(state.view(seat)["markers"][seat]) for seat in range(record.players))


@pytest.mark.rules("MM-34")
@pytest.mark.parametrize("seats", [3, 4])
def test_a_hand_is_seen_by_its_owner_only(seats: int) -> None:
    state = GAME.new(seats, seed=5, hidden_markers=True)
    open_state = GAME.new(seats, seed=5)
    for viewer in (None, *range(seats)):
        expected = [
            hand if seat == viewer else ["?"] * (12 // seats)
            for seat, hand in enumerate(open_state.view(None)["markers"])
        ]
        assert state.view(viewer)["markers"] == expected


@pytest.mark.rules("MM-34")
def test_a_marker_is_seen_once_it_is_placed() -> None:
    state = next(game for game in (hidden_game(seed, 3) for seed in range(20)) if game.view(None)["placed"])
    for viewer in (None, 0, 1, 2):
        view = state.view(viewer)
        assert view["placed"] == state.view(None)["placed"]
        for seat in range(3):
            mine = [marker for marker, triangle in view["placed"].items() if triangle["seat"] == seat]
            assert len(mine) + len(view["markers"][seat]) == 4
            assert set(view["markers"][seat]) <= ({"?"} if seat != viewer else set(hands_of(state)[seat]))


@pytest.mark.rules("MM-34")
def test_others_see_that_a_marker_is_drawn_but_not_which() -> None:
    state = GAME.new(3, seed=2, hidden_markers=True)
    draws = [index for index, event in enumerate(state.events) if event.move.startswith("marker")]
    for number, index in enumerate(draws):
        for viewer in (None, 0, 1, 2):
            text = state.event_text(index, viewer)
            assert (text == "draw ?") == (viewer != number // 4)
    lines = [line.text for line in state.seen_by(1, "en").log() if line.index in draws]
    assert [line.endswith(" draws a marker that others can’t see.") for line in lines] == [True] * 4 + [
        False
    ] * 4 + [True] * 4


@pytest.mark.rules("MM-7")
def test_two_players_cannot_hide_their_markers() -> None:
    with pytest.raises(BadOption, match="hidden_markers"):
        GAME.new(2, hidden_markers=True)


@pytest.mark.rules("MM-34")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_option_changes_no_move_of_the_first_turn(seats: int) -> None:
    hidden, visible = (GAME.new(seats, seed=9, hidden_markers=on) for on in (True, False))
    assert hands_of(hidden) == hands_of(visible)
    seat = min(hidden.to_act())
    assert hidden.moves(seat) == visible.moves(seat)


# ----- determinization -----


@pytest.mark.rules("MM-7", "MM-34")
@pytest.mark.parametrize("seats", [3, 4])
def test_determinized_hands_can_have_been_dealt(seats: int) -> None:
    deals = {tuple(deal) for deal in (DEALS_3 if seats == 3 else DEALS_4).tolist()}
    dice = Dice(3)
    for state in random_positions((hidden_game(seed, seats) for seed in range(4)), 10, 11):
        real = state.open_record()
        if sum(real.owned[seat].bit_count() for seat in range(seats)) < 12:
            continue
        for viewer in (None, *range(seats)):
            world = state.determinize(viewer, dice)
            s = world.open_record()
            assert tuple(s.owned[seat] for seat in range(seats)) in deals
            for seat in range(seats):
                assert s.owned[seat] & ~s.hand[seat] == real.owned[seat] & ~real.hand[seat]
                assert s.hand[seat].bit_count() == real.hand[seat].bit_count()
            if viewer is not None:
                assert s.hand[viewer] == real.hand[viewer]


@pytest.mark.rules("MM-7")
@pytest.mark.parametrize("seats", [3, 4])
def test_determinization_draws_deals_as_often_as_they_are_dealt(seats: int) -> None:
    """Compares with the table of all deals, which the next test compares with the chance events."""
    deals, weights = (DEALS_3, WEIGHTS_3) if seats == 3 else (DEALS_4, WEIGHTS_4)
    state, tries, dice = GAME.new(seats, seed=1, hidden_markers=True), 6000, Dice(8)
    own = state.open_record().owned[1]
    agreeing = deals[:, 1] == own
    share = weights[agreeing] / weights[agreeing].sum()
    numbers = {tuple(deal): number for number, deal in enumerate(deals[agreeing].tolist())}
    counts: Counter[int] = Counter()
    for _ in range(tries):
        s = state.determinize(1, dice).open_record()
        counts[numbers[tuple(s.owned[seat] for seat in range(seats))]] += 1
    assert fits(counts, dict(enumerate(share.tolist())), tries)


@pytest.mark.rules("MM-7")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_weights_of_deals_are_those_of_the_draws(seats: int) -> None:
    deals, weights = (DEALS_3, WEIGHTS_3) if seats == 3 else (DEALS_4, WEIGHTS_4)
    tries, hands = 4000, Counter[int]()
    for seed in range(tries):
        hands[GAME.new(seats, seed=seed).open_record().owned[seats - 2]] += 1
    expected = {int(hand): float(weights[deals[:, seats - 2] == hand].sum()) for hand in deals[:, seats - 2]}
    assert fits(hands, expected, tries)


@pytest.mark.rules("MM-34")
def test_the_last_hidden_hand_follows_from_the_markers_off_board() -> None:
    """Every determinization is the real state once one opponent holds all the markers that the viewer does not see."""
    count = 0
    for seed in range(40):
        for state in random_positions([hidden_game(seed, 3)], 20, seed):
            s = state.open_record()
            for viewer in range(3):
                others = [other for other in range(3) if other != viewer and s.hand[other]]
                if s.phase >= ACTING and len(others) == 1:
                    assert state.determinize(viewer, Dice(seed)) == state
                    count += 1
    assert count > 0


@pytest.mark.rules("MM-12", "MM-34")
@pytest.mark.parametrize("options", [{}, {"strict_dig": True}])
def test_the_digging_seat_can_dig_on_in_every_determinization(options: dict[str, Any]) -> None:
    dice, count = Dice(4), 0
    for seed in range(12):
        game = hidden_game(seed, 3, **options)
        for index in range(20, len(game.past)):
            state = game.at(index)
            if state.open_record().phase != DIGGING:
                continue
            turn = min(state.seats_to_act())
            world = state.determinize((turn + 1) % 3, dice)
            assert "pass" not in world.moves(turn)
            count += 1
    assert count > 100


# ----- no leak -----


@pytest.mark.rules("MM-34")
@pytest.mark.parametrize("options", [{}, {"strict_dig": True}])
@pytest.mark.parametrize("seats", daily([3, 4], [3]))
def test_hidden_markers_change_nothing_that_others_get(seats: int, options: dict[str, Any]) -> None:
    """With other hidden hands, the log, records, views, drawings, choices and observations stay the same."""
    random, count = Random(seats), 0
    for seed in range(8):
        state = hidden_game(seed, seats, **options)
        for viewer in (None, *range(seats)):
            other = shuffled_past(state, viewer, random, exchanges=200)
            if other.open_record().owned.tolist() == state.open_record().owned.tolist():
                continue
            count += 1
            assert past_shown(other, viewer) == past_shown(state, viewer)
            for index in range(0, len(state.past) + 1, 5):
                assert public_facts(other.at(index), viewer) == public_facts(state.at(index), viewer)
            for index in random.sample(range(len(state.past)), 2):
                assert drawings(other.at(index), viewer) == drawings(state.at(index), viewer)
    assert count > 4


def public_facts(state: State, viewer: int | None) -> dict[str, Any]:
    """Return everything cheap that a viewer gets of a position, and the observation of a seat."""
    facts = cheap_views(state, viewer)
    if viewer is not None:
        facts["observation"] = state.observation(viewer).tobytes()
    return facts


def test_an_observation_has_room_for_hidden_markers() -> None:
    """The layout is that of the game with visible markers; the number of hidden ones is what a hand lacks."""
    state = GAME.new(3, seed=5, hidden_markers=True)
    parts = GAME.observation.split(state.observation(0))
    assert parts["owned"].sum(axis=1).tolist() == parts["hand"].sum(axis=1).tolist() == [4, 0, 0, 0]
    visible = GAME.observation.split(GAME.new(3, seed=5).observation(0))
    assert visible["owned"].sum(axis=1).tolist() == [4, 4, 4, 0]


# ----- reach -----


@pytest.mark.rules("MM-21", "MM-26", "MM-27")
def test_reach_depends_on_public_information_only() -> None:
    """The same lines are done and may be finished in every determinization, and for a spectator."""
    dice = Dice(6)
    for state in random_positions((hidden_game(seed, 3) for seed in range(20)), 12, 5):
        real = state.open_record()
        for viewer in (None, 0, 1, 2):
            for other in (state.concealed(viewer), state.determinize(viewer, dice)):
                s = other.open_record()
                assert done_lines(s) == done_lines(real)
                for line in range(6):
                    if real.length[line] and not is_finished(real, line):
                        assert open_ends(s, line) == open_ends(real, line)


@pytest.mark.rules("MM-21")
def test_any_marker_off_the_board_may_be_in_a_hand() -> None:
    state = hidden_game(3, 4)
    for index in range(len(state.past) + 1):
        s = state.at(index).open_record()
        off_board = sum(1 << marker for marker in range(12) if s.place[marker] < 0)
        for seat in range(4):
            assert reach_markers(s, seat) == (off_board if s.hand[seat] else 0)


@pytest.mark.rules("MM-22", "MM-27")
def test_the_game_ends_when_all_players_pass_in_a_row() -> None:
    """Markers that another player holds seem to allow a line to go on, so its owner would pass for ever."""
    state = hidden_game(5200157, 3)
    view, before = state.view(None), state.at(len(state.past) - 1)
    assert [event.move for event in state.events][-3:] == ["pass"] * 3
    assert (view["phase"], view["end"]) == ("over", "enough lines")
    assert before.view(None)["end"] == ""
    assert done_lines(before.open_record()) < 5


@pytest.mark.rules("MM-22")
@pytest.mark.parametrize("seats", [3, 4])
def test_every_game_ends(seats: int) -> None:
    for seed in range(300):
        assert len(hidden_game(seed, seats).past) <= GAME.max_events


# ----- drawing and bots -----


def test_hidden_markers_are_drawn_face_down() -> None:
    state = GAME.new(3, seed=5, hidden_markers=True)
    drawing = state.svg(0, "en")
    assert drawing.count("chip face-down") == 8
    assert drawing.count("4 hidden markers") == 2
    assert "hidden marker" not in GAME.new(3, seed=5).svg(0, "en")
    assert state.svg(0, "de").count("4 verdeckte Marker") == 2
    assert str(state.concealed(0)).count("markers ? ? ? ?") == 2


@pytest.mark.parametrize("bot", ["greedy", "mcts:20", "learned", "learned:20"])
def test_bots_play_with_hidden_markers(bot: str) -> None:
    dice = Dice(2)
    state = GAME.new(3, seed=4, hidden_markers=True)
    player = registry.make(bot, GAME)
    while not state.over:
        seat = min(state.seats_to_act())
        if seat == 0:
            state.play(seat, player.choose(state.concealed(seat), seat, dice))
        else:
            step(state, dice)
    assert state.open_record().phase == OVER


def test_network_features_leak_no_hidden_marker() -> None:
    dice = Dice(9)
    for state in random_positions((hidden_game(seed, 3) for seed in range(6)), 6, 2):
        if not state.seats_to_act():
            continue
        for seat in range(3):
            states = (state.concealed(seat), state.determinize(seat, dice), state)
            features = [features_of(GAME, position.array, seat) for position in states]
            assert features[0] == features[1] == features[2]
