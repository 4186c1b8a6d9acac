"""One pump: from a camera's pictures to what the game is told of the board."""
