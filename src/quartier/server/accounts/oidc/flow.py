"""OpenID Connect login flow (authorization code with PKCE): redirect, callback, and what follows.

State, nonce and verifier belong to one browser and one issuer, so no provider can answer for another. A user without an
account chooses after the callback: create an account, or connect the identity to the one that is signed in. Connecting
takes a command of our own page, so a link can't connect someone's account to a stranger's identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from quartier.core.text.languages import N_
from quartier.server.access.throttling import Limit, counters_of
from quartier.server.accounts import login_methods
from quartier.server.accounts.login import AccountService, ClientInfo
from quartier.server.accounts.oidc.config import ProviderConfig
from quartier.server.accounts.oidc.provider import Provider, login_failed_error
from quartier.server.accounts.sessions import NewSession
from quartier.server.accounts.usernames import validate_username
from quartier.server.errors import DomainError, TooManyRequests
from quartier.server.storage.accounts import identities
from quartier.server.storage.accounts.accounts import SessionRow
from quartier.server.storage.accounts.identities import Arrival, Attempt, Identity
from quartier.server.storage.secrets import hash_secret, new_id, new_secret
from quartier.server.storage.table_store import TableStore
from quartier.server.storage.transaction import Job, Transaction

ATTEMPT_SECONDS: Final = 600.0
"""Seconds for the way to the issuer and back, and then for choosing a name."""
MAX_ATTEMPTS: Final = 10_000
"""Sign-ins that go on at the same time."""
START_LIMIT: Final = Limit(free=30, first=2.0, max_delay=300.0, forgotten=3600.0)
"""How often one address begins and does not come back."""


@dataclass(frozen=True)
class LoginRedirect:
    """Where to redirect the browser, and the secret that identifies it when it comes back."""

    url: str
    secret: str


@dataclass(frozen=True)
class Callback:
    """The query parameters of the provider's callback."""

    state: str
    code: str
    issuer: str
    """Who sends it, where the issuer says so (RFC 9207)."""


