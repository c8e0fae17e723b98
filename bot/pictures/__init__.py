"""Charts, drawn in a process of their own."""
