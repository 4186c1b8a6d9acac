"""The memory of a game: its log, its present state and what a screen shows of it. Pure."""
