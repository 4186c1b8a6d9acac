"""What all games have in common: their history, undo and redo, corrections of the past.

A turn keeps what was ordered and what came of it. Deciding may take turns once more; folding a
log only applies what the log says.
"""
