"""Stories of how players are reached, and how they reach their panels."""
