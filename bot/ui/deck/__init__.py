"""The bot's own emoji: cards, hearts, lots, faces and marks. `make art` draws them from `art/`."""
