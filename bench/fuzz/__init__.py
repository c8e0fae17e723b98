"""Sends a hundred thousand forged interactions to the bot: python -m bench.fuzz --seed 1 --count 100000."""
