"""Programs that play: their tokens, and at which seats they sit."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "program",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
    )
    op.create_index("ix_program_account", "program", ["account"])
    op.add_column("seat", sa.Column("program", sa.String(16)))


def downgrade() -> None:
    op.drop_column("seat", "program")
    op.drop_table("program")
