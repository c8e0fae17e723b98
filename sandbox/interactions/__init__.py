"""Interactions and their answers, and the commands and components that start them."""
