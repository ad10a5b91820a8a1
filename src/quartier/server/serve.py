"""Running the server in this process, until Ctrl+C or SIGTERM."""

from __future__ import annotations

import errno
import socket
import sys
import threading
import time
import webbrowser
from contextlib import ExitStack, suppress

import uvicorn

from quartier.core.text.languages import N_, translator
from quartier.server import gc_tuning, logs
from quartier.server.app import create_app
from quartier.server.custom_boards import log_broken_boards
from quartier.server.custom_networks import log_broken_networks
from quartier.server.errors import StartupError
from quartier.server.http.base_url import listens_everywhere, local_address, validate_base_url
from quartier.server.http.middleware.connections import uvicorn_limits, validate_proxies
from quartier.server.pubsub.hub import Hub
from quartier.server.server_lock import locked_database
from quartier.server.services import Services, open_services
from quartier.server.settings import Settings

DEFAULT_PORTS = range(8000, 8100)
"""Where a host who names no port is served: at the first free one."""
GRACE = 3
"""Seconds for requests that are being answered when the server is told to stop."""


class Server(uvicorn.Server):
    """A Uvicorn server that ends streams before it stops: it would wait for them for ever."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


def serve(settings: Settings, open_browser: bool) -> int:
    """Serve until told to stop; returns the exit code. What prevents a start is one line on standard error."""
    logs.configure()
    with ExitStack() as resources:
        try:
            validate_proxies(settings.proxies)
            validate_base_url(settings.base_url)
            listening = _listen(settings)
            url = _url(settings, listening)
            resources.enter_context(locked_database(settings, url))
            services = open_services(settings, _MigrationProgress(settings.lang))
            log_broken_boards(settings.lang)
            log_broken_networks(settings.lang)
            if settings.metrics_port is not None:
                services.metrics.serve(settings.metrics_host, settings.metrics_port)
        except StartupError as refused:
            print(refused.text(settings.lang), file=sys.stderr)
            return StartupError.EXIT_CODE
        print(_greeting(settings, listening), flush=True)
        server = Server(config(services), services.hub)
        if open_browser:
            threading.Thread(target=_open_when_started, args=(server, url), daemon=True).start()
        gc_tuning.look_seldom()
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    return 0


def config(services: Services) -> uvicorn.Config:
    """Return the configuration of Uvicorn."""
    return uvicorn.Config(
        create_app(services),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
        server_header=False,
        forwarded_allow_ips=services.settings.proxies,
        **uvicorn_limits(services.settings),
    )


class _MigrationProgress:
    """Prints the progress of a migration on standard error: at the beginning, every few seconds, and at the end."""

    INTERVAL = 5.0

    def __init__(self, lang: str) -> None:
        self._say = translator(lang)
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() < self._next and done < total:
            return
        self._next = time.monotonic() + self.INTERVAL
        text = self._say(N_("Migrating stored games: {done} of {total}."))
        print(text.format(done=done, total=total), file=sys.stderr, flush=True)


class _PortTaken(StartupError):
    """Another program listens there."""


def _listen(settings: Settings) -> socket.socket:
    """Return the listening socket, at the host's port or the first free default one.

    Raises StartupError when the address is taken or not ours.
    """
    *others, last = DEFAULT_PORTS if settings.port is None else (settings.port,)
    for port in others:
        with suppress(_PortTaken):
            return _bind(settings.host, port)
    return _bind(settings.host, last)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio switches Nagle's delay off (40 ms for each answer) only where the socket says that it is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two servers have one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(512)
    except (OSError, OverflowError) as error:
        listening.close()
        in_use = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        raise (_PortTaken if in_use else StartupError)("port", _NO_PORT, port=port, host=host) from error
    return listening


_NO_PORT = N_(
    "Can’t listen on port {port} of {host}: it’s in use or not allowed. Choose another with --port, or 0 for "
    "any free one."
)


def _url(settings: Settings, listening: socket.socket) -> str:
    """Return our URL for a browser on this machine."""
    host = "127.0.0.1" if listens_everywhere(settings.host) else settings.host
    return _address(host, listening) + settings.root_path


def _address(host: str, listening: socket.socket) -> str:
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{listening.getsockname()[1]}"


def _greeting(settings: Settings, listening: socket.socket) -> str:
    """Return our URLs for this machine and, if we listen on all addresses, for its network."""
    t, url = translator(settings.lang), _url(settings, listening)
    other = (
        _address(local_address(), listening) + settings.root_path
        if listens_everywhere(settings.host)
        else url
    )
    if other == url:
        return t("Quartier is running at {url} (Ctrl+C to stop).").format(url=url)
    text = t("Quartier is running at {url} and, for others on your network, at {other} (Ctrl+C to stop).")
    return text.format(url=url, other=other)


def _open_when_started(server: Server, url: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(url)
