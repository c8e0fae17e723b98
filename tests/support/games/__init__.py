"""What tests of games need beside matches: a screen as words in order."""
