"""The whole stand-in on one port: the bot's process, limits, faults, errors and what was asked for."""
