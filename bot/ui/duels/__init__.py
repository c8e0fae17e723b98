"""What people see and press of a duel: a module for each feature, with its words and its handlers."""
