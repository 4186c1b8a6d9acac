"""Nouns of the game: squares, tiles, layouts, positions, plays, readings. Pure, no I/O."""
