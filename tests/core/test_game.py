"""The public interface: loading, options, chance, errors that name the thing and the way out."""

from collections.abc import Callable

import pytest

import quartier
from quartier import BadOption, BadRecord, Dice, IllegalMove, QuartierError, State, UnknownTitle

GAME = quartier.load("city_blocks")


def test_titles_load_by_name_and_once() -> None:
    assert "city_blocks" in quartier.titles()
    assert quartier.load("city_blocks") is GAME
    assert GAME.name == "city_blocks"
    assert GAME.title("de") == GAME.title("en") == "City Blocks"
    assert GAME.seats == (2, 2)
    assert GAME.options == {}
    assert repr(GAME) == "quartier.load('city_blocks')"


@pytest.mark.parametrize("name", ["city-blocks", "City Blocks", "citty_blocks", "cityblocks"])
def test_a_mistyped_title_is_answered_with_the_nearest(name: str) -> None:
    with pytest.raises(UnknownTitle) as caught:
        quartier.load(name)
    assert caught.value.near == "city_blocks"
    assert "city_blocks" in caught.value.text("de")
    assert caught.value.text("de") != caught.value.text("en")


def test_a_title_that_is_near_none_is_answered_with_all() -> None:
    with pytest.raises(UnknownTitle) as caught:
        quartier.load("zzzz")
    assert caught.value.near is None
    assert all(title in caught.value.text("de") for title in quartier.titles())


@pytest.mark.parametrize("seats", [0, 1, 3, -2, True, "2", 2.0])
def test_a_number_of_seats_that_cannot_be_is_refused(seats: object) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(seats=seats)  # type: ignore[arg-type]
    assert "2" in caught.value.text("de") or "ganze Zahl" in caught.value.text("de")


def test_options_and_chance_that_do_not_exist_are_refused() -> None:
    for wrong in ({"towers": 9}, {"chance": "maybe"}, {"board": "moon"}):
        with pytest.raises(QuartierError) as caught:
            GAME.new(**wrong)  # type: ignore[arg-type]
        assert str(next(iter(wrong.values()))) in caught.value.text("de") or "towers" in caught.value.text(
            "de"
        )
        assert caught.value.text("de") != caught.value.text("en")


def test_an_option_that_needs_another_is_refused_without_it() -> None:
    game = quartier.load("gridlock")
    assert game.options["short_trip_cones"].needs == "short_trip"
    with pytest.raises(BadOption) as caught:
        game.new(short_trip_cones=True)
    message = "Option “short_trip_cones” requires “short_trip”. Choose “short_trip” too, or drop “short_trip_cones”."
    assert caught.value.text("en") == message
    assert "„short_trip_cones“" in caught.value.text("de")
    assert "„short_trip“" in caught.value.text("de")
    assert game.new(short_trip=True, short_trip_cones=True).options["short_trip_cones"]
    with pytest.raises(BadRecord, match="Line 2"):
        quartier.replay('[Game "gridlock"]\n[Options "short_trip_cones=true"]\n')


@pytest.mark.parametrize(
    "call",
    [
        lambda: GAME.new(seed="7"),  # type: ignore[arg-type]
        lambda: GAME.new(seed=1.5),  # type: ignore[arg-type]
        lambda: GAME.new(seed=1).svg(0, lang="fr"),
        lambda: GAME.rulebook("DE"),
        lambda: GAME.new(seed=1).view("*"),  # type: ignore[arg-type]
        lambda: quartier.replay(None),  # type: ignore[arg-type]
        lambda: quartier.replay(b"0 H1@a1"),  # type: ignore[arg-type]
    ],
)
def test_things_of_another_kind_are_refused_in_both_languages(call: Callable[[], object]) -> None:
    with pytest.raises(QuartierError) as caught:
        call()
    assert caught.value.text("de") != caught.value.text("en")


def test_manual_chance_waits() -> None:
    state = GAME.new(chance="manual")
    assert state.to_act() == {"*"}
    assert state.moves(0) == state.moves(1) == []
    state.play("*", "bonus 9")
    assert state.events == [("*", "bonus 9")]


def test_automatic_chance_is_drawn_at_once() -> None:
    state = GAME.new(seed=7)
    (seat,) = state.to_act()
    assert seat in (0, 1)
    state.play(seat, state.moves(seat)[0])
    assert "*" not in state.to_act()


