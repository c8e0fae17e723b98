"""The web page to play on: its files, and a websocket for each person on it."""
