"""Lets people play while everything fails, and checks afterwards what is left, without the bot's code."""
