"""Fits the networks of `companion.vision` to rendered pictures; needs the extra `train`."""
