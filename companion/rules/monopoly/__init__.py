"""The board game in which words move tokens round a track and win title deeds."""
