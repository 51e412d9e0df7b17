"""Narrows a shortlist by what the question states."""
