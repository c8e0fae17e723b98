"""PostgreSQL: poolers, silences, and several processes on one server."""
