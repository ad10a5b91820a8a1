"""Tables, seats, events and records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("creator_hash", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(128), nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
    )
    op.create_index("ix_game_table_bot_due", "game_table", ["bot_due"])
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(20)),
        sa.Column("secret_hash", sa.String(64)),
        sa.Column("invite", sa.String(40)),
    )
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("actor", sa.String(4), nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.Column("client_move_id", sa.String(80)),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game_id", "client_move_id", name="uq_event_client_move_id"),
    )
    op.create_table(
        "record",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("digest", sa.String(128), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("record", "event", "seat", "game_table"):
        op.drop_table(name)
