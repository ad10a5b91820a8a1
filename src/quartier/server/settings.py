"""Settings of a server: option, environment variable, default, help and row in docs/settings.md, declared once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from platformdirs import user_data_path

from quartier.core.text.languages import N_
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
class Option:
    """How a setting appears on the command line, in the environment and in the table of docs/settings.md."""

    name: str
    help: str
    type: Any
    default: Any
    variables: tuple[str, ...]
    minimum: float | None
    maximum: float | None
    show_default: bool
    convert: Callable[[Any], Any]
    default_text: str
    description: str

    @property
    def flag(self) -> str:
        """The long option, such as `--base-url`."""
        return "--" + self.name.replace("_", "-")


def setting(  # noqa: PLR0913 (most go by keyword alone)
    default: Any = MISSING,
    *,
    help: str,
    row: tuple[str, str],
    default_factory: Any = MISSING,
    option_type: Any = str,
    option_default: Any = MISSING,
    variables: tuple[str, ...] | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
    show_default: bool = True,
    convert: Callable[[Any], Any] = lambda value: value,
) -> Any:
    """Declare a setting that hosts choose by an option of `quartier serve`.

    Args:
        default, default_factory: as for `dataclasses.field`.
        help: what `--help` says, marked for translation.
        row: default and description in the table of docs/settings.md.
        option_type, option_default: those of the option, where they differ from the setting's.
        variables: environment variables; by default QUARTIER_ and the name.
        minimum, maximum: bounds of a number.
        convert: from the option's value to the setting's.
    """
    option = {
        "help": help,
        "type": option_type,
        "default": default if option_default is MISSING else option_default,
        "variables": variables,
        "minimum": minimum,
        "maximum": maximum,
        "show_default": show_default,
        "convert": convert,
        "default_text": row[0],
        "description": row[1],
    }
    if default_factory is not MISSING:
        return field(default_factory=default_factory, metadata={"option": option})
    return field(default=default, metadata={"option": option})


def _comma_separated(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _scaled_limits(factor: float) -> Limits:
    return Limits().times(factor)


def _megabytes(count: int) -> int:
    return count << 20


@dataclass(frozen=True)
class Settings:
    """Settings of one server process. Times are in seconds, sizes in bytes."""

    host: str = setting(
        "127.0.0.1",
        help=N_("Address to listen on. Use 0.0.0.0 for all interfaces."),
        row=(
            "`127.0.0.1`",
            "address to listen on; `0.0.0.0` for all interfaces. Links that only work on this computer have a warning sign",
        ),
    )
    port: int | None = setting(
        None,
        help=N_("Port to listen on. By default, 8000 or the next free one. 0 picks any free port."),
        row=("`8000`, or the next free one", "port; 0 picks any free one"),
        option_type=int | None,
        minimum=0,
        maximum=65535,
        show_default=False,
    )
    """None: 8000, or the next free one; 0: any free port."""
    data: Path | None = setting(
        None,
        help=N_("SQLite database file. By default, in the user’s data folder."),
        row=(
            "`~/.local/share/quartier/quartier.db` (macOS, Windows: see below)",
            "SQLite database file; if you name one, its folder must exist",
        ),
        option_type=Path | None,
        show_default=False,
    )
    """SQLite file; None: `default_data_file()`. Ignored when `database` is set."""
    database: str = setting(
        "",
        help=N_("PostgreSQL URL (postgresql://…) to use instead of a file."),
        row=("", "PostgreSQL URL, used instead of the file"),
    )
    """SQLAlchemy URL, for example postgresql://user@host/name; empty: SQLite in `data`."""
    base_url: str = setting(
        "",
        help=N_("Public URL for invitation links behind a proxy."),
        row=(
            "as the visitor reached the server",
            "public URL for links, such as `https://games.example.org`; a path in it must be forwarded by the "
            "[proxy](https.md#below-a-path)",
        ),
    )
    """Public address, for example https://games.example.org or https://club.example/quartier; empty: as the caller
    reached us."""
    away_after: float = setting(
        180.0,
        help=N_("Seconds until a bot may play for an absent player."),
        row=(
            "`180`",
            "seconds until a bot may play for an absent player; at least 60",
        ),
        option_type=int,
        option_default=180,
        minimum=60,
    )
    """A bot may play for a person of whom nothing was seen or heard for so long."""
    lobby: bool = setting(
        True,
        help=N_("Allow public tables, listed in the lobby."),
        row=("on", "allow public tables, listed at `/lobby`; `--no-lobby` turns them off"),
        option_type=bool,
    )
    """Whether tables may be public: listed where strangers find them."""
    rate_shared_networks: bool = setting(
        False,
        help=N_("Rate games between players with the same internet connection, as in a school or club."),
        row=("off", "rate games between players with the same internet connection, as in a school or club"),
        option_type=bool,
    )
    """Whether accounts that play through one internet connection rate each other."""
    unwanted_words: Path | None = setting(
        None,
        help=N_("File of words to mask in chat, one per line."),
        row=(
            "",
            "file of words to mask in chat, one per line; `word*` matches every word with that start, `#` starts a comment",
        ),
        option_type=Path | None,
        show_default=False,
    )
    """A file of words that are hidden where people talk."""
    mail: str = setting(
        "",
        help=N_(
            "SMTP URL for outgoing email, such as smtps://user:password@mail.example.org. Off by default."
        ),
        row=(
            "none",
            "SMTP URL for outgoing email: `smtps://user:password@mail.example.org`, or `smtp://` with "
            "STARTTLS; requires `--base-url`",
        ),
        show_default=False,
    )
    """The server by which letters go, for example smtps://user:password@mail.example.org; empty:
    there are none."""
    mail_from: str = setting(
        "",
        help=N_("From address of outgoing email. By default, the SMTP user."),
        row=("the SMTP user", "From address of outgoing email"),
        show_default=False,
    )
    """Who they are from; empty: the user of that server."""
    oidc_issuer: str = setting(
        "",
        help=N_("OpenID Connect issuer for sign-in, such as https://id.example.org. Off by default."),
        row=(
            "none",
            "OpenID Connect issuer for sign-in, such as `https://id.example.org`; requires `--base-url`",
        ),
        show_default=False,
    )
    """Who signs people in by OpenID Connect, for example https://id.example.org; empty: no one."""
    oidc_client: str = setting(
        "",
        help=N_("Client ID of this server at the issuer."),
        row=("", "client ID of this server at the issuer"),
        show_default=False,
    )
    """The id under which this server is known there."""
    oidc_secret: str = setting(
        "",
        help=N_("Client secret at the issuer."),
        row=(
            "none",
            "client secret; set it in the variable, because other users of the machine can see a "
            "command’s options",
        ),
        show_default=False,
    )
    """The secret that goes with it; empty: there is none."""
    oidc_name: str = setting(
        "",
        help=N_("Name of the issuer on the sign-in button."),
        row=("OpenID", "name of the issuer on the sign-in button: “Sign in with …”"),
        show_default=False,
    )
    """What the issuer is called on the button."""
    issuers: Path | None = setting(
        None,
        help=N_("TOML file with several issuers, each with its own button."),
        row=("none", "TOML file with several issuers (see below)"),
        option_type=Path | None,
        show_default=False,
    )
    """A file of more issuers (`accounts.oidc.named`)."""
    workers: int = setting(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        help=N_("Number of worker processes for bots."),
        row=("CPU cores less one, at least one", "worker processes for bots"),
        option_type=int | None,
        option_default=None,
        minimum=1,
        variables=(),
        show_default=False,
    )
    """Processes in which bots think."""
    hosts: tuple[str, ...] = setting(
        (),
        help=N_("Host names the server responds to, separated by commas. All by default."),
        row=(
            "all",
            "host names the server responds to, separated by commas, besides that of `--base-url`",
        ),
        option_default="",
        convert=_comma_separated,
        show_default=False,
    )
    """Names under which the server may be called, besides that of `base_url`; none: all, as in a
    network at home."""
    contact: str = setting(
        "",
        help=N_("Contact for the privacy page: an email address or a sentence."),
        row=("", "contact for the privacy page: an email address or a sentence"),
        show_default=False,
    )
    """How the host can be reached, for the privacy page: an address, or a sentence."""
    proxies: str = setting(
        "127.0.0.1,::1",
        help=N_("Trusted proxy addresses or CIDR ranges."),
        row=(
            "`127.0.0.1,::1`",
            "trusted proxy addresses or CIDR ranges; only their forwarded headers are used",
        ),
        variables=("QUARTIER_PROXIES", "FORWARDED_ALLOW_IPS"),
    )
    """Addresses or networks of proxies, with commas between: only they are believed from where a
    visitor comes, and how."""
    metrics_port: int | None = setting(
        None,
        help=N_("Port to serve Prometheus metrics on. Off by default."),
        row=("none", "port to serve Prometheus metrics on"),
        option_type=int | None,
        minimum=1,
        maximum=65535,
        show_default=False,
    )
    """Where Prometheus is answered, at `metrics_host`; None: nowhere."""
    metrics_host: str = setting(
        "127.0.0.1",
        help=N_("Address to serve Prometheus metrics on."),
        row=("`127.0.0.1`", "address to serve Prometheus metrics on"),
    )
    connections: int = setting(
        10_000,
        help=N_("Maximum simultaneous connections, open pages included."),
        row=("`10000`", "maximum simultaneous connections, open pages included"),
        option_type=int,
        minimum=16,
    )
    """Connections at the same time, streams among them."""
    limits: Limits = setting(
        default_factory=Limits,
        help=N_("Multiplier for each client’s rate limits. 1 is the default, 0 turns them off."),
        row=("`1`", "rate-limit multiplier per client (1 = default, 0 = off; see below)"),
        option_type=float,
        option_default=1.0,
        minimum=0,
        convert=_scaled_limits,
    )
    """How much of the server one visitor may have."""
    worker_memory: int = setting(
        1024 * 1024 * 1024,
        help=N_("Megabytes of memory at which a bot worker is restarted."),
        row=("`1024`", "megabytes of memory at which a bot worker is restarted"),
        option_type=int,
        option_default=1024,
        minimum=64,
        convert=_megabytes,
    )
    """A process that thinks and has grown beyond this is replaced. With the rules of all titles
    one has about 450 MB."""
    balance_minutes: int = setting(
        60,
        help=N_("Longest balance report that a moderator may start, in minutes. 0 turns them off."),
        row=(
            "`60`",
            "longest [balance report](balance.md#on-a-server) that a moderator may start, in minutes; 0 turns them off",
        ),
        option_type=int,
        minimum=0,
    )
    """After this a balance report is given up; one that is estimated longer is not started."""
    lang: str = "en"
    """Language of callers who ask for none that we have, such as browsers without a language."""
    bot_deadline: float = 15.0
    """After this a bot's move is replaced by a quick one. The most patient bots think for 1 s, on
    a busy machine longer."""
    hint_total: float = 30.0
    """After this, counted from when the rules are loaded, a hint is given up. One is sought for 1 s."""
    hint_patience: float = 3.0
    """After this, whoever waits for a hint gets one that looks just one move ahead."""
    board_patience: float = 45.0
    """After this, whoever brings a board is told to try again: its trial waits for others, and for rules to be loaded."""
    review_total: float = 900.0
    """After this a review is given up, however well it goes. One takes some seconds to a few minutes."""
    bot_pause: float = 0.4
    """A bot's move comes no sooner than this, so that a person sees their own move land first."""
    head_timeout: float = 15.0
    """What a request wants is said within this, or the connection ends."""
    body_timeout: float = 30.0
    """So long may a body take to arrive."""
    lock_timeout: float = 5.0
    """How long a command waits for the database before it is refused."""
    group: int = 64
    """So many commands at most are committed together; 1: each alone."""
    keep_alive: float = 2.5
    """Silence on a stream after which a comment is sent."""
    poll: float = 5.0
    """A lost notification is made up for after this."""
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
    def root_path(self) -> str:
        """Path of the site below its host, without a trailing slash: "/quartier", or "" if it has the host to itself."""
        return urlsplit(self.base_url).path.rstrip("/")

    @property
    def url(self) -> str:
        """The database as an SQLAlchemy URL, with the driver we ship."""
        if self.database:
            scheme, _, rest = self.database.partition("://")
            return f"postgresql+psycopg://{rest}" if scheme in ("postgresql", "postgres") else self.database
        return f"sqlite:///{quote(str(self.data or default_data_file()))}"  # a name may hold ? and %


def options() -> Iterator[Option]:
    """Yield the options of `quartier serve`, in their order in the help."""
    for declared in fields(Settings):
        if "option" in declared.metadata:
            yield _option(declared)


def option(name: str) -> Option:
    """Return the option of a setting; KeyError if it has none."""
    return {option.name: option for option in options()}[name]


def _option(declared: Field[Any]) -> Option:
    values = dict(declared.metadata["option"])
    if values["variables"] is None:
        values["variables"] = (f"QUARTIER_{declared.name.upper()}",)
    return Option(name=declared.name, **values)


def from_options(values: dict[str, Any], **others: Any) -> Settings:
    """Return the settings for option values by name; None where the option has no value keeps the default."""
    converted = {
        option.name: option.convert(values[option.name])
        for option in options()
        if values[option.name] is not None
    }
    return Settings(**converted, **others)
