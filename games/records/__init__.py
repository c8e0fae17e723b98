"""A match as data and as a file that anyone can check."""
