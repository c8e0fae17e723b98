"""Presses beside the play: resigning, what is behind *More*, sharing, fair play."""
