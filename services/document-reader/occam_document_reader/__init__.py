"""Finds passages for what the graph cannot answer."""
