"""What finished duels do to ratings, and everything that is derived from them: leaderboards, seasons."""
