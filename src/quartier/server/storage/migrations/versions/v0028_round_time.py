"""A player's time for all turns of a game, in a tournament with days per turn."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("total", "turn_since"):
        op.add_column("seat_clock", sa.Column(name, sa.Float))
