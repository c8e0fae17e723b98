"""Messages: how they are composed, stored and changed, and whom they ping."""
