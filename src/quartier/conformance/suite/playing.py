"""Playing: exactly the listed moves are legal, copies are independent, and games end."""

from random import Random

import pytest

from quartier import IllegalMove, QuartierError, State
from quartier.conformance.positions import SAMPLED_ACTIONS, due, some_actions
from quartier.conformance.suite.subject import Subject
from quartier.core.engine.contract import CHANCE
from quartier.core.game.game import Game


def legal_by_explanation(state: State, actor: int) -> set[int]:
    """Return the actions of the whole alphabet that `explain_illegal` accepts."""
    explain_illegal, position = state.game.kernels.explain_illegal_at, state.array
    return {action for action in range(state.game.actions) if explain_illegal(position, actor, action) == 0}


class Playing(Subject):
    """Playing: exactly the listed moves are legal, copies are independent, and games end."""

    def test_what_is_listed_is_what_is_not_forbidden(self, game: Game) -> None:
        for state in self.positions(game, games=60, per_game=8, seed=1):
            for actor in (CHANCE, *range(state.seats)):
                listed = state.legal(actor)
                assert len(listed) == len(set(listed)), f"listed twice: {state!r}"
                assert set(listed) == legal_by_explanation(state, actor), f"actor {actor} in {state!r}"
                assert bool(listed) == (actor in due(state)), f"actor {actor} in {state!r}"

    def test_every_actor_has_a_move(self, game: Game) -> None:
        for state in self.positions(game, games=60, per_game=8, seed=2):
            assert state.over == (not state.to_act())
            assert all(state.moves(actor) for actor in state.to_act())

    def test_a_seat_with_several_moves_decides(self, game: Game) -> None:
        for state in self.positions(game, games=60, per_game=8, seed=7):
            for seat in range(state.seats):
                decides = game.kernels.decides_at(state.array, seat, state.buffers()[0])
                assert decides == (len(state.legal(seat)) > 1), f"seat {seat} in {state!r}"

    def test_every_listed_move_plays_and_no_other_does(self, game: Game) -> None:
        random = Random(3)
        for state in self.positions(game, games=4, per_game=3, seed=3):
            before = state.to_bytes()
            for actor in ("*", *range(state.seats)):
                moves = set(state.moves(actor))
                listed = [state.read(move) for move in moves][:SAMPLED_ACTIONS]
                for action in {*some_actions(game, random), *listed}:
                    text = state.write(action)
                    twin = state.copy()
                    if text in moves:
                        twin.play(actor, text)
                        assert len(twin.past) == len(state.past) + 1
                    else:
                        with pytest.raises(IllegalMove):
                            twin.play(actor, text)
                        assert twin.to_bytes() == before
                        assert twin.past == state.past

    def test_refusals_have_sentences_and_rules(self, game: Game) -> None:
        ids, random = set(game.rule_ids()), Random(4)
        for state in self.positions(game, games=8, per_game=3, seed=4):
            for actor in (CHANCE, *range(state.seats)):
                for action in set(some_actions(game, random)) - set(state.legal(actor)):
                    refusal = state.refusal(actor, action)
                    assert refusal is not None
                    assert refusal.rule in ids
                    assert refusal.text("en")

    @pytest.mark.parametrize(
        "nonsense", ["", " ", "?", "draw ?", "nonsense", "H3@c4 H3@c4", "\u0000", "x" * 5000]
    )
    def test_nonsense_is_no_move(self, game: Game, nonsense: str) -> None:
        state = next(iter(self.positions(game, games=1, per_game=0, seed=5)))
        for actor in ("*", 0):
            with pytest.raises(IllegalMove) as refused:
                state.play(actor, nonsense)
            assert refused.value.rule == "notation"
            assert len(refused.value.text()) < 400

    @pytest.mark.parametrize("actor", [-1, 99, "0", None, True, 0.0, "x"])
    def test_nobody_else_plays(self, game: Game, actor: object) -> None:
        state = game.new(seed=1)
        for use in (state.moves, lambda who: state.play(who, "stay")):
            with pytest.raises(QuartierError):
                use(actor)  # type: ignore[arg-type]

    def test_a_copy_never_changes_when_another_is_played(self, game: Game) -> None:
        for state in self.positions(game, games=6, per_game=4, seed=6):
            original, bytes_before, past_before = state.copy(), state.to_bytes(), list(state.past)
            for actor in state.to_act():
                for move in state.moves(actor)[:20]:
                    twin = state.copy()
                    twin.play(actor, move)
                    twin.headers["Date"] = "today"
            assert state == original
            assert state.to_bytes() == bytes_before
            assert state.past == past_before
            assert "Date" not in state.headers

    def test_asking_changes_nothing(self, game: Game) -> None:
        for state in self.positions(game, games=4, per_game=3, seed=7):
            before = state.to_bytes()
            for seat in (None, *range(state.seats)):
                state.concealed(seat)
                state.view(seat)
                state.record(seat)
                state.seen_by(seat).log()
                state.parts(seat)
            for seat in range(state.seats):
                state.seen_by(seat).choices()
                state.seen_by(None).sources(seat)
            assert state.to_bytes() == before

    def test_a_copy_meets_the_same_chance(self, game: Game) -> None:
        state = game.new(seed=11, **game.ending)
        twin = state.copy()
        while not state.over:
            actor = min(state.to_act())
            move = state.moves(actor)[0]
            state.play(actor, move)
            twin.play(actor, move)
        assert state.record() == twin.record()

    def test_a_seed_decides_the_chance_and_nothing_else_does(self, game: Game) -> None:
        assert game.new(seed=5).record() == game.new(seed=5).record()
        state = game.new(chance="manual")
        if state.to_act() == {"*"}:
            assert len({game.new(seed=seed).record() for seed in range(20)}) > 1
            assert len({game.new().record() for _ in range(20)}) > 1

    def test_random_games_end_in_time(self, game: Game) -> None:
        for state in self.games(game, count=200, seed=8):
            assert 0 < len(state.past) <= game.max_events
            assert state.to_act() == set()
            assert all(state.moves(actor) == [] for actor in ("*", *range(state.seats)))
