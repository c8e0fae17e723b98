"""What is stored about people: said, exported, erased."""
