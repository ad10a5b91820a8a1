"""Ctrl+C while machine code is made: it waits, is never lost, and a second one is heard at once."""

import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from quartier.core.engine.interrupts import defer_interrupts


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Python's own handler, whatever whoever runs the tests has set."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_twice(reached: list[str]) -> None:
    with defer_interrupts():
        signal.raise_signal(signal.SIGINT)
        reached.append("after the first")
        signal.raise_signal(signal.SIGINT)
        reached.append("after the second")


def press(reached: list[str]) -> None:
    with defer_interrupts():
        signal.raise_signal(signal.SIGINT)
        reached.append("the end")


@pytest.mark.parametrize(("pressed", "where"), [(press, "the end"), (press_twice, "after the first")])
def test_the_first_waits_and_a_second_one_does_not(pressed: Callable[[list[str]], None], where: str) -> None:
    reached: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        pressed(reached)
    assert reached == [where]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_one_nothing_happens() -> None:
    with defer_interrupts():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_does_not_listen_to_it_and_other_threads_are_left_alone() -> None:
    interrupts = []

    def look() -> None:
        with defer_interrupts():
            interrupts.append(signal.getsignal(signal.SIGINT))

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert interrupts == [signal.SIG_IGN, signal.default_int_handler]
