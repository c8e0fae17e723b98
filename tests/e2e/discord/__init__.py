"""Stories about Discord itself: who may use the bot where, how it connects, and what Discord takes away."""
