"""Checks request bodies against Discord's limits and reports errors as Discord does."""
