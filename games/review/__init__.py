"""A match looked at again: what picks were worth, which habits cost chances, and the words for it."""
