"""A state as Python people expect it: copied, pickled, saved as bytes, taken back, shown in a notebook."""

import copy
import pickle
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import quartier
from quartier import BadOption, QuartierError, State
from quartier.core.engine.contract import CHANCE
from quartier.games.block_city.rules.board import read_board
from tests.conformance.titles import TITLES


def start_game(title: str, moves: int = 4, **setup: object) -> State:
    """The position after some first moves, each the first of the list."""
    state = quartier.load(title).new(seed=3, **setup)  # type: ignore[arg-type]
    for _ in range(moves):
        _move(state, 0)
    return state


def _move(state: State, which: int) -> None:
    seat = min(state.seats_to_act())
    state.play(seat, state.moves(seat)[which])


@pytest.mark.parametrize("title", TITLES)
def test_copies_and_pickles_are_equal_and_independent(title: str) -> None:
    state = start_game(title)
    twins = [state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    record = state.record()
    _move(state, -1)
    for twin in twins:
        assert twin.game is state.game
        assert twin.record() == record
        assert twin != state
        _move(twin, -1)
        assert twin == state  # the draws that the move led to, too
        assert twin.record() == state.record()


def test_copies_do_not_share_their_options() -> None:
    state = start_game("neue_heimat")
    state.copy().options["show_money"] = False
    assert state.options["show_money"] is True


def test_a_pickle_is_read_by_another_process() -> None:
    state = start_game("city_blocks").concealed(1)
    code = "import pickle, sys; state = pickle.load(sys.stdin.buffer); print(state.viewer, state.digest())"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True
    )
    assert done.stdout.decode().split() == ["1", state.digest()]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("viewer", ["all", 0, None])
def test_bytes_say_all_that_is_needed_to_open_them(title: str, viewer: int | str | None) -> None:
    state = start_game(title)
    position = state if viewer == "all" else state.concealed(viewer)  # type: ignore[arg-type]
    again = quartier.from_bytes(bytes(position))
    assert again == position
    assert again.viewer == viewer
    assert again.board is position.board
    assert bytes(again) == bytes(position)
    assert len(position.to_bytes()) == position.game.spec.record_class.dtype.itemsize


def test_bytes_carry_a_board_of_ones_own() -> None:
    data = dict(quartier.load("block_city").spec.boards.standard().data, name="Mine")
    state = quartier.load("block_city").new(seed=1, board=data)
    for again in (quartier.from_bytes(bytes(state)), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert again.board.name == "Mine"
        assert list(again.board.numbers) == list(read_board(data))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"quartier",
        b"quartier position 2\n{}\n",
        b"quartier position 1\n[]\nabc",
        b"quartier position 1\n{\nabc",
        bytes(start_game("city_blocks")).replace(b'"board": null', b'"board": [1]'),
        bytes(start_game("city_blocks")).replace(b'"viewer": "all"', b'"viewer": 9'),
        bytes(start_game("city_blocks")).replace(b'"viewer": "all"', b'"viewer": "both"'),
        bytes(start_game("city_blocks")).replace(b'"viewer": "all"', b'"viewer": [0]'),
    ],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(QuartierError):
        quartier.from_bytes(data)
    with pytest.raises(QuartierError):
        quartier.from_bytes(bytes(start_game("city_blocks"))[:-1])


@pytest.mark.parametrize("title", TITLES)
def test_undo_goes_back_to_before_the_last_move(title: str) -> None:
    state = start_game(title)
    before = state.copy()
    _move(state, -1)
    played = state.copy()
    state.undo()
    assert (state, state.past) == (before, before.past)
    _move(state, -1)
    assert (state, state.past) == (played, played.past)  # the same move meets the same draws


def test_undo_takes_draws_by_hand_back_too() -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    before = state.copy()
    while not any(past.actor != CHANCE for past in state.past) or state.past[-1].actor != CHANCE:
        if state.to_act() == {"*"}:
            state.play("*", state.moves("*")[0])
        else:
            before = state.copy()
            _move(state, 0)
    state.undo()
    assert (state, state.past) == (before, before.past)


def test_draws_alone_are_no_move_to_undo() -> None:
    state = quartier.load("city_blocks").new(seed=1)
    assert state.past
    with pytest.raises(QuartierError, match="no move"):
        state.undo()


def test_seats_to_act_leaves_chance_out() -> None:
    state = quartier.load("city_blocks").new(chance="manual")
    assert (state.to_act(), state.seats_to_act()) == ({"*"}, set())
    state = start_game("city_blocks")
    assert state.to_act() == state.seats_to_act() != set()


@pytest.mark.parametrize("title", TITLES)
def test_a_notebook_shows_the_table_without_stylesheets(title: str) -> None:
    state = start_game(title)
    svg = state._repr_svg_()
    assert not re.search(r"var\(|color-mix|<style|<use", svg)
    assert svg == state.seen_by(None).plain_svg()
    view = state.concealed(0)
    assert view._repr_svg_() == view.seen_by(0).plain_svg()
    texts = {element.text for element in ElementTree.fromstring(svg).iter() if element.text}
    assert texts == {text for text in _texts(state.svg(None)) if text}
    colours = re.findall(r"(?:fill|stroke):([^;\"]+)", svg)
    assert colours
    assert all(re.fullmatch(r"#\w{6}|none|inherit|url\(#[\w-]+\)", colour) for colour in colours)


def _texts(document: str) -> set[str | None]:
    """What is written in a drawing, without its stylesheet and the shapes that nobody uses in place."""
    root = ElementTree.fromstring(document)
    styles = {id(element) for element in root.iter("{http://www.w3.org/2000/svg}style")}
    return {element.text for element in root.iter() if id(element) not in styles}


def test_a_perspective_follows_the_game_and_knows_its_viewer() -> None:
    state = start_game("city_blocks")
    view = state.seen_by(0, "de")
    assert view.parts() == state.parts(0, "de")
    lines = len(view.log())
    _move(state, 0)
    assert len(view.log()) > lines
    assert state.seen_by(None).choices() == []
    assert state.seen_by(None).prompt() == ""
    assert state.seen_by(None).why(["hand-H3"]) is None
    for seat, lang in ((7, "de"), ("*", "de"), (0, "fr")):
        with pytest.raises(BadOption):
            state.seen_by(seat, lang)  # type: ignore[arg-type]
