"""People at their clients: what they see, type and press, with the checks that a client makes."""
