"""Interactions: started, answered, and the commands and components they come from."""
