"""The verbs of the games: legality, scoring, and each game's start, decide and evolve. Pure."""
