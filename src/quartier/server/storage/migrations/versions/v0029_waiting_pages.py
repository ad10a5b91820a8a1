"""Who has a page open at public tables that wait, which of these are live, and when ready checks end."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_table", sa.Column("ready_by", sa.Float))
    op.add_column("seat", sa.Column("page_until", sa.Float))
    op.add_column("lobby", sa.Column("live", sa.Boolean, nullable=False, server_default=sa.true()))
    lobby = sa.table("lobby", sa.column("game_id"), sa.column("live"))
    game_table = sa.table("game_table", sa.column("id"), sa.column("time", sa.JSON))
    connection = op.get_bind()
    rows = connection.execute(
        sa.select(game_table.c.id, game_table.c.time).where(game_table.c.id.in_(sa.select(lobby.c.game_id)))
    )
    for table_id in [row.id for row in rows if row.time and row.time["days"]]:
        connection.execute(lobby.update().where(lobby.c.game_id == table_id).values(live=sa.false()))
