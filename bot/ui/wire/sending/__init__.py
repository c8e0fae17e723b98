"""Requests to Discord, and the socket of its gateway, with less work for each than aiohttp does."""
