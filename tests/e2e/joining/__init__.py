"""Stories of how the bot comes to servers and to Discord: installed, started, greeted, thrown out."""
