"""Guilds, channels, people and permissions, and the feed that announces every change to them."""
