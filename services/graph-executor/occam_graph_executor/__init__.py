"""Runs a plan on the graph and reports evidence or a named gap."""
