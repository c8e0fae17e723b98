"""Which guilds the bot is in: presses from elsewhere, and guilds that it has left unnoticed."""
