"""What people see of a duel: its challenge, its board, its panels, its end."""
