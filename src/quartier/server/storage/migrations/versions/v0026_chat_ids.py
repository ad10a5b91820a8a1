"""By which id a chat message was sent, so that it may be sent again."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat_message", sa.Column("client_move_id", sa.String(64)))
