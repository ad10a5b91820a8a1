"""Places are said by name: what people read or hear has no coordinates, and begins as sentences do."""

import re
from html import unescape

from quartier import State
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.text.languages import LANGUAGES, translator

_TOUCHED = re.compile(r'<[^>]* data-touch="([^"]+)"[^>]* aria-label="([^"]*)"')


def spoken(state: State, viewer: int | None, lang: str) -> dict[str, str]:
    """What a screen reader says of everything that can be touched on the board, by id."""
    return {touch: unescape(said) for touch, said in _TOUCHED.findall(state.parts(viewer, lang)["board"])}


def named(state: State, seat: int, place: str, lang: str) -> str:
    """A place as the title calls it."""
    declared = state.game.declared
    known = state.concealed(seat).opened()
    return str(declared.words.place_name(known, place, translator(lang, declared.folder)))


def coordinate(place: str) -> str | None:
    """What an id says of a place in notation, if it is one of two characters and more with a digit: "c4", "2,-3"."""
    text = place.partition("-")[2]
    return text if len(text) > 1 and any(map(str.isdigit, text)) else None


def says(text: str, place: str) -> bool:
    """Whether a text names a place as records do."""
    found = coordinate(place)
    return found is not None and re.search(rf"(?<![\w,]){re.escape(found)}(?![\w,])", text) is not None


class Places(Subject):
    """Places are said by name: what people read or hear has no coordinates, and begins as sentences do."""

    def acting(self, game: Game, seed: int) -> list[tuple[State, int]]:
        """Positions in which a seat may act, with that seat."""
        found = self.positions(game, games=2, each=3, seed=seed)
        return [(state, int(seat)) for state in found for seat in state.to_act() - {"*"}]

    def test_what_lies_on_the_board_has_a_name_and_is_spoken_by_it(self, game: Game) -> None:
        for state, seat in self.acting(game, 121):
            for lang in LANGUAGES:
                names = {
                    touch: (named(state, seat, touch, lang), said)
                    for touch, said in spoken(state, seat, lang).items()
                }
                assert {touch for touch, (name, _) in names.items() if not name} == set()
                assert {
                    touch for touch, (name, said) in names.items() if name.lower() not in said.lower()
                } == set()

    def test_different_places_of_the_log_have_different_names(self, game: Game) -> None:
        for state in self.positions(game, games=2, each=1, seed=122):
            for lang in LANGUAGES:
                places = {place for line in state.seen_by(None, lang).log() for place in line.places}
                # Pieces on offer are no places of their own: what lay there has gone.
                places &= set(spoken(state, None, lang))
                names = {(place.partition("-")[0], named(state, 0, place, lang)) for place in places}
                assert len(names) == len(places)

    def test_labels_name_places_without_coordinates(self, game: Game) -> None:
        for state, seat in self.acting(game, 123):
            for lang in LANGUAGES:
                for choice in state.seen_by(seat, lang).choices():
                    touches = [touch for path in choice.paths for touch in path]
                    assert not any(says(choice.label, touch) for touch in touches), choice.label

    def test_the_log_names_places_without_coordinates(self, game: Game) -> None:
        for state in self.positions(game, games=2, each=1, seed=124):
            for lang in LANGUAGES:
                for line in state.seen_by(None, lang).log():
                    assert not any(says(line.text, place) for place in line.places), line.text

    def test_what_is_asked_and_offered_begins_with_a_capital_letter(self, game: Game) -> None:
        declared = game.declared
        for state, seat in self.acting(game, 125):
            for lang in LANGUAGES:
                t, view = translator(lang, declared.folder), state.seen_by(seat, lang)
                asks = [t(question) for question in getattr(declared.words, "ASKS", {}).values()]
                said = [view.prompt(), *asks, *(choice.label for choice in view.choices())]
                assert not [text for text in said if text[:1].islower()]
