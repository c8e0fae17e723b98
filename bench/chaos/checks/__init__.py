"""Looks at what is left after a run, without the bot's own code where that matters."""
