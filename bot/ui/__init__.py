"""What people see and press on Discord."""
