"""SQL in, duels out: saves and loads duels, and commits picks in groups."""
