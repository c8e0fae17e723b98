"""What tests of the steps need: a database of an earlier commit, kills, and all that a database holds."""
