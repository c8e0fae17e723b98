"""Plays thousands of duels at once and reports how long people waited."""