def test_draw_plays_one_event_and_settle_all() -> None:
    state = GAME.new(chance="manual")
    assert state.draw(Dice(1)) == state.events[0]
    assert len(state.events) == 1
    assert state.settle(Dice(2)) == state.events[1:]
    assert [state.event(0), state.event(-1)] == [state.events[0], state.events[-1]]
    assert len(state.events) == 23
    with pytest.raises(QuartierError, match="No chance event"):
        state.draw(Dice(3))


def test_an_illegal_move_names_its_rule_in_the_readers_language() -> None:
    state = GAME.new(seed=7)
    (seat,) = state.to_act()
    with pytest.raises(IllegalMove) as caught:
        state.play(1 - int(seat), "H1@a1")
    error = caught.value
    assert error.rule == "CB-8"
    assert str(error) == "It isn’t your turn. (CB-8)"
    with quartier.language("de"):
        assert str(error) == "Du bist nicht am Zug. (CB-8)"
        with quartier.language("en"):
            assert str(error).startswith("It is")
        assert str(error).startswith("Du bist")
    assert str(error).startswith("It is")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadOption, match="xx"), quartier.language("xx"):
        pass


def test_a_mistyped_move_is_answered_with_the_nearest() -> None:
    state = GAME.new(seed=7)
    (seat,) = state.to_act()
    move = state.moves(seat)[0]
    assert state.suggestion(seat, move.lower()) == move
    assert state.suggestion(seat, "qqqqqqqqqqqq") is None


def test_positions_that_were_not_reached_are_refused() -> None:
    state = GAME.new(seed=7)
    assert state.at(23) == state
    for index in (-1, 24, 10**9):
        with pytest.raises(BadOption) as caught:
            state.at(index)
        assert "23" in caught.value.text("de")


def test_what_a_seat_knows_has_no_record() -> None:
    with pytest.raises(QuartierError):
        GAME.new(seed=7).concealed(0).record()


def test_views_of_seats_that_do_not_exist_are_refused() -> None:
    state = GAME.new(seed=7)
    for ask in (state.view, state.concealed, state.record, state.seen_by, state.svg):
        for seat in (2, -1, "*", "0"):
            with pytest.raises(BadOption):
                ask(seat)  # type: ignore[operator]


def test_states_compare_by_position() -> None:
    one, other = GAME.new(seed=7), GAME.new(seed=7)
    assert one == other
    assert one != GAME.new(seed=8)
    assert one != "something else"
    assert one.concealed(0) != one.concealed(1)
    assert one.concealed(0) != one
    with pytest.raises(TypeError):
        hash(one)


def test_bytes_that_are_no_position_are_refused() -> None:
    with pytest.raises(QuartierError) as caught:
        GAME.from_bytes(b"too short", 2, {})
    assert "City Blocks" in caught.value.text("de")


def test_a_prompt_is_for_anyone_who_may_act() -> None:
    state = GAME.new(seed=7)
    (seat,) = state.to_act()
    assert state.seen_by(int(seat), "de").prompt().startswith("Wähl ein Gebäude")
    assert state.seen_by(1 - int(seat), "de").prompt() == state.seen_by(None, "de").prompt() == ""


def test_names_of_players_stand_in_the_log() -> None:
    state = GAME.new(seed=7)
    lines = state.seen_by(None, "de").log(["Ada", "Bob {name}"])
    assert any("Ada" in line.text for line in lines)
    assert any("Bob {name}" in line.text for line in lines)
    assert isinstance(state.copy(), State)


@pytest.mark.parametrize(
    ("title", "outcomes", "others"),
    [
        ("city_blocks", ("bonus 1", "lot 4", "draw CH"), ("H1@a1", "stay")),
        ("block_city", ("first 0", "roll 6 6"), ("pass", "X6@H16")),
        ("metromania", ("piece P1", "rotate 2", "first 3"), ("begin 1 0.1a", "pass")),
        ("neue_heimat", ("cube W1", "first 0", "roof 6"), ("bid 1", "discard")),
        ("gridlock", ("start Harvard", "goal MIT", "tile 63o", "first 1"), ("end", "lay 5@0,3=5")),
    ],
)
def test_who_tries_what_is_chances_gets_the_reason(
    title: str, outcomes: tuple[str, ...], others: tuple[str, ...]
) -> None:
    """And of no move of theirs."""
    state = quartier.load(title).new(seed=1)
    seat = min(state.seats_to_act())
    for move, chances in (*((move, True) for move in outcomes), *((move, False) for move in others)):
        if move in state.moves(seat):
            continue
        with pytest.raises(IllegalMove) as refused:
            state.play(seat, move)
        assert ("chance event" in refused.value.text("en")) is chances, move
