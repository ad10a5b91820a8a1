"""An account as its owner sees it."""

from __future__ import annotations

from quartier.server.accounts.rows import AccountRow, SessionRow
from quartier.server.show.accounts.models import Account, SignedInAt


def account(row: AccountRow, codes: int, sessions: list[SessionRow], here: SessionRow) -> Account:
    """All of it, for the device of session `here`."""
    return {
        "name": row.name,
        "has_password": row.password is not None,
        "codes": codes,
        "sessions": [_session(each, each.id == here.id) for each in sessions],
        "passkeys": [],
        "settings": row.settings,
    }


def _session(row: SessionRow, here: bool) -> SignedInAt:
    return {
        "id": row.id,
        "device": row.device,
        "since": row.created_at,
        "seen": row.seen_at,
        "here": here,
    }
