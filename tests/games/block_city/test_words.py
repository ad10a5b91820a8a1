"""BlockCity in words: what moves, log lines, the end and refusals say, in English and German."""

import pytest

from quartier import State
from quartier.core.text.languages import translator
from quartier.games.block_city.text.effects import explain, waits
from tests.games.block_city.recorded import fixture
from tests.games.block_city.table import STREET, city, start_game, turn

STORE_BESIDE_A_MISS = ["P1 H1 K1 H2 H3"]


def lines(state: State, lang: str) -> list[str]:
    """The log as a spectator reads it."""
    return [line.text for line in state.seen_by(None, lang).log()]


def test_a_turn_is_reported() -> None:
    state = turn(start_game("1@H05", "1@P05"), "2 5", "X5@K1", "2@P06")
    assert lines(state, "en") == [
        "Blue writes 1 on the third house, row 4.",
        "Red writes 1 on the left park, row 4.",
        "Blue starts.",
        "Blue rolls 2 and 5.",
        "Blue marks a miss: department store, row 2.",
        "Red writes 2 on the right park, row 4.",
    ]
    assert lines(state, "de")[-2:] == [
        "Blau kreuzt einen Fehlwurf an: Kaufhaus, Reihe 2.",
        "Rot trägt 2 ein: Park rechts, Reihe 4.",
    ]


def test_the_end_names_who_is_done() -> None:
    assert lines(fixture("several_filled"), "en")[-1].endswith(" Full cities: Red, Amber.")
    assert lines(fixture("one_filled"), "de")[-1].endswith(" Volle Stadt: Blau.")


@pytest.mark.rules("BC-2")
def test_a_game_alone_has_a_result_in_words() -> None:
    state = fixture("solo")
    assert state.seen_by(None, "en").verdict() == f"{state.scores()[0]} points: you’ve built a city."
    assert (
        state.seen_by(None, "de").verdict() == f"{state.scores()[0]} Punkte: Du hast eine Großstadt gebaut."
    )
    assert state.at(len(state.past) - 1).seen_by(None, "de").verdict() == ""
    assert fixture("one_filled").seen_by(None, "de").verdict() == ""


@pytest.mark.rules("BC-2")
@pytest.mark.parametrize(
    ("points", "rank"),
    [(-70, "site"), (59, "site"), (60, "hamlet"), (110, "village"), (150, "small town"), (180, "a town"),
     (209, "a town"), (210, "a city"), (240, "metropolis"), (300, "metropolis")],
)  # fmt: skip
def test_ranks(points: int, rank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = fixture("solo")
    monkeypatch.setattr("quartier.games.block_city.text.scoring_help.score", lambda s, seat: points)
    assert rank in state.seen_by(None, "en").verdict()


@pytest.mark.rules("BC-16")
@pytest.mark.parametrize(("spoils", "can_score"), [(False, True), (True, False)])
def test_a_store_that_a_miss_has_spoiled_is_no_more_spoken_of(spoils: bool, can_score: bool) -> None:
    before, after = (
        city(marks, *STORE_BESIDE_A_MISS, miss_spoils_store=spoils) for marks in ("H1=X", "H1=X K1=3")
    )
    action, t = before.read("3@K1"), translator("en", "block_city")
    text = explain(before.open_record(), after.open_record(), 0, action, "stores", t)
    assert text == ("A department store can still score." if can_score else "")
    assert waits(before.open_record(), 0, action) == (1 if can_score else 0)


def test_prompts_follow_the_phase() -> None:
    state = start_game("1@H1", "1@H1", rows=STREET)
    state.play("*", "roll 2 5")
    assert state.seen_by(0, "en").prompt() == "Choose a die and a building, or mark a miss."
    assert state.seen_by(1, "en").prompt() == ""
    state.play(0, "2@P1")
    assert state.seen_by(1, "de").prompt() == "Die 5 nutzen oder passen?"


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (["die-2", "building-H1"], "BC-9"),
        (["die-3", "building-H2"], "BC-5"),
        (["die-5", "building-H4"], "BC-6"),
        (["die-2", "building-H2"], None),
        (["die-2", "mark-X", "building-H4"], None),
        (["mark-X", "die-2"], None),
        (["button-pass"], "BC-9"),
    ],
)
def test_an_illegal_touch_names_the_rule(path: list[str], rule: str | None) -> None:
    state = start_game("1@H1", "1@H1", rows=STREET)
    state.play("*", "roll 2 5")
    refusal = state.seen_by(0, "de").why(path)
    assert (refusal.rule if refusal else None) == rule


def test_a_position_reads_as_a_grid() -> None:
    """Borders lie between buildings only; a number or an X stands behind the letter of the kind."""
    state = city("P1=3 H2=X", "P1 P1 H1", "H2 H3 H4")
    sheet = """\
● Blue: 0
┌───────┬───┐
│P 3    │H1 │
├───┬───┼───┤
│H X│H3 │H4 │
└───┴───┴───┘"""
    assert [line[:13].rstrip() for line in str(state).splitlines()[:6]] == sheet.splitlines()


@pytest.mark.rules("BC-1")
def test_buildings_that_are_not_on_the_sheet_are_refused() -> None:
    state = start_game("1@H1", rows=STREET)
    state.play("*", "roll 2 5")
    beyond = [a for a in range(state.game.actions) if "?" in state.write(a)]
    assert len(beyond) == 12 * (60 - 5)
    assert {state.refusal(0, action).rule for action in beyond} == {"BC-1"}  # type: ignore[union-attr]


def test_a_move_has_its_place_in_the_city_of_anyone_who_made_it() -> None:
    """Each player's own city is the one that can be touched; an opponent's is beside the board, small."""
    state = turn(start_game("1@H05", "1@P05"), "2 5", "X5@K1", "2@P06")
    for seat, names in (
        (0, ["building-K1", "beside-1-building-P06"]),
        (1, ["beside-0-building-K1", "building-P06"]),
    ):
        view = state.seen_by(seat, "en")
        assert [line.places for line in view.log()[-2:]] == [[name] for name in names]
        svg = "".join(view.parts()["aside"])
        assert [f'data-place="{name}"' in svg for name in names] == [name[1] == "e" for name in names]


def test_a_building_is_spoken_with_row_and_column() -> None:
    board = start_game("1@H1", rows=STREET).parts(0, "en")["board"]
    assert ', row 1, column 2, with a 1"' in board


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_cities_that_are_not_drawn_are_described(seat: int | None) -> None:
    """Also their misses; spectators see the first city."""
    state = turn(start_game("1@H05", "1@P05"), "2 5", "X5@K1", "2@P06")
    sections = {
        section.heading: section.lines for section in state.seen_by(seat, "en").description(["Ada", "Bob"])
    }
    own, other = ("Bob", "Ada") if seat == 1 else ("Ada", "Bob")
    assert f"City of {own}" not in sections
    marks = [line.rpartition(": ")[2] for line in sections[f"City of {other}"]]
    assert sorted(marks) == (["1", "miss"] if other == "Ada" else ["1", "2"])
