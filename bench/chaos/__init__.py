"""People play, everything that can fail does, and afterwards an independent checker looks what is left."""
