"""SQL for the server's policy, and for invitations."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from quartier.server.storage.schema import admitted_browser, invitation, server_policy


@dataclass(frozen=True)
class ServerPolicy:
    """`invite_only`: only invited people may play. `retention_days`: after these guests' games are deleted; None: never."""

    invite_only: bool
    retention_days: int | None


@dataclass(frozen=True)
class InvitationRow:
    """An invitation to the server for some people; `note` is for the moderators."""

    id: str
    code: str
    note: str
    uses: int
    until: float


def current(connection: sa.Connection) -> ServerPolicy:
    """Return the server's policy."""
    return ServerPolicy(
        *connection.execute(sa.select(server_policy.c.invite_only, server_policy.c.retention_days)).one()
    )


def change(connection: sa.Connection, **values: bool | int | None) -> None:
    """Change the server's policy."""
    connection.execute(server_policy.update().values(values))


def claim_cleanup(connection: sa.Connection, now: float, interval: float) -> bool:
    """Return whether the cleanup is due; if so, this process has claimed it."""
    statement = (
        server_policy.update().where(server_policy.c.cleaned_at <= now - interval).values(cleaned_at=now)
    )
    return connection.execute(statement).rowcount == 1


def add_invitation(connection: sa.Connection, row: InvitationRow) -> None:
    connection.execute(invitation.insert().values(**vars(row)))


def invitations(connection: sa.Connection, now: float) -> list[InvitationRow]:
    """Return the invitations that can still be used."""
    columns = [invitation.c[name] for name in InvitationRow.__dataclass_fields__]
    where = (invitation.c.uses > 0) & (invitation.c.until > now)
    return [
        InvitationRow(*row)
        for row in connection.execute(sa.select(*columns).where(where).order_by(invitation.c.until))
    ]


def withdraw(connection: sa.Connection, invitation_id: str) -> bool:
    """Withdraw an invitation; False if there is none."""
    return connection.execute(invitation.delete().where(invitation.c.id == invitation_id)).rowcount == 1


def admit(connection: sa.Connection, code: str, browser: str, now: float) -> bool:
    """Use an invitation in a browser; False if there is none, or it is used up."""
    if is_admitted(connection, browser):
        return True
    where = (invitation.c.code == code) & (invitation.c.uses > 0) & (invitation.c.until > now)
    used = invitation.update().where(where).values(uses=invitation.c.uses - 1)
    if connection.execute(used).rowcount != 1:
        return False
    connection.execute(admitted_browser.insert().values(browser=browser, at=now))
    return True


def is_admitted(connection: sa.Connection, browser: str) -> bool:
    """Return whether a browser has used an invitation."""
    return (
        connection.scalar(sa.select(admitted_browser.c.at).where(admitted_browser.c.browser == browser))
        is not None
    )
