"""Places have names: what people read or hear has no coordinates, and begins as sentences do."""

import re
from html import unescape

from quartier import State
from quartier.conformance.suite.subject import Subject
from quartier.core.game.game import Game
from quartier.core.text.languages import languages, translator

_TOUCHED = re.compile(r'<[^>]* data-touch="([^"]+)"[^>]* aria-label="([^"]*)"')


def spoken_names(state: State, viewer: int | None, lang: str) -> dict[str, str]:
    """Return the accessible name of everything that can be touched on the board, by id."""
    return {touch: unescape(label) for touch, label in _TOUCHED.findall(state.parts(viewer, lang)["board"])}


def place_name_of(state: State, seat: int, id_: str, lang: str) -> str:
    """Return a place's name in the title's texts."""
    spec = state.game.spec
    record = state.concealed(seat).open_record()
    return str(spec.text.place_name(record, id_, translator(lang, spec.folder)))


def coordinate(id_: str) -> str | None:
    """Return the place in notation that an id contains, if it has two characters or more with a digit: "c4", "2,-3"."""
    text = id_.partition("-")[2]
    return text if len(text) > 1 and any(map(str.isdigit, text)) else None


def says(text: str, id_: str) -> bool:
    """Return whether a text names a place as records do."""
    result = coordinate(id_)
    return result is not None and re.search(rf"(?<![\w,]){re.escape(result)}(?![\w,])", text) is not None


class PlaceNames(Subject):
    """Places have names: what people read or hear has no coordinates, and begins as sentences do."""

    def acting(self, game: Game, seed: int) -> list[tuple[State, int]]:
        """Positions in which a seat may act, with that seat."""
        result = self.positions(game, games=2, per_game=3, seed=seed)
        return [(state, int(seat)) for state in result for seat in state.to_act() - {"*"}]

    def test_what_lies_on_the_board_has_a_name_and_is_spoken_by_it(self, game: Game) -> None:
        for state, seat in self.acting(game, 121):
            for lang in languages():
                names = {
                    touch: (place_name_of(state, seat, touch, lang), label)
                    for touch, label in spoken_names(state, seat, lang).items()
                }
                assert {touch for touch, (name, _) in names.items() if not name} == set()
                assert {
                    touch for touch, (name, label) in names.items() if name.lower() not in label.lower()
                } == set()

    def test_different_places_of_the_log_have_different_names(self, game: Game) -> None:
        for state in self.positions(game, games=2, per_game=1, seed=122):
            for lang in languages():
                ids = {id_ for line in state.seen_by(None, lang).log() for id_ in line.places}
                # Pieces on offer are no places of their own: what was there is gone.
                ids &= set(spoken_names(state, None, lang))
                names = {(id_.partition("-")[0], place_name_of(state, 0, id_, lang)) for id_ in ids}
                assert len(names) == len(ids)

    def test_labels_name_places_without_coordinates(self, game: Game) -> None:
        for state, seat in self.acting(game, 123):
            for lang in languages():
                for choice in state.seen_by(seat, lang).choices():
                    touches = [touch for path in choice.paths for touch in path]
                    assert not any(says(choice.label, touch) for touch in touches), choice.label

    def test_the_log_names_places_without_coordinates(self, game: Game) -> None:
        for state in self.positions(game, games=2, per_game=1, seed=124):
            for lang in languages():
                for line in state.seen_by(None, lang).log():
                    assert not any(says(line.text, id_) for id_ in line.places), line.text

    def test_what_is_asked_and_offered_begins_with_a_capital_letter(self, game: Game) -> None:
        spec = game.spec
        for state, seat in self.acting(game, 125):
            for lang in languages():
                t, view = translator(lang, spec.folder), state.seen_by(seat, lang)
                asks = [t(question) for question in getattr(spec.text, "ASKS", {}).values()]
                label = [view.prompt(), *asks, *(choice.label for choice in view.choices())]
                assert not [text for text in label if text[:1].islower()]
