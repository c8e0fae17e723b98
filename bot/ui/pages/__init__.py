"""Whole pages: leaderboard, history, profile, puzzle, a person's data, a server's settings."""
