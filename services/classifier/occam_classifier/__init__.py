"""Turns a question into a plan by the rules of the pack."""
