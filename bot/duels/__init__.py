"""What a duel is: its people, its pace, its settings, the computer as an opponent. These are values."""
