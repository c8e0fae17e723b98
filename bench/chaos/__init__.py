"""Lets people play while everything fails, and then checks what is left, mostly without the bot's code."""
