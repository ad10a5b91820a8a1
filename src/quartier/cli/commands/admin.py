"""`quartier admin`: moderation from the command line. Safe while the server runs.

Anyone who can run commands on the server's machine may appoint moderators; the page cannot.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from quartier.cli.arguments import BaseUrl, Data, DatabaseUrl
from quartier.cli.console import output, say
from quartier.cli.errors import USAGE_ERROR, print_error
from quartier.cli.extras import server_modules
from quartier.cli.help import HOST, Group, add_command
from quartier.core.text.languages import N_, current

Name = Annotated[str, typer.Argument(metavar=N_("NAME"), help=N_("Account name."))]
Game = Annotated[str, typer.Argument(metavar=N_("ID"), help=N_("ID of a table or an uploaded record."))]
Reason = Annotated[str, typer.Option(help=N_("Reason, shown to the banned person."))]
_LAST = 2**31 - 1
"""Limit of counts that databases can store."""
Days = Annotated[
    int | None,
    typer.Option(min=1, max=3650, help=N_("Number of days. Permanent by default."), show_default=False),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    admin = typer.Typer(
        cls=Group,
        help=N_(
            "Manage moderators, bans, invitations, reports and deletions, even while the server is running."
        ),
        no_args_is_help=True,
    )
    for name, act, text, arguments in _COMMANDS:
        add_command(admin, name, act, text, None, f"quartier admin {name} {arguments}".rstrip())
    app.add_typer(admin, name="admin", rich_help_panel=HOST)


@contextmanager
def _moderation(data: Any, database: str, base_url: str = "") -> Iterator[tuple[Any, Any, Any]]:
    """Yield the moderation service, its actions, and (queries, the acting moderator). Prints startup errors and exits."""
    modules = (
        "moderation.service",
        "moderation.actions",
        "moderation.queries",
        "settings",
        "storage.moderation.hosts",
        "errors",
        "http.base_url",
    )
    services, actions, queries, settings, hosts, errors, address = server_modules(*modules)
    try:
        address.validate_base_url(base_url)
        service = services.open_moderation(settings.Settings(data=data, database=database, lang=current()))
    except errors.StartupError as error:
        print_error(error.text(current()))
        raise typer.Exit(USAGE_ERROR) from error
    try:
        yield service, actions, (queries, hosts.ActingModerator())
    finally:
        service.close()


def _print(message: str, **fields: object) -> None:
    output().print(say(message, **fields), markup=False, soft_wrap=True)


# ----- moderators -----


def grant(name: Name, data: Data = None, database: DatabaseUrl = "", base_url: BaseUrl = "") -> None:
    """Make an account a moderator."""
    with _moderation(data, database, base_url) as (service, actions, _):
        granted = actions.grant(service, name)
    _print(N_("{name} is now a moderator. Their page: {url}"), name=granted, url=_url(base_url, "/host"))


def revoke(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Remove a moderator."""
    with _moderation(data, database) as (service, actions, _):
        _print(N_("{name} is no longer a moderator."), name=actions.revoke(service, name))


def link(data: Data = None, database: DatabaseUrl = "", base_url: BaseUrl = "") -> None:
    """Print a one-time link that makes an account a moderator."""
    with _moderation(data, database, base_url) as (service, actions, _):
        code = actions.link(service)
    _print(N_("Open this link within an hour while signed in to become a moderator. It works once:"))
    _print("{url}", url=_url(base_url, f"/host/claim#{code}"))


def _url(base_url: str, path: str) -> str:
    return f"{base_url.rstrip('/') or 'http://localhost:8000'}{path}"


