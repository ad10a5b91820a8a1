"""What is in force beside the usual rules stands at the table, and nothing where there is nothing."""

from __future__ import annotations

import pytest

import quartier
from quartier.games.registry import OURS


def _effect_sentences(state: quartier.State, lang: str = "en") -> dict[str, str]:
    return {effect.name: effect.sentence for effect in state.seen_by(None, lang).effects()}


@pytest.mark.parametrize("title", OURS)
def test_the_usual_rules_need_no_sign(title: str) -> None:
    game = quartier.load(title)
    assert _effect_sentences(game.new(seats=max(2, game.seats[0]), seed=1)) == {}


@pytest.mark.parametrize("title", OURS)
def test_every_option_that_is_not_as_usual_is_reported(title: str) -> None:
    game = quartier.load(title)
    for name, option in game.options.items():
        if name in game.spec.metadata.swatches or option.needs:
            continue
        for value in option.values[:3]:
            sentences = _effect_sentences(game.new(seats=min(3, game.seats[1]), seed=1, **{name: value}))
            assert bool(sentences) == (value != option.default), (name, value)
            assert all(sentence.endswith(".") for sentence in sentences.values())


def test_the_powers_of_cars_are_reported_of_those_who_play() -> None:
    """GL-27"""
    game = quartier.load("gridlock")
    sentences = _effect_sentences(game.new(seats=2, seed=1, specials=True, colours="by"), "de")
    assert set(sentences) == {"Besondere Autos", "Blaues Auto", "Gelbes Auto"}
    assert sentences["Blaues Auto"].endswith("fährt auch auf dem Fluss.")


def test_the_mayor_of_the_usual_rules_needs_no_sign() -> None:
    """NH-21: the side panel says what he does."""
    state = quartier.load("neue_heimat").new(seats=2, seed=1)
    state.play(0, "offer mayor")
    state.play(1, "pass")
    state.play(0, "put B")
    assert _effect_sentences(state) == {}
