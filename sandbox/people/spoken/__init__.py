"""What a screen reader makes of messages."""
