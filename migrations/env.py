"""Alembic runs our steps on a connection it is handed, inside that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
