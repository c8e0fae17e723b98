"""What goes wrong during a run: processes, disks, clocks, the network, deleted places."""
