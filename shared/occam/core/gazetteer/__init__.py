"""The graph's names as flat arrays: small, read in place, and the same bytes for the same names."""
