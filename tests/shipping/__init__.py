"""How Gauntlet reaches hosts: packages, the image, releases, files for hosts, recipes."""
