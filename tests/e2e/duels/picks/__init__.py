"""The way of a pick through the bot: in which order, through which files, and beside another pick."""
