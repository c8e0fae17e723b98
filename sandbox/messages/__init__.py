"""Messages: composed, kept, changed, and whom they ping."""
