"""`quartier admin`: what a host does, at the machine on which the data lies. The server may go on meanwhile.

Who can run this is the host of hosts: nobody becomes one by being first, or on a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from quartier.cli.arguments import BaseUrl, Data, DatabaseUrl
from quartier.cli.console import output, say
from quartier.cli.errors import ASKED_WRONGLY, complain
from quartier.cli.extras import server_modules
from quartier.core.text.languages import N_, current

Name = Annotated[str, typer.Argument(metavar="NAME", help=N_("Name of an account."))]
Game = Annotated[str, typer.Argument(metavar="ID", help=N_("Id of a table or of an uploaded record."))]
Reason = Annotated[str, typer.Option(help=N_("What the banned person reads."))]
_LAST = 2**31 - 1
"""How far databases count."""
Days = Annotated[
    int | None,
    typer.Option(min=1, max=3650, help=N_("For so many days; otherwise for ever."), show_default=False),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    admin = typer.Typer(
        help=N_(
            "Hosts, bans, invitations, reports, and deleting what must go; the server may go on meanwhile."
        ),
        no_args_is_help=True,
    )
    for name, act, text in _COMMANDS:
        admin.command(name, help=text)(act)
    app.add_typer(admin, name="admin")


@contextmanager
def _desk(data: Any, database: str, base_url: str = "") -> Iterator[tuple[Any, Any, Any]]:
    """The desk, the deeds, and who acts. What is refused is one line, also an address that links would not lead to."""
    modules = (
        "hosting.desk",
        "hosting.deeds",
        "hosting.reading",
        "settings",
        "storage.hosting.hosts",
        "refusals",
        "http.address",
    )
    desks, deeds, reading, settings, hosts, refusals, address = server_modules(*modules)
    try:
        address.must_be_public(base_url)
        desk = desks.open_desk(settings.Settings(data=data, database=database, lang=current()))
    except refusals.StartupError as refused:
        complain(refused.text(current()))
        raise typer.Exit(ASKED_WRONGLY) from refused
    try:
        yield desk, deeds, (reading, hosts.By())
    finally:
        desk.close()


def _tell(message: str, **fields: object) -> None:
    output().print(say(message, **fields), markup=False, soft_wrap=True)


# ----- hosts -----


def grant(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Make a host."""
    with _desk(data, database) as (desk, deeds, _):
        _tell(N_("{name} is a host now: the page is /host."), name=deeds.grant(desk, name))


