"""The drill: what a host or a crowd can do wrong is done on purpose, and one table says what came of it."""
