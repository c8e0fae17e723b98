"""Takes pictures of the bot on the sandbox's page, for the README and for looking at."""
