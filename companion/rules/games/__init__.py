"""The games, one file each, and the registry that lists them."""
