"""A PostgreSQL server that is hard to reach: behind a pooler, or behind a connection that falls silent."""
