"""Hosts: who they are, whom they have banned and invited, what they have hidden, and what they did."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

HIDDEN = (("game_table", "hidden"), ("record", "hidden"), ("account", "hidden_by_host"))
TABLES = ("host_action", "ban", "admitted", "invitation", "host_link", "host", "house")


def upgrade() -> None:
    for table, column in HIDDEN:
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("game_table", sa.Column("edition", sa.Integer, nullable=False, server_default="0"))
    op.add_column("game_table", sa.Column("ended_at", sa.Float))
    op.create_index("ix_game_table_ended_at", "game_table", ["ended_at"])
    op.add_column("report", sa.Column("closed_at", sa.Float))
    op.add_column("report", sa.Column("reporter_name", sa.String(24), nullable=False, server_default=""))
    house = op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("invite_only", sa.Boolean, nullable=False),
        sa.Column("keep_days", sa.Integer),
        sa.Column("tidied_at", sa.Float, nullable=False),
    )
    op.execute(house.insert().values(id=1, invite_only=False, tidied_at=0.0))
    op.create_table(
        "host",
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "host_link",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("note", sa.String(80), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_invitation_code", "invitation", ["code"], unique=True)
    op.create_table(
        "admitted",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "ban",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("person", sa.String(64)),
        sa.Column("address", sa.String(64)),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("reason", sa.String(400), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "host_action",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("host", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("machine", sa.Boolean, nullable=False),
        sa.Column("action", sa.String(24), nullable=False),
        sa.Column("subject", sa.String(40), nullable=False),
        sa.Column("note", sa.String(400), nullable=False),
    )


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    for column in ("reporter_name", "closed_at"):
        op.drop_column("report", column)
    op.drop_index("ix_game_table_ended_at", "game_table")
    for column in ("ended_at", "edition"):
        op.drop_column("game_table", column)
    for table, column in HIDDEN:
        op.drop_column(table, column)
