"""What the process itself needs: a clock, shards, background tasks, memory, a mailbox to other processes."""
