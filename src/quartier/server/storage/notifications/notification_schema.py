"""The database's tables for notifications and emails; part of `schema.metadata`.

A recipient (column "listener") gets notifications: an account, or a guest's browser by the hash of its
cookie, as in `seat.person`. The two cannot be confused: one has ten characters, the other 64.
"""

from __future__ import annotations

import sqlalchemy as sa

from quartier.server.storage.schema import metadata

notification_preference = sa.Table(
    "notification_preference",
    metadata,
    sa.Column("listener", sa.String(64), primary_key=True),
    sa.Column("mail", sa.Boolean, nullable=False, server_default=sa.false()),  # an email now and then
    sa.Column("mailed_at", sa.Float),  # when the last one was sent
    sa.Column("webhook", sa.String(500)),  # a capability URL to which others may post: never shown
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("seen_at", sa.Float),  # when a page of theirs was last visible
)
"""The notification preferences of a recipient. A recipient without notifications has no row."""

push_subscription = sa.Table(
    "push_subscription",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # SHA-256 of the endpoint
    sa.Column("listener", sa.String(64), nullable=False),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    # The browser's public key and secret, as RFC 8291 names them, in base64 for URLs.
    sa.Column("p256dh", sa.String(90), nullable=False),
    sa.Column("auth", sa.String(24), nullable=False),
    sa.Column("session", sa.String(16), nullable=False),  # its login session; "" for a guest's browser
    sa.Column("device", sa.String(60), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Index("ix_push_subscription_listener", "listener"),
    sa.Index("ix_push_subscription_session", "session"),
)
"""Browsers that show notifications."""

muted_table = sa.Table(
    "muted_table",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
)
"""Tables that an account has muted."""

notification_queue = sa.Table(
    "notification_queue",
    metadata,
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
)
"""Tables that have changed, and at which a recipient sits: written in the transaction of the command."""

last_notification = sa.Table(
    "last_notification",
    metadata,
    sa.Column("listener", sa.String(64), primary_key=True),
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("mark", sa.String(16), nullable=False),  # identifies the turn, for example
)
"""The last notification of each kind, so that none is sent twice."""

notification = sa.Table(
    "notification",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("listener", sa.String(64), nullable=False),
    sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("mark", sa.String(16), nullable=False),
    sa.Column("way", sa.String(8), nullable=False),  # "push", "mail" or "webhook"
    sa.Column("subscription", sa.String(64)),  # the browser, for push
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("due_at", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Index("ix_notification_due_at", "due_at"),
    sa.Index("ix_notification_listener", "listener"),
)
"""Notifications that are still to be delivered."""

mail_address = sa.Table(
    "mail_address",
    metadata,
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("normalized", sa.String(254), nullable=False),  # the address in lower case
    sa.Index("ix_mail_address_normalized", "normalized"),
)
"""Confirmed email addresses of accounts: the owner has opened the link in an email."""

mail_link = sa.Table(
    "mail_link",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    sa.Column("address", sa.String(254)),  # the address that the link confirms; null: it signs in
    sa.Column("until", sa.Float, nullable=False),
    sa.Index("ix_mail_link_account", "account"),
)
"""Links in emails that were not opened yet."""

email_queue = sa.Table(
    "email_queue",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),  # the account whose address it confirms
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("due_at", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Index("ix_email_queue_due_at", "due_at"),
)
"""Emails with links that are still to be sent; those to addresses without an account never are."""
