"""Runs the migrations on the connection that Alembic is given, inside that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
context.run_migrations()
