"""Hypothesis strategies shared by the suites: schemas, graphs and plans that fit together."""
