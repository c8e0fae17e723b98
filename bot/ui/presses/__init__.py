"""What a press does: the router, and one module per subject."""
