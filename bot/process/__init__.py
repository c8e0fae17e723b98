"""What the process itself needs: a clock, queues, background tasks, its shards, its event loop."""
