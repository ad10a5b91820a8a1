"""The services that requests and background work share, created once at the start."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI, Request

from quartier.server.access.admission import AccessControl
from quartier.server.access.rate_limits import Quotas
from quartier.server.access.request_slots import RequestSlots
from quartier.server.access.shared_quotas import SharedCounters
from quartier.server.access.stream_slots import StreamSlots
from quartier.server.accounts.api_tokens import Programs
from quartier.server.accounts.email_links import EmailLinks
from quartier.server.accounts.login import AccountService
from quartier.server.accounts.oidc.config import load_providers
from quartier.server.accounts.oidc.flow import OidcLogin
from quartier.server.accounts.oidc.provider import Provider
from quartier.server.accounts.passkeys import Passkeys
from quartier.server.accounts.sessions import Sessions
from quartier.server.clock import Clock
from quartier.server.commands.names import word_filter
from quartier.server.metrics import Metrics
from quartier.server.moderation.service import ModerationService
from quartier.server.notifications.delivery import NotificationDelivery
from quartier.server.notifications.preferences import NotificationPreferences
from quartier.server.notifications.scheduler import NotificationScheduler
from quartier.server.outbound import smtp
from quartier.server.pubsub.hub import Hub
from quartier.server.scheduler.ticker import Scheduler
from quartier.server.scheduler.waiting_pages import WaitingTables
from quartier.server.settings import Settings
from quartier.server.sse.event_stream import SharedStreams
from quartier.server.sse.patch_state_cache import PatchStateCache
from quartier.server.storage import table_rows
from quartier.server.storage.database import Database, Report, ignore_progress
from quartier.server.storage.table_store import TableStore
from quartier.server.views.accounts.games import Games
from quartier.server.views.api_v1.positions import Positions
from quartier.server.views.lobby.lobby import LobbyService
from quartier.server.views.table_view import Views
from quartier.server.workers.adjudications import Adjudicator
from quartier.server.workers.balance_reports import BalanceReports
from quartier.server.workers.bots import BotDriver
from quartier.server.workers.compilation import BackgroundCompiler
from quartier.server.workers.evaluations import Evaluations
from quartier.server.workers.hints import HintService
from quartier.server.workers.own_boards import OwnBoards
from quartier.server.workers.reviews import Reviews


@dataclass(frozen=True)
class Services:
    """The services of one server process."""

    settings: Settings
    database: Database
    hub: Hub
    patch_cache: PatchStateCache
    tables: TableStore
    views: Views
    metrics: Metrics
    hint_service: HintService
    evaluations: Evaluations
    adjudicator: Adjudicator
    reviews: Reviews
    own_boards: OwnBoards
    balance: BalanceReports
    bots: BotDriver
    compiler: BackgroundCompiler
    quotas: Quotas
    shared: SharedCounters
    request_slots: RequestSlots
    stream_slots: StreamSlots
    shared_streams: SharedStreams
    lobby: LobbyService
    sessions: Sessions
    programs: Programs
    positions: Positions
    account_service: AccountService
    passkeys: Passkeys
    oidc_login: OidcLogin
    games: Games
    notification_preferences: NotificationPreferences
    delivery: NotificationDelivery
    notification_scheduler: NotificationScheduler
    email_links: EmailLinks
    scheduler: Scheduler
    clock: Clock
    access_control: AccessControl
    database_id: str
    """In the names of cookies: browsers don't separate the cookies of two servers on one host."""
    moderation: ModerationService

    def clear_caches(self) -> None:
        """Empty the large caches of tables and their views."""
        self.tables.cache.clear()
        self.views.clear()
        self.positions.clear()


def open_services(
    settings: Settings, migrating: Report = ignore_progress, clock: Clock | None = None
) -> Services:
    """Create all services, none of them running yet, and migrate the database. Raises StartupError.

    `migrating(done, total)` is called for each stored game that a migration replays. `clock`: None for the
    computer's.
    """
    word_filter.read(settings)
    issuers = load_providers(settings)
    clock = clock or Clock()
    database, hub = Database(settings), Hub(clock)
    database.prepare(migrating)
    tables, metrics = TableStore(database, hub, clock), Metrics(hub)
    hint_service = HintService(tables, settings)
    adjudicator = Adjudicator(hint_service.queue, settings)
    bots, shared = BotDriver(tables, settings, metrics), SharedCounters(tables.broadcast)
    sessions, access_control = Sessions(tables, shared=shared), AccessControl(tables, shared)
    account_service = AccountService(tables, sessions, access_control, shared)
    mailer = smtp.open_mailer(settings)
    oidc_login = OidcLogin(tables, account_service, [Provider(issuer) for issuer in issuers])
    delivery = NotificationDelivery(tables, mailer)
    notification_scheduler = NotificationScheduler(tables, delivery)
    email_links = EmailLinks(tables, account_service, mailer)
    with database.read() as connection:
        database_id = table_rows.database_id(connection)
    return Services(
        settings=settings,
        database=database,
        hub=hub,
        patch_cache=PatchStateCache(),
        tables=tables,
        views=Views(settings.bots_after, clock),
        metrics=metrics,
        hint_service=hint_service,
        evaluations=Evaluations(hint_service.queue, settings),
        adjudicator=adjudicator,
        reviews=Reviews(tables, settings),
        own_boards=OwnBoards(settings),
        balance=BalanceReports(tables, settings),
        bots=bots,
        compiler=BackgroundCompiler(bots.make_ready),
        quotas=Quotas(settings.limits, shared=shared),
        shared=shared,
        request_slots=RequestSlots(settings.limits),
        stream_slots=StreamSlots(settings.limits),
        shared_streams=SharedStreams(),
        lobby=LobbyService(tables),
        sessions=sessions,
        programs=Programs(tables),
        positions=Positions(clock),
        account_service=account_service,
        passkeys=Passkeys(tables, account_service, issuers=oidc_login.issuer_ids),
        oidc_login=oidc_login,
        games=Games(tables),
        notification_preferences=NotificationPreferences(tables),
        delivery=delivery,
        notification_scheduler=notification_scheduler,
        email_links=email_links,
        scheduler=Scheduler(
            tables, adjudicator.evaluate, [notification_scheduler, email_links, WaitingTables(tables)]
        ),
        clock=clock,
        access_control=access_control,
        database_id=database_id,
        moderation=ModerationService(tables, sessions, access_control),
    )


def attach(app: FastAPI, services: Services) -> None:
    """Make the services available to the routes of `app`."""
    app.state.services = services


def services_of(request: Request) -> Services:
    """Return the services of the application."""
    result = request.app.state.services
    assert isinstance(result, Services)
    return result
