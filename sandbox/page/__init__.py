"""The page to play on: its files and one websocket per person."""
