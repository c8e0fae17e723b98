"""One guild's duels: how they change, who may, how long a pick may take, and how the computer joins in."""
