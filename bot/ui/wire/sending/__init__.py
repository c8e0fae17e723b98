"""What happens before the bot is connected: its commands are compared, and its sessions wait their turn."""
