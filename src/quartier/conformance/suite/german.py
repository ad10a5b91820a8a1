"""Everything that is said has German words, with the same fields, and with German quotation marks."""

import re
from pathlib import Path

import quartier
from quartier.conformance.messages import SHARED, fields, german, message_ids, translations
from quartier.conformance.positions import random_game
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.game.metadata import messages
from quartier.core.text.languages import translator


def check_german(file: Path) -> None:
    """AssertionError unless each German sentence has the fields, the quotation marks and the full stop of the English."""
    for text, translation in german(file).items():
        assert fields(translation) == fields(text), text
        assert translation == translation.strip() or text != text.strip(), text
        assert "“" not in translation.replace("„", "").split("“")[0] or "„" in translation, text
        assert translation.count("„") == translation.count("“"), text
        assert '"' not in translation or '"' in text, text
        assert text[-1] not in ".!?" or translation[-1] in ".!?", text


class German(Subject):
    """A title with German has it for all its texts, with the same fields and German quotation marks."""

    def test_every_message_of_a_title_has_german(self, translated: Game) -> None:
        folder = translated.spec.folder
        translations = german(folder / "data" / "messages.de.po") | german(SHARED)
        messages_in_code = message_ids(sorted(folder.rglob("*.py")))
        messages_in_code |= {option.help: f"option {name}" for name, option in translated.options.items()}
        messages_in_code |= dict.fromkeys(messages(translated.spec.metadata), "data/title.toml")
        assert {text: source for text, source in messages_in_code.items() if text not in translations} == {}

    def test_no_german_of_a_title_is_left_over(self, translated: Game) -> None:
        folder = translated.spec.folder
        messages_in_code = message_ids(sorted(folder.rglob("*.py")))
        elsewhere = {option.help for option in translated.options.values()} | set(
            messages(translated.spec.metadata)
        )
        assert (
            set(german(folder / "data" / "messages.de.po"))
            - set(messages_in_code)
            - elsewhere
            - {translated.spec.rules.NAME}
            == set()
        )

    def test_the_translator_finds_the_german_of_a_title(self, translated: Game) -> None:
        t = translator("de", translated.spec.folder)
        for ids, forms in translations(translated.spec.folder / "data" / "messages.de.po").items():
            assert t(ids[0]) == forms[0]
            assert len(ids) == 1 or tuple(t.ngettext(ids[0], ids[-1], count) for count in (1, 2)) == forms

    def test_german_is_well_formed(self, translated: Game) -> None:
        check_german(translated.spec.folder / "data" / "messages.de.po")

    def test_ascii_art_differs_in_german(self, translated: Game) -> None:
        """Codes and ids are the same in both languages, and so is notation; words are not."""
        state, word_pattern = random_game(translated, 81), r"\b[a-z]{3,}\b"
        notation = {state.write(action).split()[0] for action in range(translated.actions)}
        with quartier.language("de"):
            spoken = str(state)
        assert (
            not (set(re.findall(word_pattern, spoken)) & set(re.findall(word_pattern, str(state)))) - notation
        )

    def test_refusals_log_and_prompts_differ_in_german(self, translated: Game) -> None:
        state = random_game(translated, 81)
        for viewer in (None, 0):
            english, spoken = state.seen_by(viewer, "en").log(), state.seen_by(viewer, "de").log()
            assert all(line.text.strip() for line in (*english, *spoken))
            assert all(here.text != there.text for here, there in zip(english, spoken, strict=True))
        earlier = state.at(len(state.past) // 2)
        seat = min(earlier.seats_to_act(), default=0)
        for action in range(0, translated.actions, 7):
            refusal = earlier.refusal(seat, action)
            if refusal:
                assert refusal.text("de") != refusal.text("en")
                with quartier.language("de"):
                    assert refusal.text("de") in str(refusal)
