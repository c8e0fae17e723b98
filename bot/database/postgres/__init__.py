"""A PostgreSQL server: several processes can share it, and it can be unreachable for a moment."""