def revoke(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Make none."""
    with _desk(data, database) as (desk, deeds, _):
        _tell(N_("{name} is no host any more."), name=deeds.revoke(desk, name))


def link(data: Data = None, database: DatabaseUrl = "", base_url: BaseUrl = "") -> None:
    """Print a one-time link."""
    with _desk(data, database, base_url) as (desk, deeds, _):
        code = deeds.link(desk)
    _tell(N_("Whoever opens this within an hour and is signed in there becomes a host, once:"))
    _tell("{url}", url=_url(base_url, "/host/claim", code))


def _url(base_url: str, path: str, code: str) -> str:
    return f"{base_url.rstrip('/') or 'http://localhost:8000'}{path}#{code}"


def hosts(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the hosts."""
    with _desk(data, database) as (desk, _, (reading, _by)):
        found = reading.hosts(desk)
    for each in found:
        _tell("{name}", name=each.name)
    if not found:
        _tell(N_("There is no host yet: quartier admin grant NAME."))


# ----- programs -----


def program(
    name: Annotated[str, typer.Argument(metavar="NAME", help=N_("What the program is called at tables."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Print a token."""
    with _desk(data, database) as (desk, deeds, _):
        made = deeds.make_program(desk, name)
    _tell(N_("The token of {name}, shown this once:"), name=made.row.name)
    _tell("{token}", token=made.token)


def programs(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the programs."""
    with _desk(data, database) as (desk, _, (reading, _by)):
        found = reading.programs(desk)
    for each in found:
        used = say(N_("never used")) if each.used_at is None else _moment(each.used_at)
        _tell("{id}  {name}  {used}", id=each.id, name=each.name, used=used)
    if not found:
        _tell(N_("No program has a token of yours: quartier admin program NAME."))


def revoke_program(
    program_id: Annotated[str, typer.Argument(metavar="ID", help=N_("As “quartier admin programs” says."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Take a token back."""
    with _desk(data, database) as (desk, deeds, _):
        deeds.revoke_program(desk, program_id)
    _tell(N_("Its token opens nothing any more."))


# ----- games and accounts -----


def delete(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Delete a game."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.delete_game(desk, by, game)
    _tell(N_("Deleted, with all that hung on it."))


def hide(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Hide a game."""
    _hide(game, True, data, database)


def show(game: Game, data: Data = None, database: DatabaseUrl = "") -> None:
    """Show it again."""
    _hide(game, False, data, database)


def _hide(game: str, hidden: bool, data: Data, database: DatabaseUrl) -> None:
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.hide_game(desk, by, game, hidden)
    _tell(N_("Hidden from all but its players.") if hidden else N_("To be seen again."))


def sign_out(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """End all sessions."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        _tell(N_("{name} is signed out everywhere."), name=deeds.sign_out(desk, by, name))


def hide_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Hide an account."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        _tell(N_("Nobody is shown the account of {name}."), name=deeds.hide_account(desk, by, name, True))


def show_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Show it again."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        _tell(N_("The account of {name} can be seen again."), name=deeds.hide_account(desk, by, name, False))


def delete_account(name: Name, data: Data = None, database: DatabaseUrl = "") -> None:
    """Delete an account."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        text = N_("The account of {name} is deleted. Its games stay for the others, under “somebody”.")
        _tell(text, name=deeds.delete_account(desk, by, name))


# ----- bans -----


def ban(
    reason: Reason,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=N_("Name of an account."), show_default=False)
    ] = "",
    address: Annotated[
        str, typer.Option(help=N_("Network address instead of an account."), show_default=False)
    ] = "",
    days: Days = None,
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Ban somebody."""
    if bool(name) == bool(address):
        raise typer.BadParameter(say(N_("Name an account, or an address with --address.")))
    with _desk(data, database) as (desk, deeds, (_, by)):
        if name:
            _tell(N_("{name} is banned."), name=deeds.ban_account(desk, by, name, reason, days))
        else:
            deeds.ban_address(desk, by, address, reason, days)
            _tell(N_("The address is banned."))


def unban(
    number: Annotated[
        int,
        typer.Argument(metavar="NUMBER", min=1, max=_LAST, help=N_("As “quartier admin bans” says.")),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Lift a ban."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.lift_ban(desk, by, number)
    _tell(N_("The ban is lifted."))


def bans(data: Data = None, database: DatabaseUrl = "") -> None:
    """List the bans."""
    with _desk(data, database) as (desk, _, (reading, _by)):
        for ban in reading.bans(desk):
            until = say(N_("for ever")) if ban.until is None else _moment(ban.until)
            _tell(
                "{id}  {name}  {until}  {reason}",
                id=ban.id,
                name=ban.name or "–",
                until=until,
                reason=ban.reason,
            )


# ----- the house -----


def invite_only(
    wanted: Annotated[bool, typer.Argument(metavar="yes|no", help=N_("Whether only the invited may play."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Close or open the house."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.invite_only(desk, by, wanted)
    _tell(N_("Only those play here who were invited.") if wanted else N_("Everybody may play here."))


def invite(
    note: Annotated[str, typer.Option(help=N_("For yourself: whom it is for."))] = "",
    uses: Annotated[int, typer.Option(min=1, max=100, help=N_("For so many people."))] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help=N_("Valid for so many days."))] = 14,
    data: Data = None,
    database: DatabaseUrl = "",
    base_url: BaseUrl = "",
) -> None:
    """Print an invitation."""
    with _desk(data, database, base_url) as (desk, deeds, (_, by)):
        code = deeds.invite(desk, by, note, uses, days)
    _tell("{url}", url=_url(base_url, "/invited", code))


def keep(
    days: Annotated[int, typer.Argument(metavar="DAYS", min=0, max=3650, help=N_("0: for ever."))],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """How long guests' games are kept."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.keep_days(desk, by, days or None)
    if days:
        _tell(N_("Guests’ finished games and uploaded records are deleted after {days} days."), days=days)
    else:
        _tell(N_("Guests’ finished games are kept for ever."))


# ----- reading -----


def reports(data: Data = None, database: DatabaseUrl = "") -> None:
    """Read the reports."""
    with _desk(data, database) as (desk, _, (reading, _by)):
        found = reading.reports(desk, current())
    for each in found:
        _tell(
            N_("{id}  table {table}, {moment}: {name} said “{text}”, reported by {reporter}."),
            id=each.id,
            table=each.table,
            moment=_moment(each.at),
            name=each.name,
            text=each.text,
            reporter=each.reporter,
        )
    if not found:
        _tell(N_("There is nothing to read."))


def close(
    number: Annotated[
        int,
        typer.Argument(metavar="NUMBER", min=1, max=_LAST, help=N_("As “quartier admin reports” says.")),
    ],
    data: Data = None,
    database: DatabaseUrl = "",
) -> None:
    """Close a report."""
    with _desk(data, database) as (desk, deeds, (_, by)):
        deeds.close_report(desk, by, number, "close")
    _tell(N_("Seen to."))


def log(data: Data = None, database: DatabaseUrl = "") -> None:
    """What hosts have done."""
    with _desk(data, database) as (desk, _, (reading, _by)):
        for action in reading.actions(desk, current()):
            _tell("{at}  {host}  {text}", at=_moment(action.at), host=action.host, text=action.text)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


_COMMANDS = (
    ("grant", grant, N_("Make a host of an account.")),
    ("revoke", revoke, N_("Make a host of it no more.")),
    ("link", link, N_("Print a link that makes a host of whoever opens it, once.")),
    ("hosts", hosts, N_("List the hosts.")),
    ("program", program, N_("Make a token for a program of yours, and print it.")),
    ("programs", programs, N_("List the programs with a token of yours.")),
    ("revoke-program", revoke_program, N_("Take the token of a program back.")),
    ("delete", delete, N_("Delete a table or an uploaded record, with all that hangs on it.")),
    ("hide", hide, N_("Hide a table from all but its players, or an uploaded record from everybody.")),
    ("show", show, N_("Show a hidden table or record again.")),
    ("sign-out", sign_out, N_("End all sessions of an account.")),
    ("hide-account", hide_account, N_("Show an account to nobody.")),
    ("show-account", show_account, N_("Show a hidden account again.")),
    ("delete-account", delete_account, N_("Delete an account; its games stay for the others.")),
    ("ban", ban, N_("Let an account or an address do nothing here, for some days or for ever.")),
    ("unban", unban, N_("Lift a ban.")),
    ("bans", bans, N_("List the bans.")),
    ("invite-only", invite_only, N_("Let only those play who were invited, or everybody.")),
    ("invite", invite, N_("Print an invitation.")),
    ("keep", keep, N_("Delete guests’ finished games after so many days.")),
    ("reports", reports, N_("Read what people have reported.")),
    ("close", close, N_("Close a report.")),
    ("log", log, N_("What hosts have done.")),
)
