"""Accounts: where they are signed in, their ways in, and the seats and tables that are theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLES = ("passkey", "recovery_code", "account_session")


def upgrade() -> None:
    op.add_column("game_table", sa.Column("owner", sa.String(16)))
    op.add_column("seat", sa.Column("account", sa.String(16)))
    op.create_index("ix_seat_account", "seat", ["account"])
    op.create_table(
        "account",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("likeness", sa.String(80), nullable=False),
        sa.Column("password", sa.String(160)),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_index("ix_account_likeness", "account", ["likeness"], unique=True)
    op.create_table(
        "account_session",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_table(
        "recovery_code",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    )
    op.create_table(
        "passkey",
        sa.Column("credential", sa.String(1400), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("public_key", sa.String(1400), nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float, nullable=False),
    )
    for table in TABLES:
        op.create_index(f"ix_{table}_account", table, ["account"])


def downgrade() -> None:
    for table in (*TABLES, "account"):
        op.drop_table(table)
    op.drop_index("ix_seat_account", "seat")
    op.drop_column("seat", "account")
    op.drop_column("game_table", "owner")
