"""What a host may choose. One frozen object; nothing else in the server reads the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from quartier.server.limits import Limits


def default_data_file() -> Path:
    """Where a host's games lie when no file is named: where this system keeps a user's data.

    Release 0.1.0 went by XDG everywhere (XDG_DATA_HOME, else ~/.local/share): games that lie there stay there.
    """
    own = user_data_path("quartier", appauthor=False) / "quartier.db"
    xdg = (
        Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "quartier" / "quartier.db"
    )
    return xdg if xdg.exists() and not own.exists() else own


@dataclass(frozen=True)
class Settings:
    """Settings of one server process. Times are in seconds, sizes in bytes."""

    data: Path | None = None
    """SQLite file; None: `default_data_file()`. Ignored when `database` is set."""
    database: str = ""
    """SQLAlchemy URL, for example postgresql://user@host/name; empty: SQLite in `data`."""
    host: str = "127.0.0.1"
    port: int | None = None
    """None: 8000, or the next free one; 0: any free port."""
    lang: str = "de"
    """Language for callers who ask for none that we have."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Processes in which bots think."""
    bot_deadline: float = 15.0
    """After this a bot's move is replaced by a quick one. The most patient bots think for 1 s, on a busy machine longer."""
    hint_total: float = 30.0
    """After this, counted from when the rules are loaded, a hint is given up. One is sought for 1 s."""
    review_total: float = 900.0
    """After this a review is given up, however well it goes. One takes some seconds to a few minutes."""
    worker_memory: int = 1024 * 1024 * 1024
    """A process that thinks and has grown beyond this is replaced. With the rules of all titles one has about 450 MB."""
    limits: Limits = field(default_factory=Limits)
    """How much of the server one visitor may have."""
    bot_pause: float = 0.4
    """A bot's move comes no sooner than this, so that a person sees their own move land first."""
    base_url: str = ""
    """Address in invitations, for example https://games.example.org; empty: as the caller reached us."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be called, besides that of `base_url`; none: all, as in a network at home."""
    contact: str = ""
    """How the host can be reached, for the privacy page: an address, or a sentence."""
    proxies: str = "127.0.0.1,::1"
    """Addresses or networks of proxies, with commas between: only they are believed from where a visitor comes, and how."""
    metrics_port: int | None = None
    """Where Prometheus is answered, at `metrics_host`; None: nowhere."""
    metrics_host: str = "127.0.0.1"
    connections: int = 10_000
    """Connections at the same time, streams among them."""
    head_timeout: float = 15.0
    """What a request wants is said within this, or the connection ends."""
    body_timeout: float = 30.0
    """So long may a body take to arrive."""
    lock_timeout: float = 5.0
    """How long a command waits for the database before it is refused."""
    group: int = 64
    """So many commands at most are committed together; 1: each alone."""
    keep_alive: float = 15.0
    """Silence on a stream after which a comment is sent."""
    poll: float = 5.0
    """A lost notification is made up for after this."""
    away_after: float = 180.0
    """A bot may play for a person of whom nothing was seen or heard for so long."""
    lobby: bool = True
    """Whether tables may be public: listed where strangers find them."""
    unwanted_words: Path | None = None
    """A file of words that are hidden where people talk."""
    mail: str = ""
    """The server by which letters go, for example smtps://user:password@mail.example.org; empty: there are none."""
    mail_from: str = ""
    """Who they are from; empty: the user of that server."""
    oidc_issuer: str = ""
    """Who signs people in by OpenID Connect, for example https://id.example.org; empty: nobody."""
    oidc_client: str = ""
    """The id under which this server is known there."""
    oidc_secret: str = ""
    """The secret that goes with it; empty: there is none."""
    oidc_name: str = ""
    """What the issuer is called on the button."""
    issuers: Path | None = None
    """A file of more issuers (`accounts.oidc.named`)."""
    anywhere: bool = False
    """Also what others have named is asked by plain HTTP and in our own network. Only for tests."""
    bots_after: float = 60.0
    """So long a table waits for people before those who are there may agree on bots."""
    max_body: int = 64 * 1024
    max_record: int = 256 * 1024
    """Three times the longest record that is accepted (`commands.upload`)."""
    head_start: float = 0.5
    """Answers have the processor to themselves for so long, before compiling and bots' processes begin."""
    compile: bool = True
    """Compile the titles in the background; False (tests): play interpreted."""

    @property
    def url(self) -> str:
        """The database as an SQLAlchemy URL, with the driver we ship."""
        if self.database:
            scheme, _, rest = self.database.partition("://")
            return f"postgresql+psycopg://{rest}" if scheme in ("postgresql", "postgres") else self.database
        return f"sqlite:///{self.data or default_data_file()}"
