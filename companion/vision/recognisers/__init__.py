"""Letter recognisers: patches in, probabilities out."""
