"""An account as its owner sees it."""

from __future__ import annotations

from quartier.server.storage.accounts.accounts import AccountRow, PasskeyRow, SessionRow
from quartier.server.views.accounts.models import Account, Passkey, SignedInAt


def account(
    row: AccountRow, codes: int, sessions: list[SessionRow], passkeys: list[PasskeyRow], here: SessionRow
) -> Account:
    """All of it, for the device of session `here`."""
    return {
        "name": row.name,
        "has_password": row.password is not None,
        "codes": codes,
        "sessions": [_session(session, session.id == here.id) for session in sessions],
        "passkeys": [_passkey(passkey) for passkey in passkeys],
        "settings": row.settings,
    }


def _passkey(row: PasskeyRow) -> Passkey:
    return {"id": row.credential, "device": row.device, "since": row.created_at, "used": row.used_at}


def _session(row: SessionRow, here: bool) -> SignedInAt:
    return {
        "id": row.id,
        "device": row.device,
        "since": row.created_at,
        "seen": row.seen_at,
        "here": here,
    }
