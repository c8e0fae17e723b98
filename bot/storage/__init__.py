"""SQL in, duels out: what is saved of a duel, and the group commit of picks."""
