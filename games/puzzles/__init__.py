"""The puzzle of the day, and what a puzzle is."""
