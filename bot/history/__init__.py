"""Finished duels, looked at again: a list, a profile, a review."""
