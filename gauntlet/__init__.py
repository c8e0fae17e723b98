"""The `gauntlet` command."""
