"""Eyes that stay on one board: found once, followed, and read when it is new."""
