"""The word game that all players win or lose together, by completing goals."""
