"""The only folder that touches what discord.py does not promise: payloads in, requests out."""
