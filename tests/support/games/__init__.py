"""Matches for tests, and what tests ask of them: at random, between computer players, as words."""
