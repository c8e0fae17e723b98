"""The settings of a server: one panel, its controls, and what they do."""
