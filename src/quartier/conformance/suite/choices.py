"""The choices that a page offers for each legal move, and explanations of touches that lead nowhere."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from quartier import State
from quartier.bots.explanations import GAINED, RESULT
from quartier.conformance.suite.subject import Subject
from quartier.core.drawing.memo import checking_reads
from quartier.core.game.game import Game
from quartier.core.game.previews import previews
from quartier.core.text.languages import translator

MAX_TURNS = 6
"""Maximum number of moves for the same touches; a further tap switches to the next."""


def _is_sentence(text: str) -> bool:
    return text.endswith(".") and not text[0].islower()


class Choices(Subject):
    """The choices that a page offers for each legal move, and explanations of touches that lead nowhere."""

    def acting(self, game: Game, seed: int, games: int = 4) -> list[tuple[State, int]]:
        """Positions in which a seat may act, with that seat."""
        states = self.positions(game, games=games, per_game=4, seed=seed)
        return [(state, int(seat)) for state in states for seat in state.to_act() - {"*"}]

    def test_every_legal_move_is_offered_once(self, game: Game) -> None:
        for state, seat in self.acting(game, 91):
            choices = state.seen_by(seat, "en").choices()
            assert sorted(choice.move for choice in choices) == state.moves(seat)
            assert all(choice.paths and all(choice.paths) for choice in choices)
            assert len({choice.label for choice in choices}) == len(choices)

    def test_effects_are_whole_sentences(self, game: Game) -> None:
        for state, seat in self.acting(game, 97, games=2):
            for choice in state.seen_by(seat, "en").choices():
                assert all(len(part) > 1 for part in choice.gain.sentences), choice.gain
                assert not choice.gain.sentences or _is_sentence(choice.gain.sentence), choice.gain

    def test_touches_lead_to_one_move_or_to_its_turns(self, game: Game) -> None:
        for state, seat in self.acting(game, 92):
            by_path: dict[tuple[str, ...], list[list[list[str]]]] = {}
            for choice in state.seen_by(seat, "en").choices():
                for path in choice.paths:
                    by_path.setdefault(tuple(path), []).append(choice.paths)
            for touches, ways in by_path.items():
                assert len(ways) <= MAX_TURNS, touches
                further = [path for way in ways for path in way if not all(path in other for other in ways)]
                assert all(len(by_path[tuple(path)]) == 1 for path in further), (
                    "only a move of its own has a way of its own"
                )
            starts = {path[:length] for path in by_path for length in range(1, len(path))}
            assert not starts & set(by_path), "a move ends where another goes on"

    def test_what_can_be_touched_is_drawn(self, game: Game) -> None:
        for state, seat in self.acting(game, 93, games=2):
            ids = "".join(state.parts(seat, "en").values())
            touched = {
                touch
                for choice in state.seen_by(seat, "en").choices()
                for path in choice.paths
                for touch in path
            }
            missing = {
                touch
                for touch in touched
                if not touch.startswith(("button-", "number-")) and f'data-touch="{touch}"' not in ids
            }
            assert not missing

    def test_what_is_drawn_once_for_all_shows_no_more_than_it_is_kept_by(self, game: Game) -> None:
        with checking_reads():
            for state in self.positions(game, games=3, per_game=5, seed=90):
                for seat in (None, *range(state.seats)):
                    assert state.seen_by(seat, "en").parts() == state.seen_by(seat, "en").parts()

    def test_legal_touches_are_never_refused(self, game: Game) -> None:
        for state, seat in self.acting(game, 94):
            for choice in state.seen_by(seat, "en").choices()[::5]:
                for path in choice.paths:
                    for length in range(1, len(path) + 1):
                        assert state.seen_by(seat).why(path[:length]) is None

    def test_whatever_is_drawn_to_be_touched_says_why_it_cannot(self, game: Game) -> None:
        for state, seat in self.acting(game, 98, games=2):
            view = state.seen_by(seat)
            starts = {path[0] for choice in view.choices() for path in choice.paths}
            ids = set(re.findall('data-touch="([^"]+)"', "".join(view.parts().values())))
            silent = {touch for touch in ids if view.why([touch]) is None}
            assert silent == ids & starts

    def translated_acting(self, game: Game, seed: int) -> Iterator[tuple[State, int, str]]:
        """Return positions and their acting seats, once for each language but English."""
        for state, seat in self.acting(game, seed, games=2):
            for lang in self.translations(game):
                yield state, seat, lang

    def test_labels_differ_by_language(self, translated: Game) -> None:
        for state, seat, lang in self.translated_acting(translated, 95):
            english, spoken = state.seen_by(seat, "en").choices(), state.seen_by(seat, lang).choices()
            assert [choice.move for choice in english] == [choice.move for choice in spoken]
            assert all(one.label != other.label for one, other in zip(english, spoken, strict=True))

    def test_effects_have_a_verb_and_a_sentence(self, game: Game) -> None:
        """For titles that describe effects; an effect with points is never described as nothing."""
        if not hasattr(game.spec.text, "describe_effect"):
            return
        for state, seat in self.acting(game, 99, games=2):
            for choice in state.seen_by(seat, "en").choices():
                assert choice.gain.verb, choice.move
                assert choice.gain.sentence.endswith("."), choice.move
                assert not choice.points or choice.gain.amount not in ("", "0"), choice.move

    def test_effects_differ_by_language(self, translated: Game) -> None:
        if not hasattr(translated.spec.text, "describe_effect"):
            return
        for state, seat, lang in self.translated_acting(translated, 99):
            english, spoken = state.seen_by(seat, "en").choices(), state.seen_by(seat, lang).choices()
            for one, other in zip(english, spoken, strict=True):
                assert other.gain.sentence not in ("", one.gain.sentence), one.move

    def test_what_a_network_looks_at_has_words(self, game: Game) -> None:
        """The title's explanation of a move by feature groups is a sentence."""
        text: Any = game.spec.text
        groups = getattr(game.spec.bots, "GROUPS", {})
        if not groups:
            return
        for state, seat in self.acting(game, 93, games=2):
            state_ = state.concealed(seat)
            tried = previews(state_, seat, np.array(state_.legal(seat)[:20], np.int64))
            for index, action in enumerate(tried.actions.tolist()):
                for group in (GAINED, RESULT, *groups):
                    arguments = (state_.open_record(), tried.open_record(index), seat, action, group)
                    languages = game.spec.languages
                    sentences = [
                        text.explain(*arguments, translator(lang, game.spec.folder)) for lang in languages
                    ]
                    distinct = len({*sentences}) == len(sentences)
                    assert not any(sentences) or (distinct and all(map(_is_sentence, sentences))), sentences

    @pytest.mark.parametrize("path", [[], ["nothing"], ["block-"], ["button-nothing"], [""] * 50])
    def test_touches_that_mean_nothing_are_not_explained(self, game: Game, path: list[str]) -> None:
        for state, seat in self.acting(game, 96, games=1):
            assert state.seen_by(seat).why(path) is None

    def test_who_may_not_act_is_offered_nothing(self, game: Game) -> None:
        for state in self.positions(game, games=3, per_game=4, seed=97):
            for seat in set(range(state.seats)) - state.to_act():
                assert state.seen_by(seat).choices() == []
                assert state.seen_by(seat).prompt() == ""
