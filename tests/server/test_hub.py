"""Who watches: asked by requests, in threads of their own, while others come and go in the event loop."""

from __future__ import annotations

from quartier.server.pubsub.hub import Hub, Watcher

NOBODY: frozenset[int] = frozenset()


class _Meanwhile(Watcher):
    """While somebody looks at whose browser this is, another comes to the table."""

    def __init__(self, other: set[Watcher]) -> None:
        super().__init__(NOBODY)
        self._other = other

    def __getattribute__(self, name: str) -> object:
        if name == "seats":
            self._other.add(Watcher(NOBODY))
        return super().__getattribute__(name)


class _Growing(set[Watcher]):
    """While somebody counts these watchers, another comes to another table."""

    def __init__(self, hub: Hub) -> None:
        super().__init__([Watcher(NOBODY)])
        self._hub = hub

    def __len__(self) -> int:
        self._hub._watchers["there"] = {Watcher(NOBODY)}
        return super().__len__()


def test_who_is_there_may_change_while_it_is_asked() -> None:
    hub = Hub()
    here = hub._watchers["here"]
    here.add(_Meanwhile(here))
    assert hub.presence("here")["online"] == []


def test_streams_may_open_while_they_are_counted() -> None:
    hub = Hub()
    hub._watchers["here"] = _Growing(hub)
    assert hub.streams == 1
