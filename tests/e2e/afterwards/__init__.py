"""Beside the play: sharing, what is behind ⋯, fair play."""
