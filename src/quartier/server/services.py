"""What answers and background work share, made once at the start."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI, Request

from quartier.server.access.admission import AccessControl
from quartier.server.access.rate_limits import Quotas
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.access.stream_slots import Places
from quartier.server.accounts.api_tokens import Programs
from quartier.server.accounts.email_links import Letters
from quartier.server.accounts.login import Doors
from quartier.server.accounts.oidc.config import named
from quartier.server.accounts.oidc.flow import Entry
from quartier.server.accounts.oidc.provider import Issuer
from quartier.server.accounts.passkeys import Passkeys
from quartier.server.accounts.sessions import Sessions
from quartier.server.clock import Clock
from quartier.server.commands import word_filter
from quartier.server.http.metrics import Metrics
from quartier.server.moderation.service import Desk
from quartier.server.notifications.delivery import Teller
from quartier.server.notifications.preferences import Choices
from quartier.server.notifications.scheduler import Herald
from quartier.server.outbound import smtp
from quartier.server.pubsub.hub import Hub
from quartier.server.scheduler.ticker import Keeper
from quartier.server.settings import Settings
from quartier.server.sse.patch_state_cache import PatchStateCache
from quartier.server.storage.database import Database, Report, silent
from quartier.server.storage.table_store import TableStore
from quartier.server.views.accounts.games import Games
from quartier.server.views.api_v1.positions import Positions
from quartier.server.views.lobby.lobby import LobbyDesk
from quartier.server.views.table_view import Views
from quartier.server.workers.bots import BotDriver
from quartier.server.workers.compilation import BackgroundCompiler
from quartier.server.workers.hints import Adviser
from quartier.server.workers.reviews import Reviews


@dataclass(frozen=True)
class Services:
    """The parts of one server process."""

    settings: Settings
    database: Database
    hub: Hub
    warm: PatchStateCache
    tables: TableStore
    views: Views
    metrics: Metrics
    adviser: Adviser
    reviews: Reviews
    bots: BotDriver
    compiler: BackgroundCompiler
    quotas: Quotas
    shared: SharedCounters
    places: Places
    lobby: LobbyDesk
    sessions: Sessions
    programs: Programs
    positions: Positions
    doors: Doors
    passkeys: Passkeys
    entry: Entry
    games: Games
    choices: Choices
    teller: Teller
    herald: Herald
    letters: Letters
    keeper: Keeper
    clock: Clock
    doorman: AccessControl
    desk: Desk


def open_services(settings: Settings, migrating: Report = silent, clock: Clock | None = None) -> Services:
    """All parts, none of them at work yet; the database opened and migrated. Raises StartupError.

    `migrating(done, total)` is told how many stored games a migration has replayed. `clock`: None for the computer's own.
    """
    word_filter.read(settings)
    issuers = named(settings)
    clock = clock or Clock()
    database, hub = Database(settings), Hub()
    database.prepare(migrating)
    tables, metrics = TableStore(database, hub, clock), Metrics(hub)
    bots, shared = BotDriver(tables, settings, metrics), SharedCounters(tables.say)
    sessions, doorman = Sessions(tables, shared=shared), AccessControl(tables, shared)
    doors = Doors(tables, sessions, doorman, shared)
    office = smtp.post_office(settings)
    entry = Entry(tables, doors, [Issuer(issuer) for issuer in issuers])
    teller = Teller(tables, office)
    herald = Herald(tables, teller)
    letters = Letters(tables, doors, office)
    return Services(
        settings=settings,
        database=database,
        hub=hub,
        warm=PatchStateCache(),
        tables=tables,
        views=Views(settings.bots_after, clock),
        metrics=metrics,
        adviser=Adviser(tables, settings),
        reviews=Reviews(tables, settings),
        bots=bots,
        compiler=BackgroundCompiler(bots.make_ready),
        quotas=Quotas(settings.limits, shared=shared),
        shared=shared,
        places=Places(settings.limits),
        lobby=LobbyDesk(tables),
        sessions=sessions,
        programs=Programs(tables),
        positions=Positions(clock),
        doors=doors,
        passkeys=Passkeys(tables, doors, issuers=entry.names),
        entry=entry,
        games=Games(tables),
        choices=Choices(tables),
        teller=teller,
        herald=herald,
        letters=letters,
        keeper=Keeper(tables, [herald, letters]),
        clock=clock,
        doorman=doorman,
        desk=Desk(tables, sessions, doorman),
    )


def attach(app: FastAPI, services: Services) -> None:
    """Let the routes of `app` find the services."""
    app.state.services = services


def services_of(request: Request) -> Services:
    """The services of the application that answers."""
    result = request.app.state.services
    assert isinstance(result, Services)
    return result
