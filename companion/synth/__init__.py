"""Boards, tiles and their pictures, rendered with known truth."""
