"""Signing in by an issuer: sign-ins that go on, who has come back from it, and whose identity is whose."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "oidc_attempt",
        sa.Column("browser_hash", sa.String(64), primary_key=True),
        sa.Column("state_hash", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(40), nullable=False),
        sa.Column("verifier", sa.String(80), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "oidc_arrival",
        sa.Column("browser_hash", sa.String(64), primary_key=True),
        sa.Column("issuer", sa.String(1000), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "oidc_identity",
        sa.Column("issuer", sa.String(1000), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float, nullable=False),
    )
    op.create_index("ix_oidc_identity_account", "oidc_identity", ["account"])


def downgrade() -> None:
    for table in ("oidc_identity", "oidc_arrival", "oidc_attempt"):
        op.drop_table(table)
