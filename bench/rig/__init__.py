"""Equipment for all measurements: databases, bots to compare with, and a fair way to compare."""
