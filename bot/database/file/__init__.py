"""What an SQLite file needs: locks, checks, backups, and a watch over the file while the bot runs."""