def hosts(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the moderators."""
    with _moderation(data, database) as (service, _, (queries, _by)):
        rows = queries.hosts(service)
    for host in rows:
        _print("{name}", name=host.name)
    if not rows:
        _print(N_("There are no moderators yet. Appoint one with `quartier admin grant NAME`."))


# ----- API tokens -----


def program(
    name: Annotated[str, typer.Argument(metavar=N_("NAME"), help=N_("The bot’s name at tables."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Create and print an API token."""
    with _moderation(data, database) as (service, actions, _):
        created = actions.make_program(service, name)
    _print(N_("API token for {name}. Save it now: you won’t see it again."), name=created.row.name)
    _print("{token}", token=created.token)


def programs(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the API tokens."""
    with _moderation(data, database) as (service, _, (queries, _by)):
        rows = queries.programs(service)
    for row in rows:
        used = say(N_("never used")) if row.used_at is None else _moment(row.used_at)
        _print("{id}  {name}  {used}", id=row.id, name=row.name, used=used)
    if not rows:
        _print(N_("You haven’t issued any API tokens. Create one with `quartier admin program NAME`."))


def revoke_program(
    program_id: Annotated[
        str, typer.Argument(metavar=N_("ID"), help=N_("ID of the token, from `quartier admin programs`."))
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Revoke an API token."""
    with _moderation(data, database) as (service, actions, _):
        actions.revoke_program(service, program_id)
    _print(N_("The token no longer works."))


# ----- games and accounts -----


def delete(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Delete a game."""
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.delete_game(service, by, game)
    _print(N_("Deleted, along with everything that belonged to it."))


def hide(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Hide a game."""
    _hide(game, True, data, database)


def show(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Show a hidden game again."""
    _hide(game, False, data, database)


def _hide(game: str, hidden: bool, data: Data, database: DatabaseUrl) -> None:
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.hide_game(service, by, game, hidden)
    _print(N_("Hidden from everyone except its players.") if hidden else N_("Visible again."))


def sign_out(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """End all sessions of an account."""
    with _moderation(data, database) as (service, actions, (_, by)):
        _print(N_("{name} is signed out on all devices."), name=actions.sign_out(service, by, name))


def hide_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Hide an account."""
    with _moderation(data, database) as (service, actions, (_, by)):
        _print(N_("The account {name} is now hidden."), name=actions.hide_account(service, by, name, True))


def show_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Show a hidden account again."""
    with _moderation(data, database) as (service, actions, (_, by)):
        _print(
            N_("The account {name} is visible again."),
            name=actions.hide_account(service, by, name, False),
        )


def delete_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Delete an account."""
    with _moderation(data, database) as (service, actions, (_, by)):
        text = N_("The account {name} is deleted. Its games remain for the other players, without its name.")
        _print(text, name=actions.delete_account(service, by, name))


# ----- bans -----


def ban(
    reason: Reason,
    name: Annotated[
        str, typer.Argument(metavar=N_("NAME"), help=N_("Account name."), show_default=False)
    ] = "",
    address: Annotated[
        str, typer.Option(help=N_("Ban this network address instead of an account."), show_default=False)
    ] = "",
    days: Days = None,
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Ban an account or an address."""
    if bool(name) == bool(address):
        raise typer.BadParameter(say(N_("Give an account name, or an address with --address.")))
    with _moderation(data, database) as (service, actions, (_, by)):
        if name:
            _print(N_("{name} is banned."), name=actions.ban_account(service, by, name, reason, days))
        else:
            actions.ban_address(service, by, address, reason, days)
            _print(N_("The address is banned."))


def unban(
    number: Annotated[
        int,
        typer.Argument(
            metavar=N_("NUMBER"), min=1, max=_LAST, help=N_("Number of the ban, from `quartier admin bans`.")
        ),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Lift a ban."""
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.lift_ban(service, by, number)
    _print(N_("Ban lifted."))


def bans(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the bans."""
    with _moderation(data, database) as (service, _, (queries, _by)):
        for ban in queries.bans(service):
            until = say(N_("permanent")) if ban.until is None else _moment(ban.until)
            _print(
                "{id}  {name}  {until}  {reason}",
                id=ban.id,
                name=ban.name or "–",
                until=until,
                reason=ban.reason,
            )


# ----- policy -----


def invite_only(
    wanted: Annotated[
        bool,
        typer.Argument(
            metavar=N_("yes|no"), help=N_("“yes” allows only invited people to play, “no” allows everyone.")
        ),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Turn invitation-only mode on or off."""
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.invite_only(service, by, wanted)
    _print(N_("Only invited people can play here now.") if wanted else N_("Anyone can play here."))


def invite(
    note: Annotated[str, typer.Option(help=N_("A note to yourself, such as who it’s for."))] = "",
    uses: Annotated[int, typer.Option(min=1, max=100, help=N_("How many people can use it."))] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help=N_("How many days it’s valid."))] = 14,
    data: Data = None,
    database: DatabaseUrl = "",
    base_url: BaseUrl = "",
) -> None:
    """Create and print an invitation."""
    with _moderation(data, database, base_url) as (service, actions, (_, by)):
        code = actions.invite(service, by, note, uses, days)
    _print("{url}", url=_url(base_url, f"/invited#{code}"))


def keep(
    days: Annotated[
        int,
        typer.Argument(
            metavar=N_("DAYS"),
            min=0,
            max=3650,
            help=N_("Number of days to keep them. 0 keeps them for ever."),
        ),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Set the retention period of guests' games."""
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.keep_days(service, by, days or None)
    if days:
        _print(N_("Guests’ finished games and uploaded records are deleted after {days} days."), days=days)
    else:
        _print(N_("Guests’ finished games are kept indefinitely."))


# ----- reports and audit log -----


def reports(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the reports."""
    with _moderation(data, database) as (service, _, (queries, _by)):
        rows = queries.reports(service, current())
    for report in rows:
        _print(
            N_("{id}  table {table}, {moment}: {name} wrote “{text}”, reported by {reporter}."),
            id=report.id,
            table=report.table,
            moment=_moment(report.at),
            name=report.name,
            text=report.text,
            reporter=report.reporter,
        )
    if not rows:
        _print(N_("No open reports."))


def close(
    number: Annotated[
        int,
        typer.Argument(
            metavar=N_("NUMBER"),
            min=1,
            max=_LAST,
            help=N_("Number of the report, from `quartier admin reports`."),
        ),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Close a report."""
    with _moderation(data, database) as (service, actions, (_, by)):
        actions.close_report(service, by, number, "close")
    _print(N_("Report closed."))


def log(data: Data = None, database: DatabaseUrl = "") -> None:
    """Print the audit log of moderator actions."""
    with _moderation(data, database) as (service, _, (queries, _by)):
        for action in queries.actions(service, current()):
            _print("{at}  {host}  {text}", at=_moment(action.at), host=action.host, text=action.text)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


_COMMANDS = (
    ("grant", grant, N_("Make an account a moderator."), "Ada"),
    ("revoke", revoke, N_("Remove an account’s moderator rights."), "Ada"),
    (
        "link",
        link,
        N_("Print a one-time link that makes an account a moderator."),
        "--base-url https://games.example.org",
    ),
    ("hosts", hosts, N_("List all moderators."), ""),
    ("program", program, N_("Create an API token for a bot and print it."), "Robot"),
    ("programs", programs, N_("List the API tokens you’ve issued."), ""),
    ("revoke-program", revoke_program, N_("Revoke an API token."), "7h2kd9"),
    (
        "delete",
        delete,
        N_("Delete a table or an uploaded record and everything that belongs to it."),
        "k7mwp3tq9x",
    ),
    (
        "hide",
        hide,
        N_("Hide a table from everyone except its players, or an uploaded record from everyone."),
        "k7mwp3tq9x",
    ),
    ("show", show, N_("Show a hidden table or record again."), "k7mwp3tq9x"),
    ("sign-out", sign_out, N_("Sign an account out on all devices."), "Ada"),
    ("hide-account", hide_account, N_("Hide an account from everyone."), "Ada"),
    ("show-account", show_account, N_("Show a hidden account again."), "Ada"),
    (
        "delete-account",
        delete_account,
        N_("Delete an account. Its games remain for the other players."),
        "Ada",
    ),
    (
        "ban",
        ban,
        N_("Ban an account or an address, for some days or permanently."),
        "Ada --reason Spam --days 7",
    ),
    ("unban", unban, N_("Lift a ban."), "3"),
    ("bans", bans, N_("List all bans."), ""),
    (
        "invite-only",
        invite_only,
        N_("Restrict the server to invited players, or open it to everyone."),
        "yes",
    ),
    ("invite", invite, N_("Create an invitation and print its link."), "--note Ada --uses 1"),
    ("keep", keep, N_("Set after how many days guests’ finished games are deleted."), "30"),
    ("reports", reports, N_("List open reports."), ""),
    ("close", close, N_("Close a report."), "3"),
    ("log", log, N_("Print the audit log of moderator actions."), ""),
)
