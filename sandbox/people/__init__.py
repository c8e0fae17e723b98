"""People at their Discord clients: what they see, type and press, and what a client checks."""
