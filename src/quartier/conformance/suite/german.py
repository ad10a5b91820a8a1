"""Everything that is said has German words, with the same fields, and with German quotation marks."""

import re
from pathlib import Path

import quartier
from quartier.conformance.messages import SHARED, fields, german, message_ids
from quartier.conformance.positions import random_game
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
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
    """Everything that is said has German words, with the same fields, and with German quotation marks."""

    def test_every_message_of_a_title_has_german(self, game: Game) -> None:
        folder = game.declared.folder
        known = german(folder / "words.de.po") | german(SHARED)
        said = message_ids(sorted(folder.rglob("*.py")))
        said |= {option.help: f"option {name}" for name, option in game.options.items()}
        assert {text: place for text, place in said.items() if text not in known} == {}

    def test_no_german_of_a_title_is_left_over(self, game: Game) -> None:
        folder = game.declared.folder
        said = message_ids(sorted(folder.rglob("*.py")))
        options = {option.help for option in game.options.values()}
        assert set(german(folder / "words.de.po")) - set(said) - options - {game.declared.rules.NAME} == set()

    def test_the_translator_finds_the_german_of_a_title(self, game: Game) -> None:
        t = translator("de", game.declared.folder)
        for text, translation in german(game.declared.folder / "words.de.po").items():
            assert t(text) == translation

    def test_german_is_well_formed(self, game: Game) -> None:
        check_german(game.declared.folder / "words.de.po")

    def test_a_position_in_plain_characters_is_said_in_german(self, game: Game) -> None:
        """Codes and ids are the same in both languages, and so is notation; words are not."""
        state, words = random_game(game, 81), r"\b[a-z]{3,}\b"
        notation = {state.write(action).split()[0] for action in range(game.actions)}
        with quartier.language("de"):
            spoken = str(state)
        assert not (set(re.findall(words, spoken)) & set(re.findall(words, str(state)))) - notation

    def test_refusals_log_and_prompts_are_said_in_german(self, game: Game) -> None:
        state = random_game(game, 81)
        for viewer in (None, 0):
            english, spoken = state.seen_by(viewer, "en").log(), state.seen_by(viewer, "de").log()
            assert all(line.text.strip() for line in (*english, *spoken))
            assert all(here.text != there.text for here, there in zip(english, spoken, strict=True))
        earlier = state.at(len(state.past) // 2)
        seat = min(earlier.seats_to_act(), default=0)
        for action in range(0, game.actions, 7):
            refusal = earlier.refusal(seat, action)
            if refusal:
                assert refusal.text("de") != refusal.text("en")
                with quartier.language("de"):
                    assert refusal.text("de") in str(refusal)
