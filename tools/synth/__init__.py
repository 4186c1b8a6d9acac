"""Rendered pictures for training and tests: boards, tiles, hands of cards drawn at random."""
