"""Guilds, channels, people and permissions, and how changes to them become known."""
