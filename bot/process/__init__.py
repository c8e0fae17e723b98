"""What the process needs: a clock, its shards, background tasks, memory, a mailbox to other processes."""
