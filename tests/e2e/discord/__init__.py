"""Stories of what the real Discord does and the bot has to bear."""
