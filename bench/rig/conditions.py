"""How strict the sandbox's Discord is during a measurement."""

SPEED = 50.0
"""How much faster the limits are where many people play for a short time."""
