"""Duels, ratings and rules in words and components."""
