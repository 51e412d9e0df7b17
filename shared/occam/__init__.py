"""OCCAM: certified answers over a graph and its documents, at the lowest sufficient cost."""
