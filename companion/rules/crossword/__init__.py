"""The classic crossword game and its editions: house rules over the crossword engine."""
