"""Forged interactions by the hundred thousand: python -m bench.fuzz --seed 1 --count 100000."""
