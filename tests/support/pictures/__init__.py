"""Pictures for tests."""