class OidcLogin:
    """Login at the configured identity providers, if any. Thread-safe."""

    def __init__(
        self, tables: TableStore, account_service: AccountService, providers: Iterable[Provider]
    ) -> None:
        self._tables = tables
        self._account_service = account_service
        self._providers = {provider.config.key: provider for provider in providers}

    @property
    def configs(self) -> list[ProviderConfig]:
        """The providers in the host's order."""
        return [issuer.config for issuer in self._providers.values()]

    @property
    def issuer_ids(self) -> set[str]:
        """The issuer identifiers of the providers."""
        return {config.issuer for config in self.configs}

    def require_enabled(self) -> None:
        """Raise DomainError 404 if no provider is configured."""
        if not self._providers:
            raise DomainError(404, "no_issuer", N_("Sign-in through other services is off on this server."))

    def require_provider(self, key: str) -> Provider:
        """Return the provider of a key. Raises DomainError 404 if none has it."""
        self.require_enabled()
        if key not in self._providers:
            text = N_(
                "This server doesn’t offer sign-in through “{key}”. Choose another method on the “Account” page."
            )
            raise DomainError(404, "no_issuer", text, key=key[:20])
        return self._providers[key]

    # ----- to the issuer and back -----

    def begin(self, client: ClientInfo, key: str) -> LoginRedirect:
        """Begin a login. Raises DomainError."""
        provider = self.require_provider(key)
        self._account_service.throttle.record_attempt(*counters_of("oidc", client.address, START_LIMIT))
        secret, state, nonce, verifier = new_secret(), new_secret(), new_secret(), new_secret() + new_secret()
        url = provider.authorization_url(state, nonce, verifier)

        def run(writing: Transaction) -> None:
            row = Attempt(
                hash_secret(secret),
                provider.config.issuer,
                hash_secret(state),
                nonce,
                verifier,
                writing.now + ATTEMPT_SECONDS,
            )
            if identities.add_attempt(writing.connection, row, writing.now) > MAX_ATTEMPTS:
                raise TooManyRequests(
                    "too_often", N_("Too many people are signing in right now. Try again later."), 60
                )

        self._tables.writer.run(Job(run, exclusive=True))
        return LoginRedirect(url, secret)

    def finish_login(
        self, client: ClientInfo, session: SessionRow | None, key: str, secret: str, callback: Callback
    ) -> NewSession | str:
        """Handle the callback.

        Returns:
            The new session; or, for an unknown identity, a secret under which it is kept until the user chooses what to do.

        Raises:
            DomainError
        """
        provider = self.require_provider(key)
        self._account_service.throttle.record_attempt(*client.counters)
        config = provider.config
        attempt = self._use_attempt(config, secret, callback.state)
        if not callback.code or callback.issuer not in ("", config.issuer):
            raise login_failed_error(config.name)
        subject = provider.subject(callback.code, attempt.verifier, attempt.nonce, self._tables.clock.now())
        result = self._identify(client, session, config, subject)
        self._account_service.throttle.record_success(
            *client.counters, *counters_of("oidc", client.address, START_LIMIT)
        )
        return result

    def _use_attempt(self, config: ProviderConfig, secret: str, state: str) -> Attempt:
        browser, state_hash = hash_secret(secret), hash_secret(state)

        def run(writing: Transaction) -> Attempt | None:
            return identities.use_attempt(writing.connection, browser, config.issuer, state_hash, writing.now)

        result = self._tables.writer.run(Job(run, exclusive=True))
        if result is None:
            raise _expired_error()
        return result

    def _identify(
        self, client: ClientInfo, session: SessionRow | None, config: ProviderConfig, subject: str
    ) -> NewSession | str:
        secret = new_secret()

        def run(writing: Transaction) -> NewSession | str:
            connection, now = writing.connection, writing.now
            identity_row = identities.identity(connection, config.issuer, subject)
            if identity_row is None:
                arrival = Arrival(hash_secret(secret), config.issuer, subject, now + ATTEMPT_SECONDS)
                identities.add_arrival(connection, arrival, now)
                return secret
            if session is not None and session.account != identity_row.account:
                raise _other_account_error(config.name)
            identities.use_identity(connection, identity_row, now)
            return self._account_service.sessions.create(
                connection, identity_row.account, client.device, client.token
            )

        return self._tables.writer.run(Job(run, exclusive=True))

    # ----- for who has come back -----

    def pending_provider(self, secret: str) -> ProviderConfig | None:
        """Return the provider of a callback whose user has still to choose an account."""
        with self._tables.database.read() as connection:
            arrival = identities.arrival(connection, hash_secret(secret), self._tables.clock.now())
        return None if arrival is None else self._config_of(arrival.issuer)

    def _config_of(self, issuer: str) -> ProviderConfig | None:
        """Return the provider with an issuer identifier; None if it is no longer configured."""
        return next((config for config in self.configs if config.issuer == issuer), None)

    def create_account(self, client: ClientInfo, secret: str, name: str) -> NewSession:
        """Create an account with the pending identity, and sign in. Raises DomainError."""
        self.require_enabled()
        display_name, name_skeleton = validate_username(name)
        self._account_service.throttle_sign_up(client)
        account = new_id()
        return self._account_service.create_account(
            client,
            display_name,
            name_skeleton,
            None,
            account,
            lambda connection: self._add_identity(connection, secret, account),
        )

    def connect(self, client: ClientInfo, session: SessionRow, current: str, secret: str) -> None:
        """Connect the pending identity to the signed-in account. Raises DomainError."""
        self.require_enabled()
        identity_row = self._account_service.reauthenticate(client, session, current)
        try:
            self._tables.writer.run(
                Job(
                    lambda writing: self._add_identity(writing.connection, secret, identity_row.id),
                    exclusive=True,
                )
            )
        except IntegrityError as error:  # another process was faster
            raise _expired_error() from error

    def _add_identity(self, connection: sa.Connection, secret: str, account: str) -> None:
        """Give the pending identity to the account. Rejected if it already has one of the same provider."""
        now = self._tables.clock.now()
        arrival = identities.use_arrival(connection, hash_secret(secret), now)
        config = None if arrival is None else self._config_of(arrival.issuer)
        if arrival is None or config is None:
            raise _expired_error()
        if config.issuer in identities.issuers_of(connection, account):
            text = N_("Your account is already connected to {name}. Disconnect it first.")
            raise DomainError(409, "connected", text, name=config.name)
        if identities.identity(connection, arrival.issuer, arrival.subject) is not None:
            raise _other_account_error(config.name)
        identities.add_identity(connection, Identity(arrival.issuer, arrival.subject, account, now, now))

    def connected_providers(self, account: str) -> list[ProviderConfig]:
        """Return the providers that an account is connected with."""
        with self._tables.database.read() as connection:
            issuers = identities.issuers_of(connection, account)
        return [config for config in self.configs if config.issuer in issuers]

    def remove(self, client: ClientInfo, session: SessionRow, key: str, current: str) -> None:
        """Remove an account's identity of a provider, unless it is the last login method."""
        issuer = self.require_provider(key).config.issuer
        identity_row = self._account_service.reauthenticate(client, session, current)

        def run(writing: Transaction) -> None:
            identities.remove_identity(writing.connection, identity_row.id, issuer)
            login_methods.require_login_method(writing.connection, identity_row.id, self.issuer_ids)

        self._tables.writer.run(Job(run, exclusive=True))


def _other_account_error(name: str) -> DomainError:
    text = N_("That {name} login belongs to another account. Sign out first or use a different login.")
    return DomainError(409, "anothers", text, name=name)


def _expired_error() -> DomainError:
    text = N_("This sign-in has expired, was already used, or was started in another browser. Start again.")
    return DomainError(403, "sign_in_over", text)
