"""From readings of a board to the plays that made it. Pure: no arrays, no clock, no chance."""
