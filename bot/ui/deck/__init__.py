"""The bot's own emoji: cards, hearts, marks and faces."""
