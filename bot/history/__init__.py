"""Finished duels, as people look back on them: a list, a profile, a review."""
