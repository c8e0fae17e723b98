"""What the process itself needs: a clock, its shards, background tasks, memory, a mailbox to other processes."""
