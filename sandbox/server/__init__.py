"""The server, the bot's process, rate limits, faults, errors and the record of requests."""
