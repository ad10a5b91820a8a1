"""Scores: the sum of their sources, the same for every viewer, and the top score wins."""

from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.text.languages import languages


class Scores(Subject):
    """Scores: the sum of their sources, the same for every viewer, and the top score wins."""

    def test_scores_are_the_sum_of_their_sources(self, game: Game) -> None:
        for state in self.positions(game, games=20, per_game=6, seed=21):
            for seat in range(state.seats):
                points = [points for _, points in state.seen_by(None).sources(seat)]
                assert sum(points) == state.scores()[seat]

    def test_every_source_belongs_to_one_of_the_declared_categories(self, game: Game) -> None:
        """For titles that explain their scoring."""
        for state in self.positions(game, games=6, per_game=4, seed=25):
            for lang in languages():
                view = state.seen_by(None, lang)
                labels = view.categories()
                for label, _ in (source for seat in range(state.seats) for source in view.sources(seat)):
                    homes = [category.name for category in labels if label.startswith(category.labels)]
                    assert len(homes) == 1 or not labels, label

    def test_categories_name_rules_and_speak_all_languages(self, game: Game) -> None:
        for state in self.positions(game, games=4, per_game=2, seed=26):
            english = state.seen_by(None, "en").categories()
            rules = {number for category in english for number in category.rules}
            assert rules <= set(range(1, game.spec.rules.RULES + 1))
            assert all(category.rules for category in english)
            assert all("{" not in category.sentence for category in english)
            for lang in self.translations(game):
                translated = state.seen_by(None, lang).categories()
                for category, spoken in zip(english, translated, strict=True):
                    assert category.rules == spoken.rules
                    assert category.sentence != spoken.sentence
                    assert "{" not in spoken.sentence

    def test_scores_are_public(self, game: Game) -> None:
        for state in self.positions(game, games=20, per_game=6, seed=22):
            for viewer in (None, *range(state.seats)):
                assert state.concealed(viewer).scores() == state.scores()
                assert state.view(viewer)["scores"] == state.scores()

    def test_winners_have_the_top_score(self, game: Game) -> None:
        for state in self.games(game, count=100, seed=23):
            best = max(state.scores())
            assert state.winners()
            assert {state.scores()[seat] for seat in state.winners()} == {best}
            assert state.at(len(state.past) - 1).winners() == []

    def test_points_of_a_choice_are_what_the_move_brings(self, game: Game) -> None:
        """What a seat knows of it, if the move shows something hidden."""
        for state in self.positions(game, games=3, per_game=4, seed=24):
            for seat in state.seats_to_act():
                choices = state.seen_by(seat, "en").choices()
                for choice in choices[:: 1 + len(choices) // 7]:
                    action = state.read(choice.move)
                    unclear = game.kernels.reveals_at(state.array, seat, action)
                    twin = state.concealed(seat) if unclear else state.copy()
                    twin.play_action(seat, action)
                    gain = twin.scores()[seat] - state.scores()[seat]
                    assert int(choice.points.replace("−", "-") or 0) == gain
