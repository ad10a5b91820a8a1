"""Clocks: what was agreed on at each table, the time of its seats, and when the server was last at work."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("time", sa.JSON(none_as_null=True)))
    op.create_table(
        "seat_clock",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("remaining", sa.Float, nullable=False),
        sa.Column("since", sa.Float),
        sa.Column("paid", sa.Integer, nullable=False),
        sa.Column("kept", sa.Float, nullable=False),
        sa.Column("grace", sa.Float, nullable=False),
        sa.Column("turn_grace", sa.Float, nullable=False),
        sa.Column("vacation", sa.Integer, nullable=False),
        sa.Column("back_at", sa.Float),
        sa.Column("due_at", sa.Float),
    )
    op.create_index("ix_seat_clock_due_at", "seat_clock", ["due_at"])
    heartbeat = op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("chosen", sa.String(32)),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.execute(heartbeat.insert().values(id=1, at=0.0, until=0.0))


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_table("seat_clock")
    op.drop_column("game_table", "time")
