"""Metrics for Prometheus, at a port of their own: counts and durations, never who or what was played."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from quartier.core.text.languages import N_
from quartier.server.errors import StartupError
from quartier.server.pubsub.hub import Hub

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
"""For methods that a caller invents and paths that lead nowhere: labels must be few, each is kept for ever."""


class Metrics:
    """One registry per application, so that two in one process (tests) do not mix."""

    def __init__(self, hub: Hub) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "quartier_requests", "Answered requests", ["method", "route", "status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "quartier_request_seconds", "Time until a request was answered", ["route"], registry=self.registry
        )
        self.bot_seconds = Histogram("quartier_bot_seconds", "Time a bot thought", registry=self.registry)
        self.bot_fallbacks = Counter(
            "quartier_bot_fallbacks", "Bots' moves that the server chose instead", registry=self.registry
        )
        streams = Gauge("quartier_streams", "Open streams", registry=self.registry)
        streams.set_function(lambda: hub.streams)

    def count_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Count a request; `route` is the pattern of its path, None for an unknown path."""
        label = method if method in METHODS else OTHER
        self.requests.labels(label, route or OTHER, str(status)).inc()
        self.request_seconds.labels(route or OTHER).observe(seconds)

    def bot_thought(self, seconds: float) -> None:
        """A bot has thought for so long."""
        self.bot_seconds.observe(seconds)

    def bot_replaced(self) -> None:
        """The server has chosen a bot's move."""
        self.bot_fallbacks.inc()

    def serve(self, host: str, port: int) -> None:
        """Serve metrics at an address, in a new thread. Raises StartupError if that is impossible."""
        try:
            start_http_server(port, host, self.registry)
        except (OSError, OverflowError) as error:
            text = N_(
                "Can’t use port {port} on {host}: it’s in use or not permitted. Choose another with "
                "--metrics-port."
            )
            raise StartupError("metrics_port", text, port=port, host=host) from error
