"""What measurements share: processes, databases, reference bots, paired comparisons."""
