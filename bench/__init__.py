"""Measures the bot's speed and strength, and tests it under load, faults and attacks."""
