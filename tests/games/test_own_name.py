"""A log says "you" to the viewer, in a sentence of its own; everyone else is named."""

import pytest

import quartier
from quartier.core.text.own_name import with_own_name
from tests.games.recordings import Recordings

NAMES = ["Annegret", "Berthold", "Charlotte", "Dietlinde", "Ekkehard", "Friederike"]
RECORDINGS = 6
"""Recorded games of each title; seats take turns to view them."""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("title", quartier.titles()[:5])
def test_the_log_never_names_the_viewer(title: str, lang: str) -> None:
    recordings, addressed = Recordings(title), 0
    for number, name in enumerate(sorted(recordings.names())[:RECORDINGS]):
        state = recordings.fixture(name)
        seat = number % state.seats
        view, names = state.seen_by(seat, lang), NAMES[: state.seats]
        named, own = view.log(names), view.log(with_own_name(names, seat))
        assert not any(NAMES[seat] in line.text for line in own)
        for line, other in zip(named, own, strict=True):
            assert (line.text == other.text) == (NAMES[seat] not in line.text)
            addressed += line.text != other.text
    assert addressed
