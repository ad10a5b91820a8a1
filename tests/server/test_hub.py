"""Who watches: asked by requests, in threads of their own, while others come and go in the event loop."""

from __future__ import annotations

from quartier.server.clock import Clock
from quartier.server.pubsub.hub import Hub, OpenStream, Watcher

NOBODY: frozenset[int] = frozenset()


class _Meanwhile(Watcher):
    """While somebody looks at whose browser this is, another comes to the table."""

    def __init__(self, other: set[Watcher]) -> None:
        super().__init__(OpenStream(), NOBODY)
        self._other = other

    def __getattribute__(self, name: str) -> object:
        if name == "seats":
            self._other.add(Watcher(OpenStream(), NOBODY))
        return super().__getattribute__(name)


def test_who_is_there_may_change_while_it_is_asked() -> None:
    hub = Hub(Clock())
    here = hub._watchers["here"]
    here.add(_Meanwhile(here))
    assert hub.presence("here")["online"] == []


def test_a_stream_counts_once_however_many_tables_it_has() -> None:
    hub = Hub(Clock())
    with (
        hub.streaming() as stream,
        hub.watching("here", stream, NOBODY),
        hub.watching("there", stream, NOBODY),
    ):
        assert hub.streams == 1
        assert sorted(hub.watched_tables()) == ["here", "there"]
    assert hub.streams == 0
    assert hub.watched_tables() == []
