"""`gauntlet live-check`: a guided hour in a test server, to see how the real Discord behaves."""
