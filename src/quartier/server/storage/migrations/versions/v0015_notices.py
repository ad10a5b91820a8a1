"""Notifications and mail: who wants to be told what, what is still to be delivered, and links in letters."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TABLES = (
    "notice_wish",
    "push_subscription",
    "quiet_table",
    "untold",
    "told",
    "notice",
    "mail_address",
    "mail_link",
    "letter",
)


def upgrade() -> None:
    op.create_table(
        "notice_wish",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("mail", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("mailed_at", sa.Float),
        sa.Column("webhook", sa.String(500)),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("seen_at", sa.Float),
    )
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(90), nullable=False),
        sa.Column("auth", sa.String(24), nullable=False),
        sa.Column("session", sa.String(16), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_index("ix_push_subscription_account", "push_subscription", ["account"])
    op.create_index("ix_push_subscription_session", "push_subscription", ["session"])
    op.create_table(
        "quiet_table",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
        ),
    )
    op.create_table(
        "untold",
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
        ),
    )
    op.create_table(
        "told",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("mark", sa.String(16), nullable=False),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column(
            "game_id", sa.String(16), sa.ForeignKey("game_table.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("subscription", sa.String(64)),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("ix_notice_account", "notice", ["account"])
    op.create_index("ix_notice_due_at", "notice", ["due_at"])
    op.create_table(
        "mail_address",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("likeness", sa.String(254), nullable=False),
    )
    op.create_index("ix_mail_address_likeness", "mail_address", ["likeness"])
    op.create_table(
        "mail_link",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("address", sa.String(254)),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_mail_link_account", "mail_link", ["account"])
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("ix_letter_due_at", "letter", ["due_at"])


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
