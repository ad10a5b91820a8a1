"""Every text of a game is translated in each language of the game, with the same fields and proper punctuation."""

import re
from pathlib import Path

import quartier
from quartier.conformance.messages import (
    catalogue,
    fields,
    message_ids,
    shared_catalogue,
    translated_messages,
    translations,
)
from quartier.conformance.positions import random_game
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.game.metadata import messages
from quartier.core.text.languages import translator

QUOTATION_MARKS = {"de": ("„", "“")}
"""The opening and the closing mark, by language. Other languages aren't checked."""


def check_translations(file: Path, lang: str) -> None:
    """Raise an AssertionError unless each translation has the fields, quotation marks and full stop of the English."""
    opening, closing = QUOTATION_MARKS.get(lang, ("", ""))
    for text, translation in translated_messages(file).items():
        assert fields(translation) == fields(text), text
        assert translation == translation.strip() or text != text.strip(), text
        assert translation.count(opening) == translation.count(closing) or not opening, text
        assert translation.find(opening) <= translation.find(closing), text
        assert '"' not in translation or '"' in text, text
        assert text[-1] not in ".!?" or translation[-1] in ".!?", text


class Translations(Subject):
    """A game has all its texts in each of its languages."""

    def test_every_message_of_a_title_is_translated(self, translated: Game) -> None:
        folder = translated.spec.folder
        messages_in_code = message_ids(sorted(folder.rglob("*.py")))
        messages_in_code |= {option.help: f"option {name}" for name, option in translated.options.items()}
        messages_in_code |= dict.fromkeys(messages(translated.spec.metadata), "data/title.toml")
        for lang in self.translations(translated):
            texts = translated_messages(catalogue(folder, lang)) | translated_messages(shared_catalogue(lang))
            missing = {text: source for text, source in messages_in_code.items() if text not in texts}
            assert missing == {}, lang

    def test_no_translation_of_a_title_is_left_over(self, translated: Game) -> None:
        folder = translated.spec.folder
        used = set(message_ids(sorted(folder.rglob("*.py"))))
        used |= {option.help for option in translated.options.values()}
        used |= set(messages(translated.spec.metadata)) | {translated.spec.rules.NAME}
        for lang in self.translations(translated):
            assert set(translated_messages(catalogue(folder, lang))) - used == set(), lang

    def test_the_translator_finds_the_translations_of_a_title(self, translated: Game) -> None:
        for lang in self.translations(translated):
            t = translator(lang, translated.spec.folder)
            for ids, forms in translations(catalogue(translated.spec.folder, lang)).items():
                assert t(ids[0]) == forms[0]
                assert len(ids) == 1 or {t.ngettext(ids[0], ids[-1], count) for count in range(101)} == {
                    *forms
                }

    def test_translations_are_well_formed(self, translated: Game) -> None:
        for lang in self.translations(translated):
            check_translations(catalogue(translated.spec.folder, lang), lang)

    def test_ascii_art_differs_by_language(self, translated: Game) -> None:
        """Codes, ids and notation are the same in all languages; words are not."""
        state, word_pattern = random_game(translated, 81), r"\b[a-z]{3,}\b"
        notation = {state.write(action).split()[0] for action in range(translated.actions)}
        with quartier.language("en"):
            english = set(re.findall(word_pattern, str(state)))
        for lang in self.translations(translated):
            with quartier.language(lang):
                assert not (set(re.findall(word_pattern, str(state))) & english) - notation

    def test_refusals_log_and_prompts_differ_by_language(self, translated: Game) -> None:
        state = random_game(translated, 81)
        earlier = state.at(len(state.past) // 2)
        seat = min(earlier.seats_to_act(), default=0)
        for lang in self.translations(translated):
            for viewer in (None, 0):
                english, spoken = state.seen_by(viewer, "en").log(), state.seen_by(viewer, lang).log()
                assert all(line.text.strip() for line in (*english, *spoken))
                assert all(here.text != there.text for here, there in zip(english, spoken, strict=True))
            for action in range(0, translated.actions, 7):
                refusal = earlier.refusal(seat, action)
                if refusal:
                    assert refusal.text(lang) != refusal.text("en")
                    with quartier.language(lang):
                        assert refusal.text(lang) in str(refusal)
