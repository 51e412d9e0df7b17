"""Checks evidence against the bound and settles the question."""
