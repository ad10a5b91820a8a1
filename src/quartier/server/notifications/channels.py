"""The ways by which somebody is told: to a browser by Web Push, to a webhook, in a letter."""

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
from quartier.server.outbound.client import Answer, Unanswered
from quartier.server.outbound.smtp import PostOffice, Unsent
from quartier.server.storage.notifications.preferences import Subscription

KEPT: Final = 12 * 3600
"""Seconds for which a push service keeps what it cannot deliver at once."""
SIGNED: Final = 3600
"""Seconds for which a signature is good."""
LONGEST_WAIT: Final = 3600.0
"""A push service or webhook that wants more time than this is asked again all the same."""


@dataclass(frozen=True)
class Outcome:
    """What came of it; with nothing said, it is done."""

    gone: bool = False
    """Nobody is reached by this way any more."""
    again: float | None = None
    """It failed: once more, in so many seconds at the earliest."""
    wait: float | None = None
    """It is too early: so many seconds."""
    status: int | None = None
    """What was answered."""


DONE = Outcome()
LATER = Outcome(again=0.0)


@dataclass(frozen=True)
class Item:
    """One thing to be told."""

    table: Table
    kind: Kind


def push(item: Item, lang: str, to: Subscription, signer: Signer, now: float, anywhere: bool) -> Outcome:
    """Let a browser show it."""
    said = {
        "title": messages.title(item.table, lang),
        "body": messages.sentence(item.kind, lang),
        "url": messages.path(item.table),
    }
    try:
        place = addresses.place(to.endpoint, anywhere)
        body = webpush.encrypted(json.dumps(said).encode(), BrowserKeys(to.p256dh, to.auth))
    except DomainError as refused:
        return LATER if refused.code == "unreachable" else Outcome(gone=True)
    headers = {
        "Authorization": signer.header(place.origin, now + SIGNED),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high" if item.kind == "low" else "normal",
        "Topic": item.table.setup.id,  # later news of a table stand in the place of earlier ones
    }
    return _sent(place, body, headers)


def webhook(item: Item, lang: str, url: str, base_url: str, anywhere: bool) -> Outcome:
    """Post it where others read it, in the form of Discord."""
    said = f"{messages.title(item.table, lang)}: {messages.sentence(item.kind, lang)}"
    link = f"\n{base_url}{messages.path(item.table)}" if base_url else ""
    body = {"username": "Quartier", "content": said + link, "allowed_mentions": {"parse": []}}
    try:
        place = addresses.place(url, anywhere)
    except DomainError as refused:
        return LATER if refused.code == "unreachable" else Outcome(gone=True)
    return _sent(place, json.dumps(body).encode(), {"Content-Type": "application/json"})


def _sent(place: addresses.Place, body: bytes, headers: dict[str, str]) -> Outcome:
    try:
        return _meaning(client.send(place, "POST", body, headers))
    except Unanswered:
        return LATER


def _meaning(answer: Answer) -> Outcome:
    """A redirect is no success: nobody else than who was named is told."""
    if answer.status in (404, 410):
        return Outcome(gone=True, status=answer.status)
    if answer.status in (408, 429) or answer.status >= 500:
        wait = answer.headers.get("retry-after", "")
        seconds = float(wait) if wait.isascii() and wait.isdigit() else 0.0
        return Outcome(again=min(seconds, LONGEST_WAIT), status=answer.status)
    return Outcome(status=answer.status)


def letter(items: list[Item], lang: str, office: PostOffice, to: str, base_url: str) -> Outcome:
    """All of it in one letter."""
    t = translator(lang)
    parts = [
        f"{messages.title(item.table, lang)}: {messages.sentence(item.kind, lang)}\n{base_url}{messages.path(item.table)}"
        for item in items
    ]
    why = t("You get this letter because you asked for it. What you are told of is chosen at {url}.")
    parts.append(why.format(url=f"{base_url}/account/notices"))
    try:
        office.send(to, t(N_("Quartier: news of your games")), "\n\n".join(parts) + "\n")
    except Unsent as error:
        return DONE if error.final else LATER
    return DONE
