"""Beside the play: sharing, what is behind *More*, fair play."""
