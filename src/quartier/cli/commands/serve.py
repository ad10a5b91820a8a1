"""`quartier serve`: the games in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from quartier.cli.arguments import BaseUrl, Data, DatabaseUrl, Host, Port
from quartier.cli.extras import server_modules
from quartier.core.text.languages import N_, current


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", help=N_("Serve the games to browsers until Ctrl+C."))(serve)


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    data: Data = None,
    database: DatabaseUrl = "",
    base_url: BaseUrl = "",
    away_after: Annotated[
        int,
        typer.Option(
            help=N_("Seconds after which a bot may play for somebody who is away."),
            envvar="QUARTIER_AWAY_AFTER",
            min=60,
        ),
    ] = 180,
    lobby: Annotated[
        bool,
        typer.Option(
            help=N_("Whether tables may be public, for strangers to meet in the lobby."),
            envvar="QUARTIER_LOBBY",
        ),
    ] = True,
    unwanted_words: Annotated[
        Path | None,
        typer.Option(
            help=N_("File of words, one a line, that are hidden in the chat."),
            envvar="QUARTIER_UNWANTED_WORDS",
            show_default=False,
        ),
    ] = None,
    mail: Annotated[
        str,
        typer.Option(
            help=N_(
                "Server by which letters go, like smtps://user:password@mail.example.org; none by default."
            ),
            envvar="QUARTIER_MAIL",
            show_default=False,
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            help=N_("Address from which letters are; that of the server's user by default."),
            envvar="QUARTIER_MAIL_FROM",
            show_default=False,
        ),
    ] = "",
    oidc_issuer: Annotated[
        str,
        typer.Option(
            help=N_("Who signs people in by OpenID Connect, like https://id.example.org; nobody by default."),
            envvar="QUARTIER_OIDC_ISSUER",
            show_default=False,
        ),
    ] = "",
    oidc_client: Annotated[
        str,
        typer.Option(
            help=N_("Id under which this server is known there."),
            envvar="QUARTIER_OIDC_CLIENT",
            show_default=False,
        ),
    ] = "",
    oidc_secret: Annotated[
        str,
        typer.Option(
            help=N_("Secret that goes with it."),
            envvar="QUARTIER_OIDC_SECRET",
            show_default=False,
        ),
    ] = "",
    oidc_name: Annotated[
        str,
        typer.Option(
            help=N_("What the issuer is called on the button."),
            envvar="QUARTIER_OIDC_NAME",
            show_default=False,
        ),
    ] = "",
    issuers: Annotated[
        Path | None,
        typer.Option(
            help=N_("TOML file of several issuers, each with its own button."),
            envvar="QUARTIER_ISSUERS",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help=N_("Processes in which bots think."), min=1, show_default=False),
    ] = None,
    hosts: Annotated[
        str,
        typer.Option(
            help=N_("Names under which the server may be called, with commas between; all by default."),
            envvar="QUARTIER_HOSTS",
            show_default=False,
        ),
    ] = "",
    contact: Annotated[
        str,
        typer.Option(
            help=N_("How visitors reach you, for the privacy page: a mail address, or a sentence."),
            envvar="QUARTIER_CONTACT",
            show_default=False,
        ),
    ] = "",
    proxies: Annotated[
        str,
        typer.Option(
            help=N_("Addresses of proxies that are believed from where a visitor comes."),
            envvar=["QUARTIER_PROXIES", "FORWARDED_ALLOW_IPS"],
        ),
    ] = "127.0.0.1,::1",
    metrics_port: Annotated[
        int | None,
        typer.Option(
            help=N_("Port for Prometheus; none by default."),
            envvar="QUARTIER_METRICS_PORT",
            min=1,
            max=65535,
            show_default=False,
        ),
    ] = None,
    metrics_host: Annotated[
        str,
        typer.Option(help=N_("Address for Prometheus."), envvar="QUARTIER_METRICS_HOST"),
    ] = "127.0.0.1",
    connections: Annotated[
        int,
        typer.Option(
            help=N_("Connections at the same time, open pages among them."),
            envvar="QUARTIER_CONNECTIONS",
            min=16,
        ),
    ] = 10_000,
    limits: Annotated[
        float,
        typer.Option(
            help=N_("How often one visitor may do something: times the usual; 0: without limits."),
            envvar="QUARTIER_LIMITS",
            min=0,
        ),
    ] = 1.0,
    worker_memory: Annotated[
        int,
        typer.Option(
            help=N_("Megabytes beyond which a process in which bots think is replaced."),
            envvar="QUARTIER_WORKER_MEMORY",
            min=64,
        ),
    ] = 1024,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=N_("Do not open the browser."))] = False,
) -> int:
    """Run the server in this process."""
    server, settings = server_modules("serve", "settings")
    chosen: dict[str, Any] = {
        "data": data,
        "database": database,
        "base_url": base_url,
        "away_after": away_after,
        "lobby": lobby,
        "hosts": tuple(name.strip() for name in hosts.split(",") if name.strip()),
        "contact": contact,
        "proxies": proxies,
        "metrics_port": metrics_port,
        "metrics_host": metrics_host,
        "connections": connections,
        "limits": settings.Limits().times(limits),
        "worker_memory": worker_memory << 20,
        "unwanted_words": unwanted_words,
        "mail": mail,
        "mail_from": mail_from,
        "oidc_issuer": oidc_issuer,
        "oidc_client": oidc_client,
        "oidc_secret": oidc_secret,
        "oidc_name": oidc_name,
        "issuers": issuers,
    }
    if workers is not None:
        chosen["workers"] = workers
    return int(
        server.serve(settings.Settings(host=host, port=port, lang=current(), **chosen), not no_browser)
    )
