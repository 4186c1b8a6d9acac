"""Eyes: from a picture to what lies on the board. Pure functions on arrays."""
