"""Notification channels: Web Push, webhook, e-mail."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from quartier.core.text.languages import N_, translator
from quartier.server.domain.table import Table
from quartier.server.errors import DomainError
from quartier.server.notifications import messages, webpush
from quartier.server.notifications.triggers import Kind
from quartier.server.notifications.webpush import BrowserKeys, Signer
from quartier.server.outbound import addresses, client
from quartier.server.outbound.client import Answer, RequestFailed
from quartier.server.outbound.smtp import DeliveryError, Mailer
from quartier.server.storage.notifications.preferences import Subscription

TTL_SECONDS: Final = 12 * 3600
"""Seconds for which a push service keeps what it cannot deliver at once."""
SIGNATURE_SECONDS: Final = 3600
"""Seconds for which a signature is good."""
MAX_RETRY_AFTER: Final = 3600.0
"""A push service or webhook that wants more time than this is asked again all the same."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a delivery; by default it is done."""

    is_expired: bool = False
    """Nobody is reached by this way any more."""
    retry_after: float | None = None
    """It failed: once more, in so many seconds at the earliest."""
    wait: float | None = None
    """It is too early: so many seconds."""
    status: int | None = None
    """What was answered."""


DONE = Outcome()
RETRY = Outcome(retry_after=0.0)


@dataclass(frozen=True)
class Item:
    """One notification: a table and what happened there."""

    table: Table
    kind: Kind


def push(item: Item, lang: str, to: Subscription, signer: Signer, now: float, anywhere: bool) -> Outcome:
    """Send a notification to a browser by Web Push."""
    payload = {
        "title": messages.title(item.table, lang),
        "body": messages.sentence(item.kind, lang),
        "url": messages.path(item.table),
    }
    try:
        destination = addresses.resolve(to.endpoint, anywhere)
        body = webpush.encrypt(json.dumps(payload).encode(), BrowserKeys(to.p256dh, to.auth))
    except DomainError as refused:
        return RETRY if refused.code == "unreachable" else Outcome(is_expired=True)
    headers = {
        "Authorization": signer.header(destination.origin, now + SIGNATURE_SECONDS),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_SECONDS),
        "Urgency": "high" if item.kind == "low" else "normal",
        "Topic": item.table.setup.id,  # later news of a table stand in the place of earlier ones
    }
    return _post(destination, body, headers)


def webhook(item: Item, lang: str, url: str, base_url: str, anywhere: bool) -> Outcome:
    """Post a notification to a webhook, in Discord's format."""
    text = f"{messages.title(item.table, lang)}: {messages.sentence(item.kind, lang)}"
    link = f"\n{base_url}{messages.path(item.table)}" if base_url else ""
    body = {"username": "Quartier", "content": text + link, "allowed_mentions": {"parse": []}}
    try:
        destination = addresses.resolve(url, anywhere)
    except DomainError as refused:
        return RETRY if refused.code == "unreachable" else Outcome(is_expired=True)
    return _post(destination, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _post(destination: addresses.Destination, body: bytes, headers: dict[str, str]) -> Outcome:
    try:
        return _outcome_of(client.send(destination, "POST", body, headers))
    except RequestFailed:
        return RETRY


def _outcome_of(answer: Answer) -> Outcome:
    """Return the outcome of a response. A redirect counts as delivered and isn't followed: it might lead elsewhere."""
    if answer.status in (404, 410):
        return Outcome(is_expired=True, status=answer.status)
    if answer.status in (408, 429) or answer.status >= 500:
        wait = answer.headers.get("retry-after", "")
        seconds = float(wait) if wait.isascii() and wait.isdigit() else 0.0
        return Outcome(retry_after=min(seconds, MAX_RETRY_AFTER), status=answer.status)
    return Outcome(status=answer.status)


def email(items: list[Item], lang: str, mailer: Mailer, to: str, base_url: str) -> Outcome:
    """Send all items in one e-mail."""
    t = translator(lang)
    parts = [
        f"{messages.title(item.table, lang)}: {messages.sentence(item.kind, lang)}\n{base_url}{messages.path(item.table)}"
        for item in items
    ]
    why = t("You’re receiving this email because notifications are on. Change your settings: {url}")
    parts.append(why.format(url=f"{base_url}/account/notices"))
    try:
        mailer.send(to, t(N_("Quartier: updates on your games")), "\n\n".join(parts) + "\n")
    except DeliveryError as error:
        return DONE if error.permanent else RETRY
    return DONE
