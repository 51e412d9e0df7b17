"""Benchmarks and their scores: what people who did not write the system ask of it."""
