"""What a listener understands of each game, and the truth to compare it with."""
