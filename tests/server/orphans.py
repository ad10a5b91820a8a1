"""A process that starts one beside it as the server does, prints "started" and waits to be killed.

Argument: "compiler", "worker", or "busy", which never looks at its pipe.
"""

from __future__ import annotations

import sys
import threading
import time

from quartier.server.workers.compilation import BackgroundCompiler
from quartier.server.workers.worker_pool import BEHIND_ANSWERS, SPAWN, WorkerProcess, stand_back


def be_busy() -> None:
    stand_back(BEHIND_ANSWERS)
    print("started", flush=True)
    while True:
        pass


def main(kind: str) -> None:
    if kind == "busy":
        SPAWN.Process(target=be_busy, daemon=True).start()
    elif kind == "worker":
        WorkerProcess().start()
        print("started", flush=True)
    else:
        compiler = BackgroundCompiler(lambda title: None)
        compiler.start()
        while compiler._process.pid is None:
            time.sleep(0.01)
        print("started", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1])
