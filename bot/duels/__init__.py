"""One guild's duels: how they change, who may change them, how long a pick may take."""
