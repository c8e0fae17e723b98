"""What goes wrong in a chaos run: killed processes, disks, clocks, the network, deletions."""
