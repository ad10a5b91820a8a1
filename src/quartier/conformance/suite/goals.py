"""The goal and the progress of a game, and warnings before its end."""

from quartier.conformance.suite.subject import Subject
from quartier.core.engine import contract
from quartier.core.game.game import Game
from quartier.core.text.goal import ENDS, TRIGGERS_END
from quartier.core.text.languages import translator


class Goals(Subject):
    """The goal and the progress of a game, and warnings before its end."""

    def test_the_aim_and_the_progress_are_short(self, game: Game) -> None:
        """They share a line of the page."""
        for state in self.positions(game, games=4, per_game=6, seed=61):
            for lang in game.spec.languages:
                goal = state.seen_by(None, lang).goal()
                assert 0 < len(goal.aim) <= 60
                assert len(goal.progress) <= 30
                assert len(goal.warning) <= 90
                assert "{" not in "".join(goal)

    def test_the_goal_is_public(self, game: Game) -> None:
        for state in self.positions(game, games=4, per_game=6, seed=62):
            goals = {state.seen_by(viewer, "en").goal() for viewer in (None, *range(state.seats))}
            assert len(goals) == 1

    def test_an_end_that_is_certain_comes_and_is_announced(self, game: Game) -> None:
        triggered = getattr(game.spec.rules, "end_triggered", contract.end_triggered)
        for state in self.games(game, count=5, seed=63):
            certain = False
            for count in range(1, len(state.past)):
                then = state.at(count)
                now = bool(triggered(then.concealed(None).open_record()))
                assert now or not certain, "an end that is certain stays certain"
                assert then.seen_by(None, "en").goal().warning or not now
                certain = now

    def test_a_warning_addresses_the_reader(self, game: Game) -> None:
        """The reader's name is "": no sentence begins with a gap, or has one."""
        for state in self.games(game, count=5, seed=63):
            for count in range(len(state.past) // 2, len(state.past)):
                view = state.at(count).seen_by(None, "en")
                warning = view.goal([""] * state.seats).warning
                assert not warning or (warning[0].isupper() or warning[0].isdigit()), warning
                assert "  " not in warning

    def test_moves_that_end_the_game_say_so(self, game: Game) -> None:
        t = translator("en", game.spec.folder)
        for state in self.games(game, count=3, seed=64):
            mover = max(index for index, past in enumerate(state.past) if past.actor >= 0)
            then = state.at(mover)
            for seat in then.seats_to_act():
                for choice in then.seen_by(seat, "en").choices():
                    twin = then.copy()
                    twin.play(seat, choice.move)
                    assert choice.gain.sentence.startswith(t(ENDS)) == twin.over, choice.move

    def test_moves_that_trigger_the_end_say_so(self, game: Game) -> None:
        triggered = getattr(game.spec.rules, "end_triggered", contract.end_triggered)
        t = translator("en", game.spec.folder)
        for state in self.games(game, count=3, seed=65):
            for count in range(len(state.past) // 2, len(state.past)):
                then, past = state.at(count), state.past[count]
                if past.actor < 0 or triggered(then.concealed(None).open_record()):
                    continue
                after = state.at(count + 1)
                starts = not after.over and triggered(after.concealed(None).open_record())
                if not starts and count % 5:
                    continue
                move = then.write(past.action)
                [choice] = [
                    choice for choice in then.seen_by(past.actor, "en").choices() if choice.move == move
                ]
                assert choice.gain.sentence.startswith(t(TRIGGERS_END)) == starts, move
