"""What is stored about people: the texts about it, its export, its erasure."""
