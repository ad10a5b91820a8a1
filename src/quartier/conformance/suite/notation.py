"""Texts of moves, and records of games: what is written is read back, byte for byte."""

import quartier
from quartier import State
from quartier.conformance.positions import setups
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game


def rebuilt(state: State) -> State:
    """Restore a state from its `repr`."""
    again: State = eval(repr(state), {"quartier": quartier})
    return again


class Notation(Subject):
    """Texts of moves, and records of games: what is written is read back, byte for byte."""

    def test_every_action_has_a_text_of_its_own(self, game: Game) -> None:
        for setup in setups(game):
            state = game.new(chance="manual", **setup)
            texts = [state.write(action) for action in range(game.actions)]
            assert len(set(texts)) == game.actions
            assert [state.read(text) for text in texts] == list(range(game.actions))
            assert all(
                text == " ".join(text.split()) and "#" not in text and text.isascii() for text in texts
            )

    def test_moves_are_sorted_texts(self, game: Game) -> None:
        for state in self.positions(game, games=10, per_game=4, seed=31):
            for actor in state.to_act():
                moves = state.moves(actor)
                assert moves == sorted(set(moves))
                assert [state.write(state.read(move)) for move in moves] == moves

    def test_record_and_replay_give_the_same_bytes(self, game: Game) -> None:
        for state in self.games(game, count=20, seed=32):
            again = quartier.replay(state.record())
            assert again.to_bytes() == state.to_bytes()
            assert again.record() == state.record()
            assert again.past == state.past
            assert again == state

    def test_a_game_broken_off_replays_too(self, game: Game) -> None:
        for state in self.positions(game, games=5, per_game=4, seed=33):
            again = quartier.replay(state.record())
            assert again == state
            assert again.record() == state.record()
            assert rebuilt(state) == state

    def test_bytes_make_a_position(self, game: Game) -> None:
        for state in self.positions(game, games=5, per_game=4, seed=34):
            concealed = state.concealed(0)
            assert rebuilt(concealed) == concealed
            assert state.digest() == quartier.replay(state.record()).digest()

    def test_headers_are_kept_and_options_are_written(self, game: Game) -> None:
        for state in self.games(game, count=3, seed=35):
            state.headers.update({"Date": "2026-11-21", "Seat0": 'Ada "the" \\ Town', "Zoo": "#1; [x]"})
            text = state.record()
            again = quartier.replay(text)
            assert again.headers == state.headers
            assert again.options == state.options
            assert again.seats == state.seats
            assert again.record() == text

    def test_every_earlier_position_is_that_of_the_shorter_record(self, game: Game) -> None:
        state = next(iter(self.games(game, count=1, seed=36)))
        again = game.replay(state.at(0).record())
        for index, (actor, move) in enumerate(state.events):
            assert state.at(index) == again
            again.play(actor, move)
        assert state.at(len(state.past)) == again == state
