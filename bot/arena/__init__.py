"""One guild's duels: how they are kept, how they change, who may change them, and what happens in time."""
