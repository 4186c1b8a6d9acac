"""Games in and out of files: GCG now; each format returns what it could not say."""
