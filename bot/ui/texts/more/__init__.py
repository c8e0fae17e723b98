"""What is said beside the play: how a duel ended, resigning, what is behind *More*, sharing, fair play."""
