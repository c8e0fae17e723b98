"""What happens to presses when more come in than can be answered at once."""
