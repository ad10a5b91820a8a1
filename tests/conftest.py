"""What all tests share: soak tests run only when `-m` asks for them."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.conformance.titles import TITLES

# Examples are not kept in the working tree; a failure prints how to repeat it.
settings.register_profile("quartier", database=None, print_blob=True)
settings.load_profile("quartier")


RERUN_ONCE = pytest.mark.flaky(reruns=1)
"""Real servers, browsers and bots on a machine that others use, too: what fails once is tried once more, and the summary
names it. Whoever sees a name there has a test to mend, or the server, or a page (QUARTIER_SLOWNESS helps to see which)."""
WITH_SERVERS = ("server", "web")
NEVER_AGAIN = ("test_kill", "test_layers", "test_messages")
"""What is lost once is lost."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `soak` unless the marker expression names them. What has servers may be tried again.

    Tests with browsers come first: they are the longest, and whoever comes to one last is waited for.
    """
    items.sort(key=lambda item: item.path.parent.name != "web")
    for item in items:
        if item.path.parent.name in WITH_SERVERS and item.path.stem not in NEVER_AGAIN:
            item.add_marker(RERUN_ONCE)
    if "soak" in config.option.markexpr:
        return
    soaks = {item for item in items if item.get_closest_marker("soak")}
    if soaks:
        config.hook.pytest_deselected(items=list(soaks))
        items[:] = [item for item in items if item not in soaks]


class Together(LoadScopeScheduling):
    """Any worker takes the next test, but some modules are one worker's: what all their tests look at is made once."""

    def _split_scope(self, nodeid: str) -> str:
        module = nodeid.split("::")[0]
        return module if module in TOGETHER else nodeid


TOGETHER = {
    "tests/benchmarks/test_run.py",
    "tests/docs/test_fidelity.py",
    "tests/lab/test_balance.py",
    "tests/lab/test_best_response.py",
    "tests/lab/test_learning.py",
    "tests/lab/test_plots.py",
    "tests/server/test_postgres.py",
    "tests/server/test_released.py",
    "tests/web/test_languages.py",
}


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Together:
    """Share the tests out so; the mark `xdist_group` has no effect in pytest 9.2, whose items do not take its names."""
    return Together(config, log)


COMPILE = """
import sys, quartier
from importlib import import_module
from quartier import bots
game = quartier.load(sys.argv[1])
bots.compile_for(game)
for loops in sys.argv[2:]:
    game.bound(import_module(f"quartier.{loops}"))
"""
"""In one process all loops of a title share what they compile of its rules; a worker alone would compile them all anew."""
LOOPS = ("conformance.network_kernels", "core.engine.observing", "envs.stepping", "lab.loops")
MORE_LOOPS = {
    "block_city": (
        "lab.balance.replay_kernels",
        "lab.exact.expansion",
        "lab.learning.context_free_policy",
        "lab.learning.selfplay",
    ),
    "city_blocks": ("lab.exact.expansion",),
}
LONGEST_FIRST = ("metromania", "neue_heimat", "gridlock")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Where all tests run side by side, each title is compiled once before they start, and not by every worker."""
    config = session.config
    if not config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        return  # some tests that somebody named: they compile what they need
    titles = sorted(TITLES, key=lambda title: title not in LONGEST_FIRST)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_compile, titles))


def _compile(title: str) -> None:
    loops = (*LOOPS, *MORE_LOOPS.get(title, ()))
    subprocess.run([sys.executable, "-c", COMPILE, title, *loops], check=True)
