"""Discord's side of Gauntlet."""
