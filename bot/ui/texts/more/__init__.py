"""What is said beside the play: how a duel ended, resigning, what is behind ⋯, sharing, fair play."""
