"""Things that stand between the bot and its database server."""
