"""Duels that are played by ear: with nothing but what a screen reader speaks."""
