"""Forks servers on demand (see harness.Zygote). A line on stdin starts one.

Arguments: database (URL), port, bot workers, other settings as JSON.
"""

import json
import os
import signal
import sys

import uvicorn.loops.auto
import uvicorn.protocols.http.auto  # noqa: F401 (uvicorn imports it late; here it is imported once)

import quartier
from quartier.server.limits import Limits
from quartier.server.serve import serve
from quartier.server.settings import Settings


def main() -> None:
    database, port, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    quartier.load("city_blocks").new(seed=1).svg(0)  # loads words and drawing
    settings = Settings(
        database=database,
        port=port,
        lang="en",
        workers=workers,
        compile=False,
        bot_pause=0.0,
        head_start=0.0,
        limits=Limits().times(0),
        **json.loads(sys.argv[4]),
    )
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed servers leave no zombies
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            _become_server(settings)
        print(child, flush=True)


def _become_server(settings: Settings) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # stdout is the zygote's answer
    os._exit(serve(settings, open_browser=False))


if __name__ == "__main__":
    main()
