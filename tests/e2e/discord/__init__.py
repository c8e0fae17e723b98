"""Stories about what Discord itself does: limits, names, places, sessions."""
