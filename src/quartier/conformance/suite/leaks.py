"""No leak: hidden information changes no byte of anything that a viewer is shown."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from quartier import Dice, State
from quartier.conformance.positions import random_game, with_position
from quartier.conformance.suite.subject import Subject
from quartier.conformance.suite.tooltips import tooltips_of
from quartier.conformance.worlds import hidden_draws, revealing_events, shuffled_past
from quartier.core.game.boards import Board
from quartier.core.game.game import Game
from quartier.core.game.player_view import OFF_BOARD
from quartier.core.text.sounds import UNSEEN

Viewer = int | None


def cheap_views(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return everything cheap that a viewer is shown of a position."""
    actors = [] if viewer is None else [viewer]
    return {
        "view": state.view(viewer),
        "known": state.concealed(viewer).to_bytes(),
        "moves": [state.moves(seat) for seat in actors],
        "prompt": [state.seen_by(viewer, lang).prompt() for lang in state.game.spec.languages],
        "sources": [state.seen_by(None).sources(seat) for seat in range(state.seats)],
        "sees": state.observes_draw(viewer),
        "to_act": state.to_act(),
        "scores": (state.scores(), state.winners(), state.over),
        "known chances": state.concealed(viewer).chances(),
        "known text": str(state.concealed(viewer)),
    }


def drawings(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return everything that is drawn or explained for a viewer, which takes longer."""
    actors = [] if viewer is None else [viewer]
    return {
        "parts": [state.parts(viewer, lang) for lang in state.game.spec.languages],
        "svg": state.svg(viewer),
        "choices": [state.seen_by(seat).choices() for seat in actors],
        "things": tooltips_of(state, viewer, "en"),
        "why": [refusals(state, seat) for seat in actors],
    }


def refusals(state: State, seat: int) -> list[str]:
    """Return why each path of touches leads nowhere."""
    return [str(state.seen_by(seat).why(list(path))) for path in some_touches(state.game, state.board)]


@cache
def some_touches(game: Game, board: Board) -> list[tuple[str, ...]]:
    """Return the first touch of every action, and some of the whole paths."""
    text = game.spec.text
    paths = {tuple(path) for action in range(game.actions) for path in text.paths(action, board)}
    return sorted({path[:1] for path in paths} | set(sorted(paths)[::37]))


def touches_the_board(game: Game, board: Board) -> bool:
    """Return whether some move is made on the board rather than by buttons and cards in hand."""
    return any(not path[0].startswith(OFF_BOARD) for path in some_touches(game, board) if path)


def moments(finished: State, random: Random) -> list[State]:
    """Return a game at its end, at some moment, and before the first event that shows what was hidden."""
    length = len(finished.past)
    counts = {length, random.randrange(length), *revealing_events(finished)[:1]}
    return [finished.at(count) for count in sorted(counts)]


def assert_same_all_along(state: State, other: State, viewer: Viewer, random: Random) -> None:
    """Assert that two games look the same to a viewer, now and in the past."""
    length = len(state.past)
    assert past_shown(other, viewer) == past_shown(state, viewer)
    for index in {*range(0, length, 3), length}:
        assert cheap_views(other.at(index), viewer) == cheap_views(state.at(index), viewer)
    for index in random.sample(range(length), min(2, length)):
        assert drawings(other.at(index), viewer) == drawings(state.at(index), viewer)


def past_shown(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the history as a viewer is shown it."""
    return {
        "record": state.record(viewer),
        "log": [state.seen_by(viewer, lang).log() for lang in state.game.spec.languages],
        "events": [state.event_text(index, viewer) for index in range(len(state.past))],
    }


def viewers(state: State) -> list[Viewer]:
    """Return a spectator and every seat."""
    return [None, *range(state.seats)]


class Leaks(Subject):
    """No leak: hidden information changes no byte of anything that a viewer is shown."""

    @pytest.mark.parametrize("show", [cheap_views, drawings])
    def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same(
        self, game: Game, show: Callable[[State, Viewer], dict[str, Any]]
    ) -> None:
        dice, (games, per_game) = Dice(71), (20, 4) if show is cheap_views else (3, 2)
        for state in self.positions(game, games=games, per_game=per_game, seed=71):
            for viewer in viewers(state):
                world = with_position(state, state.determinize(viewer, dice).array)
                assert show(world, viewer) == show(state, viewer)

    def test_games_that_a_viewer_cannot_tell_apart_look_the_same_all_along(self, game: Game) -> None:
        """Hidden draws that nothing has shown yet may be others; what a move shows, `reveals` declares."""
        random = Random(72)
        hiding, tried = set(), set()
        for seed in range(4):
            for state in moments(random_game(game, 7200 + seed), random):
                for viewer in viewers(state):
                    other = shuffled_past(state, viewer, random, exchanges=40)
                    hiding |= {viewer} if hidden_draws(state, viewer) else set()
                    if other.record() != state.record():
                        tried.add(viewer)
                        assert_same_all_along(state, other, viewer, random)
        assert tried == hiding, "hidden draws could never be others"

    def test_a_viewers_record_names_no_hidden_outcome(self, game: Game) -> None:
        state = random_game(game, 73)
        for viewer in viewers(state):
            lines = [line for line in state.record(viewer).splitlines() if line and line[0] != "["]
            hidden = hidden_draws(state, viewer)
            assert [index for index, line in enumerate(lines) if line.endswith("?")] == hidden
            assert all(lines[index] == "* draw ?" for index in hidden)

    def test_the_log_names_no_place_of_a_hidden_event(self, game: Game) -> None:
        """None is in a hand: places are on the board."""
        state, named = random_game(game, 76), 0
        for viewer in viewers(state):
            for line in state.seen_by(viewer).log():
                hidden = state.visible_action(line.index, viewer) is None
                assert not (hidden and line.places)
                assert not hidden or line.sound == UNSEEN
                assert not any(id_.startswith(OFF_BOARD) for id_ in line.places)
                named += len(line.places)
        assert named > 0 or not touches_the_board(game, state.board)

    def test_a_concealed_position_has_no_past(self, game: Game) -> None:
        for state in self.positions(game, games=3, per_game=3, seed=74):
            for viewer in viewers(state):
                concealed = state.concealed(viewer)
                assert concealed.past == []
                assert concealed.events == []
                assert concealed.headers == {}

    def test_only_the_drawing_seat_sees_the_draw(self, game: Game) -> None:
        """`observes_draw`, called before a draw, decides what records and logs show of it."""
        state = random_game(game, 75)
        for index, (actor, _) in enumerate(state.events):
            if actor == "*":
                before = state.at(index)
                for viewer in viewers(state):
                    assert before.observes_draw(viewer) == (state.event_text(index, viewer) != "draw ?")
