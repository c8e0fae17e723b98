"""What tests of the steps need: databases of earlier commits, kills, and all that a database holds."""
