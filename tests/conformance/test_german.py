"""Everything that is said has German words, with the same fields, and with German quotation marks."""

import pytest

import quartier
from quartier.core.play.game import Game
from quartier.core.text.languages import translator
from tests.conformance.messages import PACKAGE, SHARED, fields, german, message_ids
from tests.conformance.positions import random_game

CATALOGUES = [SHARED, *sorted(PACKAGE.glob("*/*/words.de.po"))]


def test_every_message_of_a_title_has_german(game: Game) -> None:
    folder = game.declared.folder
    known = german(folder / "words.de.po") | german(SHARED)
    said = message_ids(sorted(folder.rglob("*.py")))
    said |= {option.help: f"option {name}" for name, option in game.options.items()}
    assert {text: place for text, place in said.items() if text not in known} == {}


def test_no_german_of_a_title_is_left_over(game: Game) -> None:
    folder = game.declared.folder
    said = message_ids(sorted(folder.rglob("*.py")))
    options = {option.help for option in game.options.values()}
    assert set(german(folder / "words.de.po")) - set(said) - options - {game.declared.rules.NAME} == set()


def test_the_translator_finds_the_german_of_a_title(game: Game) -> None:
    t = translator("de", game.declared.folder)
    for text, translation in german(game.declared.folder / "words.de.po").items():
        assert t(text) == translation


@pytest.mark.parametrize("files", ["core/**/*.py", "games/*.py"])
def test_every_shared_message_has_german(files: str) -> None:
    said = message_ids(sorted(PACKAGE.glob(files)))
    said |= message_ids([PACKAGE / "__init__.py"])
    known = german(SHARED)
    assert {text: place for text, place in said.items() if text not in known} == {}


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_german_is_well_formed(file: object) -> None:
    for text, translation in german(file).items():  # type: ignore[arg-type]
        assert fields(translation) == fields(text), text
        assert translation == translation.strip() or text != text.strip(), text
        assert "“" not in translation.replace("„", "").split("“")[0] or "„" in translation, text
        assert translation.count("„") == translation.count("“"), text
        assert '"' not in translation or '"' in text, text
        assert text[-1] not in ".!?" or translation[-1] in ".!?", text


def test_refusals_log_and_prompts_are_said_in_german(game: Game) -> None:
    state = random_game(game, 81)
    for seat in (None, 0):
        english, spoken = state.seen_by(seat, "en").log(), state.seen_by(seat, "de").log()
        assert all(line.text.strip() for line in (*english, *spoken))
        assert all(here.text != there.text for here, there in zip(english, spoken, strict=True))
    earlier = state.at(len(state.past) // 2)
    seat = min(earlier.to_act() - {"*"}, default=0)
    for action in range(0, game.actions, 7):
        refusal = earlier.refusal(int(seat), action)
        if refusal:
            assert refusal.text("de") != refusal.text("en")
            with quartier.language("de"):
                assert refusal.text("de") in str(refusal)
