"""Whether the result of a duel was shared: it can be shared once."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("duels", sa.Column("shared", sa.Boolean))
