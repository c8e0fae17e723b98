"""Thousands of duels at once, and a report of how long people waited."""
