"""Presses beside the play: resigning, what is behind ⋯, sharing, fair play."""
